// Opens the document inbox and the panel of one document, and finds rows by their file name.
import { expect, vi } from 'vitest'
import { startInbox } from './inbox.ts'
import { all, click, flush, isShown, open, press } from './screens.ts'

export async function openInbox(options: Parameters<typeof open>[0] = {}) {
  const inbox = await startInbox()
  return { ...(await open({ path: '/documents', engine: inbox.engine, ...options })), ...inbox }
}

export const fileCell = (name: string) =>
  all('[data-row] [data-key="file"]').find(({ textContent }) => textContent.includes(name))!

/** Opens the panel of a document, and waits until its first page is loaded. The view loads it after a pause. */
export async function openDocument(name: string) {
  await click(fileCell(name))
  await press('Enter')
  await vi.waitFor(() => expect(isShown('preview') && !isShown('nothing')).toBe(true))
  await flush()
}

/** Waits until the condition holds. The view shows files late, because the disk is real. */
export const expectEventually = (condition: () => boolean) =>
  expect
    .poll(async () => {
      await flush()
      return condition()
    })
    .toBe(true)
