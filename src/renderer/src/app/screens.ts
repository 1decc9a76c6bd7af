// The list of screens: what the rail shows, and the keys and words that lead to each. A new screen is one entry here.
import type { IconName } from '../ui/AppIcon.vue'
import type { Action } from '../ui/keys/actions.ts'
import type { PlainWord } from '../words/words.ts'

export type Screen = {
  /** The name of the route. */
  name: string
  title: PlainWord
  keys: Action
  /** Additional words for the palette. */
  also?: PlainWord
  /**
   * The place in the rail. `label`: if the title needs a place to break there. `isLast`: this and the following entries
   * are at the bottom.
   */
  rail: { icon: IconName; label?: PlainWord; isLast?: boolean }
}

export const screens: readonly Screen[] = [
  { name: 'today', title: 'screen.today', keys: 'g t', also: 'also.today', rail: { icon: 'sun' } },
  { name: 'lfd', title: 'screen.lfd', keys: 'g l', also: 'also.lfd', rail: { icon: 'calendar' } },
  { name: 'containers', title: 'screen.containers', keys: 'g c', also: 'also.containers', rail: { icon: 'box' } },
  { name: 'ready', title: 'screen.ready', keys: 'g p', also: 'also.ready', rail: { icon: 'truck' } },
  { name: 'shipments', title: 'screen.shipments', keys: 'g s', also: 'also.shipments', rail: { icon: 'ship' } },
  { name: 'charges', title: 'screen.charges', keys: 'g h', also: 'also.charges', rail: { icon: 'lock' } },
  { name: 'changes', title: 'screen.changes', keys: 'g a', also: 'also.changes', rail: { icon: 'changes' } },
  { name: 'documents', title: 'screen.documents', keys: 'g d', also: 'also.documents', rail: { icon: 'file' } },
  { name: 'map', title: 'screen.map', keys: 'g m', also: 'map.also', rail: { icon: 'map' } },
  { name: 'requests', title: 'screen.requests', keys: 'g r', also: 'also.requests', rail: { icon: 'send' } },
  { name: 'status', title: 'screen.status', keys: 'g i', also: 'also.status', rail: { icon: 'pulse', isLast: true } },
  {
    name: 'settings',
    title: 'screen.settings',
    keys: 'ctrl+,',
    also: 'also.settings',
    rail: { icon: 'gear', label: 'rail.settings' },
  },
]
