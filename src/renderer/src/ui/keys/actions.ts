// All actions that have a key. An action is named by its default key, so a verb declares `keys: 'e'` and means the
// action of "E", even if the user has chosen another key for it.
import type { PlainWord } from '../../words/words.ts'

const rows = ['j', 'k', 'space', 'enter', 'x', 'ctrl+a', 'ctrl+c', 'ctrl+shift+c'] as const
const record = ['c', 'shift+c', 'e', 'h', 'm', 'a', 'l', 'n', 'r', 't', 'o'] as const
const screen = ['f', 'delete', 's', 'u', 'p'] as const
const app = ['ctrl+k', '/', '?', 'ctrl+n', 'g n', 'ctrl+z'] as const
const go = [
  'g t',
  'g l',
  'g w',
  'g k',
  'g c',
  'g p',
  'g x',
  'g s',
  'g h',
  'g a',
  'g d',
  'g o',
  'g m',
  'g r',
  'g e',
  'g b',
  'g v',
  'g i',
  'ctrl+,',
] as const
/** The accounts in the order of their list. */
export const accountActions = ['g 1', 'g 2', 'g 3', 'g 4', 'g 5', 'g 6', 'g 7', 'g 8', 'g 9'] as const

export const actionGroups = [
  { title: 'keyGroup.rows', actions: rows },
  { title: 'keyGroup.record', actions: record },
  { title: 'keyGroup.screen', actions: screen },
  { title: 'keyGroup.app', actions: app },
  { title: 'keyGroup.go', actions: go },
  { title: 'keyGroup.accounts', actions: accountActions },
] as const satisfies readonly { title: PlainWord; actions: readonly string[] }[]

export type Action = (typeof actionGroups)[number]['actions'][number]

export const actions: readonly Action[] = actionGroups.flatMap(
  ({ actions: groupActions }): readonly Action[] => groupActions,
)

/** Actions of a focused list. Only they may use the keys that move and press there. */
export const rowActions: ReadonlySet<Action> = new Set<Action>(rows)
