// The columns of each container list in order, and the fixed part of its filter.
import type { ContainerFilter } from '#contract/containers.ts'
import { type PlainColumn, plainColumns, plainKeys } from '#contract/rules/container-columns.ts'
import type { ContainerScreenName } from '../lists/list-screen.ts'
import type { PlainWord } from '../../words/words.ts'
import type { ColumnKey } from './column-makers.ts'

type ContainerScreen = { title: PlainWord; columns: readonly ColumnKey[]; fixed?: Partial<ContainerFilter> }

const screens: Record<ContainerScreenName, ContainerScreen> = {
  lfd: {
    title: 'screen.lfd',
    columns: [
      'number',
      'lastFreeDay',
      // A window of 960 px shows the columns up to the readiness.
      'fees',
      'verdict',
      'customer',
      'pickupPlace',
      'appointment',
      'refs',
      'assignee',
      'band',
      'daysLeft',
      'sources',
      'holds',
      'nextAction',
      'placeTime',
      'status',
      'masterBill',
      'terminalChecked',
      'exposure',
      'lastChange',
      'note',
      'tags',
      'priority',
    ],
  },
  containers: {
    title: 'screen.containers',
    columns: [
      'number',
      'customer',
      'lastFreeDay',
      'status',
      // A window of 960 px shows the columns up to the arrival.
      'eta',
      'vessel',
      'refs',
      'line',
      'portOfDischarge',
      'verdict',
      'equipment',
      'masterBill',
      'portOfLading',
      'discharged',
      'daysLeft',
      'holds',
      'fees',
      'appointment',
      'fullOut',
      'emptyReturned',
      'destination',
      'inlandEta',
      'railCarrier',
      'weight',
      'tags',
      'lastChange',
      'lineChecked',
      'terminalChecked',
      'assignee',
      'note',
      'priority',
    ],
  },
  ready: {
    title: 'ready.only',
    fixed: { scope: 'open', verdicts: ['ready', 'ready-unverified'] },
    columns: [
      'number',
      'pickupPlace',
      'lastFreeDay',
      'verdict',
      'fees',
      'appointment',
      'equipment',
      'customer',
      'refs',
      'weight',
      'daysLeft',
      'readySince',
      'terminalChecked',
    ],
  },
  empties: {
    title: 'empties.title',
    fixed: { scope: 'open', isEmptyOut: true },
    columns: [
      'number',
      'customer',
      'refs',
      'line',
      'outOn',
      'daysOut',
      'freeDays',
      'returnBy',
      'detention',
      'masterBill',
      'pickupPlace',
    ],
  },
}

export const containerScreens: Record<ContainerScreenName, ContainerScreen> = {
  lfd: withPlainColumns('lfd'),
  containers: withPlainColumns('containers'),
  ready: withPlainColumns('ready'),
  empties: withPlainColumns('empties'),
}

/** Adds the plain columns of the contract, each after the column that it names. */
function withPlainColumns(name: ContainerScreenName): ContainerScreen {
  const columns = [...screens[name].columns]
  for (const key of plainKeys) {
    const { lists }: PlainColumn = plainColumns[key]
    const index = columns.findIndex((column) => column === lists[name]?.after)
    if (index >= 0) columns.splice(index + 1, 0, key)
  }
  return { ...screens[name], columns }
}
