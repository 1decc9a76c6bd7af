// The parts of a container filter in words, for the menu that sets them and the chips that show them.
import type { ContainerFilter } from '#contract/containers.ts'
import type { Band, Verdict } from '#contract/deadlines.ts'
import type { Priority } from '#contract/own.ts'
import type { FacetValue } from '#contract/values.ts'
import { formatEquipment } from '../../words/cargo.ts'
import { formatDate } from '../../words/dates.ts'
import { formatSailing } from './journey.ts'
import { formatHoldName, formatStatus, formatVerdictName } from './readiness.ts'
import { riskReasons, formatRisk } from './risks.ts'
import { joinList, t, tn, translateName, type PlainWord } from '../../words/words.ts'

const countedParts = [
  'bands',
  'verdicts',
  'statuses',
  'places',
  'lines',
  'customers',
  'vessels',
  'dischargePorts',
  'equipment',
  'holds',
  'assignedTo',
  'ownTags',
  'priorities',
] as const
export type Facets = Record<(typeof countedParts)[number], FacetValue[]>

/** Parts with several values; a row matches any of them. */
export const listParts = [...countedParts, 'risks'] as const
export type ListPart = (typeof listParts)[number]
/** Parts that are a number of days. */
export const dayParts = ['withinDays', 'arrivingWithinDays', 'changedWithinDays', 'daysOutOver'] as const
/** Parts that are on or off. */
export const flagParts = [
  'hasFees',
  'isDisputed',
  'isNotAssessed',
  'hasNewHold',
  'isEmptyOut',
  'hasAppointment',
  'isUnchecked',
  'isMine',
  'hasNote',
] as const
/** Parts that are set on other screens: on Today, in the calendar and on the map. The menu can only remove them. */
export const otherScreenParts = ['lastFreeDays', 'ports', 'sailings', 'leadingRisks'] as const
type OtherScreenPart = (typeof otherScreenParts)[number]
export type FilterPart = ListPart | OtherScreenPart | (typeof dayParts)[number] | (typeof flagParts)[number]

export const bands: readonly Band[] = [
  'past',
  'today',
  'tomorrow',
  'soon',
  'week',
  'later',
  'none',
  'confirm',
  'not-discharged',
  'out',
]
export const verdicts: readonly Verdict[] = [
  'ready',
  'ready-unverified',
  'held',
  'conflict',
  'not-released',
  'unknown',
  'not-arrived',
  'out',
]
export const withinDaysChoices = [0, 1, 2, 3, 7, 14] as const
/** The choices for the days since the pickup. */
export const daysOutChoices = [0, 3, 5, 7, 10, 14, 21] as const

const partNames: Record<FilterPart, PlainWord> = {
  bands: 'filter.band',
  verdicts: 'filter.verdict',
  statuses: 'filter.status',
  places: 'filter.place',
  lines: 'filter.line',
  customers: 'filter.customer',
  vessels: 'filter.vessel',
  dischargePorts: 'filter.dischargePort',
  equipment: 'filter.equipment',
  holds: 'filter.hold',
  risks: 'filter.risk',
  leadingRisks: 'filter.leadingRisk',
  withinDays: 'filter.within',
  arrivingWithinDays: 'filter.arriving',
  lastFreeDays: 'filter.lastFreeDays',
  ports: 'filter.ports',
  sailings: 'filter.sailings',
  isEmptyOut: 'filter.emptyOut',
  hasFees: 'filter.fees',
  isDisputed: 'filter.disputed',
  isNotAssessed: 'filter.notAssessed',
  hasNewHold: 'filter.newHold',
  hasAppointment: 'filter.appointment',
  isUnchecked: 'filter.unchecked',
  changedWithinDays: 'filter.changed',
  assignedTo: 'filter.assignedTo',
  ownTags: 'filter.ownTags',
  priorities: 'filter.priorities',
  daysOutOver: 'filter.daysOut',
  isMine: 'filter.mine',
  hasNote: 'filter.note',
}

export function formatPartName(part: FilterPart): string {
  return t(partNames[part])
}

const priorityLabels: Record<Priority, PlainWord> = {
  high: 'priority.high',
  normal: 'priority.normal',
  low: 'priority.low',
}

/** The choices of a part. `count` is null if there is no count. */
export function listChoices(
  part: ListPart,
  facets: Facets | null,
): { value: string; label: string; count: number | null }[] {
  // Reasons are not counted, because a container may have several.
  if (part === 'risks') return riskReasons.map((reason) => ({ value: reason, label: formatRisk(reason), count: null }))
  const countOf = (value: string) => facets && (facets[part].find((facet) => facet.value === value)?.count ?? 0)
  // Bands keep their order, and include those without containers.
  if (part === 'bands')
    return bands.map((band) => ({ value: band, label: t(`bandName.${band}`), count: countOf(band) }))
  if (part === 'verdicts')
    return verdicts.map((verdict) => ({ value: verdict, label: formatVerdictName(verdict), count: countOf(verdict) }))
  return (facets?.[part] ?? []).map(({ value, label, count }) => ({
    value,
    label: formatValueLabel(part, value, label),
    count,
  }))
}

/** The trade's term if there is one, otherwise the engine's label. */
function formatValueLabel(part: ListPart, value: string, label: string): string {
  // Containers without a status are counted under an empty name.
  if (part === 'statuses') return formatStatus(value === '' ? null : value)
  if (part === 'holds') return formatHoldName(value)
  if (part === 'equipment') return formatEquipmentCode(value)
  // Containers without an assignee are counted under an empty name.
  if (part === 'assignedTo' && value === '') return t('own.nobody')
  if (part === 'priorities') return translateName(priorityLabels, value) ?? value
  return label
}

/** `40/high_cube/dry` as in the column. */
function formatEquipmentCode(code: string): string {
  const [length = '', height = '', type = ''] = code.split('/')
  return formatEquipment({
    lengthFt: length === '' ? null : Number(length),
    height: height || null,
    type: type || null,
  })
}

export function setValues(filter: ContainerFilter, part: ListPart, values: readonly string[]): ContainerFilter {
  return values.length === 0 ? removePart(filter, part) : { ...filter, [part]: [...values] }
}

export function removePart(filter: ContainerFilter, part: FilterPart | 'text'): ContainerFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => key !== part)) as ContainerFilter
}

/**
 * Keeps the labels of values that the new facets lack, because no row matches the filter. A chip would otherwise show
 * the id of the value.
 */
export function mergeFacets(earlier: Facets | null, facets: Facets): Facets {
  if (!earlier) return facets
  const mergeValues = (part: keyof Facets) => [
    ...facets[part],
    ...earlier[part].filter(({ value }) => !facets[part].some((facet) => facet.value === value)),
  ]
  return {
    ...facets,
    statuses: mergeValues('statuses'),
    places: mergeValues('places'),
    lines: mergeValues('lines'),
    customers: mergeValues('customers'),
    vessels: mergeValues('vessels'),
    dischargePorts: mergeValues('dischargePorts'),
    equipment: mergeValues('equipment'),
    holds: mergeValues('holds'),
    assignedTo: mergeValues('assignedTo'),
    ownTags: mergeValues('ownTags'),
  }
}

export type Chip = { part: FilterPart; text: string }

/** The filter in words, one chip per part. */
export function createChips(filter: ContainerFilter, facets: Facets | null): Chip[] {
  const chips: Chip[] = listParts.flatMap((part) => {
    const values = filter[part] as readonly string[] | undefined
    return values && values.length > 0 ? [{ part, text: formatListChip(part, values, facets) }] : []
  })
  const { risks, withinDays, arrivingWithinDays, changedWithinDays, daysOutOver } = filter
  if (risks?.length === 0) chips.push({ part: 'risks', text: t('chip.anyRisk') })
  for (const part of otherScreenParts) {
    const word = formatOtherScreenPart(filter, part)
    if (word !== null) chips.push({ part, text: word })
  }
  if (withinDays !== undefined)
    chips.push({ part: 'withinDays', text: withinDays === 0 ? t('chip.withinToday') : tn('chip.within', withinDays) })
  if (arrivingWithinDays !== undefined)
    chips.push({ part: 'arrivingWithinDays', text: tn('chip.arriving', arrivingWithinDays) })
  if (changedWithinDays !== undefined)
    chips.push({
      part: 'changedWithinDays',
      text: changedWithinDays === 0 ? t('chip.changedToday') : tn('chip.changed', changedWithinDays),
    })
  if (daysOutOver !== undefined)
    chips.push({ part: 'daysOutOver', text: daysOutOver === 0 ? t('chip.outToday') : tn('chip.outOver', daysOutOver) })
  const flags = flagParts.flatMap((part) => {
    const isOn = filter[part]
    return isOn === undefined ? [] : [{ part, text: t(flagLabels[part][isOn ? 0 : 1]) }]
  })
  return [...chips, ...flags]
}

/** The texts of the chips, for a part that is on and one that is off. */
const flagLabels: Record<(typeof flagParts)[number], readonly [PlainWord, PlainWord]> = {
  hasFees: ['chip.fees', 'chip.noFees'],
  isDisputed: ['chip.disputed', 'chip.notDisputed'],
  isNotAssessed: ['chip.notAssessed', 'chip.assessed'],
  hasNewHold: ['chip.newHold', 'chip.noNewHold'],
  isEmptyOut: ['chip.emptyOut', 'chip.notEmptyOut'],
  hasAppointment: ['chip.appointment', 'chip.noAppointment'],
  isUnchecked: ['chip.unchecked', 'chip.checked'],
  isMine: ['chip.mine', 'chip.notMine'],
  hasNote: ['chip.note', 'chip.noNote'],
}

/** A part that was set on another screen in words; null if the filter does not have it. */
export function formatOtherScreenPart(
  { lastFreeDays, ports, sailings, leadingRisks }: ContainerFilter,
  part: OtherScreenPart,
): string | null {
  if (part === 'lastFreeDays') return lastFreeDays ? formatDays(lastFreeDays) : null
  if (part === 'ports') return ports?.length ? t('chip.ports', { ports: listFirstNames(ports) }) : null
  if (part === 'leadingRisks')
    return leadingRisks?.length
      ? t('chip.leadingRisks', { reasons: joinList(leadingRisks.map((reason) => formatRisk(reason))) })
      : null
  return sailings?.length
    ? t('chip.sailings', { sailings: listFirstNames(sailings.map((sailing) => formatSailing(sailing))) })
    : null
}

/** `LFD is Fri 20 Nov`, `LFD is Mon 16 Nov to Sun 22 Nov`, `LFD is Sun 15 Nov or earlier`. */
export function formatDays({ from, to }: NonNullable<ContainerFilter['lastFreeDays']>): string {
  if (from === undefined)
    return to === undefined ? t('chip.anyLastFreeDay') : t('chip.upToDay', { date: formatDate(to, null) })
  if (to === undefined) return t('chip.fromDay', { date: formatDate(from, null) })
  return from === to
    ? t('chip.lastFreeDay', { date: formatDate(from, null) })
    : t('chip.lastFreeDays', { from: formatDate(from, null), to: formatDate(to, null) })
}

/** The names of these bands say that they are about the last free day: `Past LFD`, not `LFD is Past LFD`. */
const completeBands: readonly string[] = ['past', 'none', 'confirm', 'not-discharged', 'out'] satisfies Band[]

/** A chip names this many values and counts the others. */
const MAX_NAMED = 3

function formatListChip(part: ListPart, values: readonly string[], facets: Facets | null): string {
  const choices = listChoices(part, facets)
  const names = values.map(
    (value) => choices.find((choice) => choice.value === value)?.label ?? formatValueLabel(part, value, value),
  )
  const nameList = listFirstNames(names)
  if (part === 'bands' && values.every((value) => completeBands.includes(value)) && values.length === 1) return nameList
  if (part === 'holds')
    return names.length === 1 ? t('chip.includes', { value: nameList }) : t('chip.includesAny', { values: nameList })
  return names.length === 1
    ? t('chip.isOne', { name: formatPartName(part), value: nameList })
    : t('chip.isAny', { name: formatPartName(part), values: nameList })
}

function listFirstNames(names: readonly string[]): string {
  const named = joinList(names.slice(0, MAX_NAMED))
  return names.length > MAX_NAMED ? t('chip.more', { values: named, n: names.length - MAX_NAMED }) : named
}
