// Which stroke does what just now: the defaults of actions.ts, and what the user put in their place. Pure; where it is
// kept is the host's (contract/shell.ts), and who listens is useHotkeys.ts and the lists.
import type { KeyChoice } from '#contract/shell.ts'
import { actions, rowActions, type Action } from './actions.ts'
import { isByCharacter } from './strokes.ts'

export const DEFAULT_KEYS: KeyChoice = { custom: {}, hasSingleKeys: true }

/** What the user gave the action, or what it has by default; null for one they took the key from. */
export function chosenStroke({ custom }: KeyChoice, action: Action): string | null {
  const chosen = custom[action]
  return chosen === undefined ? action : chosen === '' ? null : chosen
}

/** The same, as it works now: null as well while single keys are off and this is one. */
export function strokeOf(choice: KeyChoice, action: Action): string | null {
  const stroke = chosenStroke(choice, action)
  return stroke !== null && !choice.hasSingleKeys && isByCharacter(stroke) ? null : stroke
}

/** `null` takes the key away. Back on its own key, the action needs no entry. */
export function withStroke(choice: KeyChoice, action: Action, stroke: string | null): KeyChoice {
  const custom = Object.fromEntries(Object.entries(choice.custom).filter(([name]) => name !== action))
  return { ...choice, custom: stroke === action ? custom : { ...custom, [action]: stroke ?? '' } }
}

/** Who else has that stroke, or a longer or shorter one that begins with it: one of the two could not be told apart. */
export function conflictsOf(choice: KeyChoice, action: Action, stroke: string): Action[] {
  return actions.filter((other) => {
    const theirs = chosenStroke(choice, other)
    return (
      other !== action &&
      theirs !== null &&
      (theirs === stroke || theirs.startsWith(`${stroke} `) || stroke.startsWith(`${theirs} `))
    )
  })
}

/**
 * Each takes the other's key. Of a conflict by a common beginning the other one is left without: its pair would still
 * begin with it.
 */
export function swapped(choice: KeyChoice, action: Action, stroke: string): KeyChoice {
  const before = chosenStroke(choice, action)
  const [other] = conflictsOf(choice, action, stroke)
  const given = withStroke(choice, action, stroke)
  return other === undefined ? given : withStroke(given, other, before)
}

export function cleared(choice: KeyChoice, action: Action, stroke: string): KeyChoice {
  return conflictsOf(choice, action, stroke).reduce(
    (now, other) => withStroke(now, other, null),
    withStroke(choice, action, stroke),
  )
}

export type Refusal = 'moves' | 'presses' | 'edits' | 'menu' | 'page'

/** Keys that move about everywhere, in lists as in fields. */
const MOVES = /^(shift\+)?(tab|escape|arrow\w+|home|end|page\w+|backspace)$/
const PRESSES = /^(shift\+)?(enter|space)$/
/** What a field does with text must stay what it is. */
const EDITS = /^ctrl\+(shift\+)?[xvyz]$/
/** Taken by the window, the browser or the system before it gets here. */
const PAGE = /^(ctrl\+(shift\+)?[wtq]|f11|f12|ctrl\+tab|alt\+f4|alt\+arrow\w+)$/

/** Why an action cannot have that stroke; null when it can. */
export function refusalOf(action: Action, stroke: string): Refusal | null {
  if (stroke === action) return null
  const parts = stroke.split(' ')
  if (parts.some((part) => MOVES.test(part))) return 'moves'
  if (PRESSES.test(stroke) ? !rowActions.has(action) : parts.some((part) => PRESSES.test(part))) return 'presses'
  if (parts.some((part) => EDITS.test(part))) return 'edits'
  if (parts.some((part) => PAGE.test(part))) return 'page'
  return parts.some((part) => /^alt\+.$/u.test(part)) ? 'menu' : null
}
