// An edit that has not come to its end, in words: what any field that can be edited shows beside its value.
export type PendingEdit = {
  id: string
  state: 'waiting' | 'sending' | 'conflict' | 'refused'
  /** What the user entered. */
  mine: string
  /** What the service has instead; only in conflict. */
  theirs: string | null
  /** It may have arrived, so it cannot be taken back. */
  isUnsure: boolean
  /** Why it was refused, in the service's words where there are any. */
  why: { what: string; next: string } | null
}
