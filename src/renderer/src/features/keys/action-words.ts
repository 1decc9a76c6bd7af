// The label of each action in the settings of keys. The label of a verb can name its record, so it cannot be used
// there.
import type { PlainWord } from '../../words/words.ts'
import { joinParts, t } from '../../words/words.ts'
import { accountActions, type Action } from '../../ui/keys/actions.ts'

const actionLabels: Partial<Record<Action, PlainWord>> = {
  j: 'keyAction.nextRow',
  k: 'keyAction.previousRow',
  space: 'keyAction.peek',
  enter: 'keyAction.open',
  x: 'keyAction.select',
  'ctrl+a': 'keyAction.selectAll',
  'ctrl+c': 'keyAction.copy',
  'ctrl+shift+c': 'keyAction.copyWithHeaders',
  c: 'keyAction.copyNumber',
  'shift+c': 'update.action',
  e: 'keyAction.done',
  h: 'keyAction.snooze',
  m: 'keyAction.mute',
  a: 'keyAction.assign',
  l: 'keyAction.label',
  n: 'keyAction.note',
  r: 'keyAction.reread',
  t: 'keyAction.openTms',
  o: 'keyAction.openWeb',
  f: 'keyAction.filter',
  delete: 'keyAction.cancel',
  s: 'keyAction.saveCopy',
  u: 'keyAction.addFiles',
  p: 'keyAction.pause',
  'ctrl+k': 'palette.title',
  '/': 'keys.find',
  '?': 'keys.open',
  'ctrl+n': 'keys.addTracking',
  'g n': 'keyAction.addByPair',
  'ctrl+z': 'keyAction.undo',
  'g t': 'screen.today',
  'g l': 'screen.lfd',
  'g c': 'screen.containers',
  'g p': 'screen.ready',
  'g x': 'empties.title',
  'g s': 'screen.shipments',
  'g h': 'screen.charges',
  'g a': 'screen.changes',
  'g d': 'screen.documents',
  'g o': 'screen.emails',
  'g m': 'screen.map',
  'g r': 'screen.requests',
  'g e': 'editVerb.see',
  'g b': 'alerts.title',
  'g v': 'handover.title',
  'g i': 'screen.status',
  'ctrl+,': 'screen.settings',
}

export function formatAction(action: Action): string {
  if (action === 'g w') return joinParts(t('phrase.clauseSeparator'), t('screen.lfd'), t('lfdTab.board'))
  if (action === 'g k') return joinParts(t('phrase.clauseSeparator'), t('screen.lfd'), t('lfdTab.calendar'))
  const index = accountActions.findIndex((account) => account === action)
  const labelKey = actionLabels[action]
  return index >= 0 ? t('keyAction.account', { n: index + 1 }) : labelKey === undefined ? action : t(labelKey)
}
