// The states of a file seen in a folder, as a table. A file is not its content: from SPOOLED on, the content has states
// of its own (documents/), and this table has only the user's file. Pure.

export type SightingState =
  /** It may still be written to, or cannot be read now; `error` says what it waits for. */
  | 'WAITING'
  | 'LOCKED'
  | 'ONLINE_ONLY'
  /** It is never taken as it is; `error` says why. */
  | 'IGNORED'
  | 'SPOOLED'
  /** It was gone before it was taken: no row shows it. */
  | 'VANISHED'

export type SightingStep =
  /** It is another file now, or was changed. */
  | 'change'
  /** Not yet. */
  | 'delay'
  /** Another program has it locked. */
  | 'hold'
  /** Its content is only in the cloud. */
  | 'offload'
  | 'refuse'
  /** Its content is in the spool, and that in the queue. */
  | 'take'
  | 'vanish'
  /** Its content is not in the spool any more, and had not been sent. */
  | 'lose'

const toTake = {
  change: 'WAITING',
  delay: 'WAITING',
  hold: 'LOCKED',
  offload: 'ONLINE_ONLY',
  refuse: 'IGNORED',
  take: 'SPOOLED',
  vanish: 'VANISHED',
} as const

const steps: Record<SightingState, Partial<Record<SightingStep, SightingState>>> = {
  WAITING: toTake,
  LOCKED: toTake,
  ONLINE_ONLY: toTake,
  IGNORED: { change: 'WAITING', vanish: 'VANISHED' },
  // One that was replaced is a new sighting: what was taken stays told.
  SPOOLED: { lose: 'WAITING' },
  VANISHED: { change: 'WAITING' },
}

/** Null: not allowed in this state. */
export function stateAfter(state: SightingState, step: SightingStep): SightingState | null {
  return steps[state][step] ?? null
}

/** Still on its way into the spool. */
export function isOpen(state: SightingState): boolean {
  return state === 'WAITING' || state === 'LOCKED' || state === 'ONLINE_ONLY'
}

/** What happens to the user's file after the service has its content; NONE: nothing yet. */
export type PostState = 'NONE' | 'PLANNED' | 'DONE' | 'SKIPPED'

export type PostStep =
  /** Where it is to go is written down. */
  | 'plan'
  | 'finish'
  /** It stays where it is: the user wants that, or it is not the same file any more. */
  | 'skip'

const postSteps: Record<PostState, Partial<Record<PostStep, PostState>>> = {
  NONE: { plan: 'PLANNED', skip: 'SKIPPED' },
  // The name was taken meanwhile: another one is written down.
  PLANNED: { plan: 'PLANNED', finish: 'DONE', skip: 'SKIPPED' },
  DONE: {},
  SKIPPED: {},
}

export function postAfter(state: PostState, step: PostStep): PostState | null {
  return postSteps[state][step] ?? null
}
