// Collects the translated texts that exports and snapshots need for container cells, keyed `kind name`
// (words/container-cells.ts).
import type { ActionKey } from '#words/advice.ts'
import type { CellTexts } from '#words/container-cells.ts'
import type { DeadlineFlag } from '#contract/deadlines.ts'
import { formatHoldInText } from '../containers/readiness.ts'
import { joinAnd, t, tn, type PlainWord, type Word } from '../../words/words.ts'

/** The names of each kind whose texts have no placeholder. */
const namesByKind = {
  band: ['past', 'today', 'tomorrow', 'soon', 'week', 'later', 'none', 'confirm', 'not-discharged', 'out'],
  verdict: [
    'out',
    'not-arrived',
    'conflict',
    'held',
    'unknown',
    'not-released',
    'ready',
    'ready-unverified',
    'not-arrived-inland',
  ],
  source: ['line', 'terminal', 'rail', 'service', 'manual'],
  status: [
    'new',
    'on_ship',
    'grounded',
    'available',
    'not_available',
    'awaiting_inland_transfer',
    'on_rail',
    'off_dock',
    'picked_up',
    'delivered',
    'dropped',
    'loaded',
    'loadedOut',
    'empty_returned',
  ],
  hold: ['customs', 'freight', 'usda', 'vacis', 'tmf', 'other'],
  priority: ['high', 'low'],
  action: [
    'past-last-free-day',
    'last-free-day-today',
    'last-free-day-tomorrow',
    'not-ready-in-time',
    'appointment-too-late',
    'no-appointment',
    'last-free-day-earlier',
    'fees-running',
    'terminal-check-old',
    'no-last-free-day',
    'sources-disagree',
    'hold-ageing',
    'last-free-day-impossible',
    'arrival-moved',
    'tracking-stopped',
    'askHold',
    'askHoldPast',
    'askHoldToday',
    'findBlock',
    'findBlockPast',
    'findBlockToday',
    'followArrival',
    'extend',
    'rebook',
    'pickUpWhenOpen',
    'stopWhenOpen',
  ],
} as const satisfies Record<string, readonly string[]> & { action: readonly ActionKey[] }

const catalogueKeys = {
  band: 'bandName',
  verdict: 'verdictName',
  source: 'source',
  status: 'status',
  hold: 'hold',
  priority: 'priority',
  action: 'riskAction',
} as const

const equipmentLabels: Record<string, PlainWord> = {
  high_cube: 'equipment.highCube',
  dry: 'equipment.dry',
  reefer: 'equipment.reefer',
  'open top': 'equipment.openTop',
  'flat rack': 'equipment.flatRack',
  bulk: 'equipment.bulk',
  tank: 'equipment.tank',
}

/** The reasons why a last free day is not certain. */
const flagLabels: Record<DeadlineFlag, PlainWord> = {
  'zone-unknown': 'flag.zone-unknown',
  'may-be-later': 'flag.may-be-later',
  'port-date-inland-move': 'flag.port-date-inland-move',
  'deprecated-field': 'flag.deprecated-field',
  'today-from-shipment-zone': 'flag.today-from-shipment-zone',
  'today-from-place-zone': 'flag.today-from-place-zone',
  'today-from-home-zone': 'flag.today-from-home-zone',
  'reported-since-manual': 'flag.reported-since-manual',
}

const actionsWithHolds = ['clearHolds', 'clearHoldsPast', 'clearHoldsToday'] as const satisfies readonly ActionKey[]
const actionsWithFees = [
  'payFees',
  'payFeesToday',
  'payFeesTomorrow',
  'payFeesBook',
  'payFeesRebook',
  'payFeesStop',
  'payFeesWhenOpen',
] as const satisfies readonly ActionKey[]

/** Creates the texts of cells in the current language. */
export function createCellWords(): CellTexts {
  const texts: Record<string, string> = {}
  for (const [kind, names] of Object.entries(namesByKind)) {
    for (const name of names)
      texts[`${kind} ${name}`] = t(`${catalogueKeys[kind as keyof typeof namesByKind]}.${name}` as Word & PlainWord)
  }
  for (const [name, labelKey] of Object.entries(equipmentLabels)) texts[`equipment ${name}`] = t(labelKey)
  for (const [flag, labelKey] of Object.entries(flagLabels)) texts[`flag ${flag}`] = t(labelKey)
  texts['phrase disputed'] = t('risk.sources-disagree')
  texts['phrase gate-none'] = t('gate.noneBefore')
  texts['phrase gate-last-day'] = t('gate.spoken', { date: '{date}' })
  texts['phrase gate-closed'] = t('gate.closedAt', { to: '{to}' })
  texts['phrase gate-opens'] = t('gate.opensAt', { at: '{at}' })
  texts['phrase gate-closed-now'] = t('gate.closedNow')
  texts['phrase amount-pending'] = t('money.pendingShort')
  texts['phrase check-old'] = t('risk.terminal-check-old')
  // The placeholders remain, because the names of the holds are only known in a row.
  texts['hold isNamed'] = t('hold.named', { name: '{name}' })
  texts['verdict ready-hold-expected'] = t('verdict.readyHoldExpected')
  texts['place isPort'] = t('cell.portOnly', { port: '{port}' })
  texts['hold isPendingNamed'] = t('hold.pending', { name: '{name}' })
  for (const name of actionsWithHolds) {
    texts[`action ${name}`] = tn(`riskAction.${name}`, 1, { holds: '{holds}' })
    texts[`action ${name} many`] = tn(`riskAction.${name}`, 2, { holds: '{holds}' })
  }
  for (const name of actionsWithFees) texts[`action ${name}`] = t(`riskAction.${name}`, { fees: '{fees}' })
  for (const name of namesByKind.hold) texts[`hold-in-text ${name}`] = formatHoldInText(name)
  texts['phrase and'] = joinAnd(['{first}', '{last}'])
  texts['phrase list-separator'] = t('phrase.listSeparator')
  texts['phrase unpriced-fee'] = t('money.unpricedFee')
  return texts
}
