// An unfinished edit as texts. Every editable field shows it below its value.
export type PendingEdit = {
  id: string
  state: 'waiting' | 'sending' | 'conflict' | 'refused'
  /** The value that the user entered. */
  mine: string
  /** The value of the service; only in a conflict. */
  theirs: string | null
  /** The edit may have arrived, so it cannot be undone. */
  isUnsure: boolean
  /** Why the edit was refused, in the service's own text if there is one. */
  refusal: { what: string; next: string } | null
}
