// The inbox on screen: opening it, its rows by file name, and the panel of one document.
import { expect, vi } from 'vitest'
import { startInbox } from './inbox.ts'
import { all, click, flush, isShown, open, press } from './screens.ts'

export async function openInbox(options: Parameters<typeof open>[0] = {}) {
  const inbox = await startInbox()
  return { ...(await open({ path: '/documents', engine: inbox.engine, ...options })), ...inbox }
}

export const fileCell = (name: string) =>
  all('[data-row] [data-key="file"]').find(({ textContent }) => textContent.includes(name))!

/** Opens the panel of one document, and waits until its page is loaded, which begins after a pause. */
export async function openDocument(name: string) {
  await click(fileCell(name))
  await press('Enter')
  await vi.waitFor(() => expect(isShown('preview') && !isShown('nothing')).toBe(true))
  await flush()
}

/** Files go through the real disk, so the screen shows them a little later. */
export const expectEventually = (isSo: () => boolean) =>
  expect
    .poll(async () => {
      await flush()
      return isSo()
    })
    .toBe(true)
