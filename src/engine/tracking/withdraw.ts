// Cancels tracking requests that were not sent. One that may have arrived remains, because the service would keep it
// without the user's knowledge.
import type { DataDeps } from '../db/write.ts'
import { advance, loadEntry } from '../outbox/store.ts'

export type WithdrawDeps = Pick<DataDeps, 'write' | 'now'> & {
  /** `withdraw`: cancels an entry that the office has as a task; false if a leader has claimed it. */
  online: { withdraw: (opId: string) => Promise<boolean> } | null
}

/** Returns how many were cancelled. */
export async function withdrawRequests(
  { write, now, online }: WithdrawDeps,
  opIds: readonly string[],
): Promise<number> {
  const handedOver: string[] = []
  let cancelled = write((db, announce) => {
    const isCancelled = (opId: string) => {
      announce('requests', opId)
      const entry = loadEntry(db, opId)
      if (entry?.maybeSent !== 0) return false
      if (entry.state !== 'PENDING' || entry.withOffice === 0) return advance(db, opId, 'cancel', { at: now() })
      handedOver.push(opId)
      return false
    }
    return opIds.filter(isCancelled).length
  })
  for (const opId of handedOver) if ((await online?.withdraw(opId)) === true) cancelled++
  return cancelled
}
