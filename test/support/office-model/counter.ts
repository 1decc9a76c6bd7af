// Numbers of the feeds, and the notifications that wake followers.
import { type Call, one } from './office.ts'

type Feed = 'mirror' | 'task' | 'own'

/** Gives out numbers and returns the last. */
export function nextNumber(call: Call, space: number, feed: Feed, count: number): number {
  const sql = 'UPDATE main.counter SET seq = seq + ? WHERE space = ? AND feed = ? RETURNING seq'
  return one<{ seq: number }>(call, sql, count, space, feed)?.seq ?? 0
}

export const notifyFollowers = (call: Call, space: number, feed: Feed, seq: number) =>
  call.notifications.push({ channel: `office_${space}`, payload: `${feed} ${seq}` })
