// Which stroke runs which action: the defaults of actions.ts with the user's changes. The host stores the changes
// (contract/shell.ts); the screens and the lists listen for keys.
import type { ShortcutSettings } from '#contract/shell.ts'
import { actions, rowActions, type Action } from './actions.ts'
import { isByCharacter } from './strokes.ts'

export const DEFAULT_KEYS: ShortcutSettings = { custom: {}, hasSingleKeys: true }

/** The stroke of an action, by the user's choice or by default; null if the user removed it. */
export function getChosenStroke({ custom }: ShortcutSettings, action: Action): string | null {
  const chosen = custom[action]
  return chosen === undefined ? action : chosen === '' ? null : chosen
}

/** Like `getChosenStroke`, but also null if single keys are off and this is one. */
export function getStroke(choice: ShortcutSettings, action: Action): string | null {
  const stroke = getChosenStroke(choice, action)
  return stroke !== null && !choice.hasSingleKeys && isByCharacter(stroke) ? null : stroke
}

/** `null` removes the key. A default key needs no entry. */
export function withStroke(choice: ShortcutSettings, action: Action, stroke: string | null): ShortcutSettings {
  const custom = Object.fromEntries(Object.entries(choice.custom).filter(([name]) => name !== action))
  return { ...choice, custom: stroke === action ? custom : { ...custom, [action]: stroke ?? '' } }
}

/**
 * Finds the other actions in conflict with this stroke: theirs is the same, or one of the two begins with the other.
 */
export function findConflicts(choice: ShortcutSettings, action: Action, stroke: string): Action[] {
  return actions.filter((other) => {
    const otherStroke = getChosenStroke(choice, other)
    return (
      other !== action &&
      otherStroke !== null &&
      (otherStroke === stroke || otherStroke.startsWith(`${stroke} `) || stroke.startsWith(`${otherStroke} `))
    )
  })
}

/**
 * Swaps the keys of two actions. In a conflict by common beginning the other action loses its key, because its pair
 * would still begin with it.
 */
export function withSwappedStroke(choice: ShortcutSettings, action: Action, stroke: string): ShortcutSettings {
  const previousStroke = getChosenStroke(choice, action)
  const [other] = findConflicts(choice, action, stroke)
  const assigned = withStroke(choice, action, stroke)
  return other === undefined ? assigned : withStroke(assigned, other, previousStroke)
}

export function removeStroke(choice: ShortcutSettings, action: Action, stroke: string): ShortcutSettings {
  return findConflicts(choice, action, stroke).reduce(
    (settings, other) => withStroke(settings, other, null),
    withStroke(choice, action, stroke),
  )
}

export type Refusal = 'moves' | 'presses' | 'edits' | 'menu' | 'page'

/** Keys that navigate everywhere, in lists and in fields. */
const MOVES = /^(shift\+)?(tab|escape|arrow\w+|home|end|page\w+|backspace)$/
const PRESSES = /^(shift\+)?(enter|space)$/
/** The editing keys of a field must stay unchanged. */
const EDITS = /^ctrl\+(shift\+)?[xvyz]$/
/** The window, the browser or the system handles these before the page receives them. */
const PAGE = /^(ctrl\+(shift\+)?[wtq]|f11|f12|ctrl\+tab|alt\+f4|alt\+arrow\w+)$/

/** A browser opens a window with this key, and the page never receives it. The desktop app does. */
export const isTakenByBrowser = (stroke: string): boolean => /^ctrl\+(shift\+)?n$/.test(stroke)

/** Finds the reason why an action cannot have that stroke; null if it can. */
export function findRefusal(action: Action, stroke: string): Refusal | null {
  if (stroke === action) return null
  const parts = stroke.split(' ')
  if (parts.some((part) => MOVES.test(part))) return 'moves'
  if (PRESSES.test(stroke) ? !rowActions.has(action) : parts.some((part) => PRESSES.test(part))) return 'presses'
  if (parts.some((part) => EDITS.test(part))) return 'edits'
  if (parts.some((part) => PAGE.test(part))) return 'page'
  return parts.some((part) => /^alt\+.$/u.test(part)) ? 'menu' : null
}
