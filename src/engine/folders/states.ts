// The states of a file seen in a folder, as a table. They describe the user's file only: from SPOOLED on, its content
// has states of its own (outbox/upload-states.ts). Pure.

export type SightingState =
  /** The file may still change, or cannot be read now; `error` says what it waits for. */
  | 'WAITING'
  | 'LOCKED'
  | 'ONLINE_ONLY'
  /** The file is not copied as it is now; `error` says why. */
  | 'IGNORED'
  | 'SPOOLED'
  /** The file disappeared before it was copied: no row shows it. */
  | 'VANISHED'

export type SightingStep =
  /** The file was replaced or changed. */
  | 'change'
  /** The file is not ready to be copied yet. */
  | 'delay'
  /** Another program has the file locked. */
  | 'lock'
  /** The content of the file is only in the cloud. */
  | 'offload'
  | 'refuse'
  /** The content of the file is in the spool and in the queue. */
  | 'spool'
  | 'vanish'
  /** The content of the file is missing from the spool and was not sent. */
  | 'lose'

const fromUnspooled = {
  change: 'WAITING',
  delay: 'WAITING',
  lock: 'LOCKED',
  offload: 'ONLINE_ONLY',
  refuse: 'IGNORED',
  spool: 'SPOOLED',
  vanish: 'VANISHED',
} as const

const steps: Record<SightingState, Partial<Record<SightingStep, SightingState>>> = {
  WAITING: fromUnspooled,
  LOCKED: fromUnspooled,
  ONLINE_ONLY: fromUnspooled,
  IGNORED: { change: 'WAITING', vanish: 'VANISHED' },
  // A replaced file is a new sighting, so a copied file changes its state only when its content is lost.
  SPOOLED: { lose: 'WAITING' },
  VANISHED: { change: 'WAITING' },
}

/** Null if the step is not allowed in this state. */
export function stateAfter(state: SightingState, step: SightingStep): SightingState | null {
  return steps[state][step] ?? null
}

/** Whether the content is not in the spool yet. */
export function isUnspooled(state: SightingState): boolean {
  return state === 'WAITING' || state === 'LOCKED' || state === 'ONLINE_ONLY'
}

/** What happens to the user's file after the service has its content; NONE: nothing yet. */
export type PostState = 'NONE' | 'PLANNED' | 'DONE' | 'SKIPPED'

export type PostStep =
  /** The target path is stored. */
  | 'plan'
  | 'finish'
  /** The file stays where it is: the user wants that, or it was replaced. */
  | 'skip'

const postSteps: Record<PostState, Partial<Record<PostStep, PostState>>> = {
  NONE: { plan: 'PLANNED', skip: 'SKIPPED' },
  // If another file got the target's name meanwhile, another target is stored.
  PLANNED: { plan: 'PLANNED', finish: 'DONE', skip: 'SKIPPED' },
  DONE: {},
  SKIPPED: {},
}

export function postAfter(state: PostState, step: PostStep): PostState | null {
  return postSteps[state][step] ?? null
}
