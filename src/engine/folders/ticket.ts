// Under Electron a page cannot choose a folder itself: the main process gives a ticket to each folder that the user
// picked in its dialog, and only these can be watched. The main process and the engine know the key of the tickets; the
// page does not.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#contract/errors.ts'

/** `key` is undefined in the browser host, where the user types paths. */
export function checkTicket(key: string | undefined, path: string, ticket: string | null | undefined): void {
  if (key === undefined) return
  const expected = createHmac('sha256', key).update(path).digest()
  const received = Buffer.from(ticket ?? '', 'hex')
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new AppError('folders/not-picked', { path })
}
