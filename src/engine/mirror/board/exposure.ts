// What waiting costs, for whole lists: the user's rates over the board in memory, a box at a time.
import { majorOf } from '#words/currency.ts'
import { Clock } from '#contract/deadlines.ts'
import type { Columns } from '../../table/columns.ts'
import type { ReadableDb } from '../../db/open.ts'
import { dateInZone, julianDayOf } from '../../outside/calendar.ts'
import { type Cost, loadRates } from '../../settings/rates.ts'
import { loadMoment } from '../containers/moment.ts'

/** Days are SQLite's day numbers. */
export type Costs = {
  /** At the place of the box; NaN where nobody knows the place's zone. */
  today(slot: number): number
  /** Demurrage when it is still there on this day, or picked up on it; null: nothing can be due. */
  demurrage(slot: number, day: number): Cost | null
  /** Detention today; null: not out, or returned. */
  detention(slot: number): Cost | null
  /** The last day without detention; NaN: not out, or not known. */
  returnDay(slot: number): number
}

const [NOT_STARTED, RUNNING, STOPPED] = [Clock.options.indexOf('not-started'), Clock.options.indexOf('running'), Clock.options.indexOf('stopped')]

/** Free time is running, or will from a date that is still to come. One that is past before discharge is a conflict of data, not a cost. */
export function canBeDue(isRunning: boolean, lastFree: number, today: number): boolean {
  return isRunning || lastFree >= today
}

/** For sorting and for nothing else: NaN where there is no figure. */
export function amountOf(cost: Cost | null): number {
  return cost === null || typeof cost === 'string' ? Number.NaN : majorOf(cost.minor, cost.currency)
}

/** Of the board. */
type CostColumn = 'clock' | 'lfd_day' | 'full_out_day' | 'is_open' | 'equipment_length_ft' | 'today_zone' | 'out_zone' | 'scac' | 'pickup_place' | 'equipment_type'

type Terms = ReturnType<ReturnType<typeof loadRates>['termsOf']>

export function costsOf(db: ReadableDb, columns: Columns<CostColumn>): Costs {
  const [rates, nowMs] = [loadRates(db), loadMoment(db).ms]
  const daysOf = (name: 'today_zone' | 'out_zone') => columns.texts(name).map((zone) => {
    const today = dateInZone(nowMs, zone)
    return today === null ? Number.NaN : julianDayOf(today)
  })
  const [clocks, lastFree, out, open, lengths] = [columns.numbers('clock'), columns.numbers('lfd_day'), columns.numbers('full_out_day'), columns.numbers('is_open'), columns.numbers('equipment_length_ft')]
  const [zones, outZones, lines, places, types] = [columns.codes('today_zone'), columns.codes('out_zone'), columns.codes('scac'), columns.codes('pickup_place'), columns.codes('equipment_type')]
  const [todayByZone, todayByOutZone] = [daysOf('today_zone'), daysOf('out_zone')]
  const [lineTexts, placeTexts, typeTexts] = [columns.texts('scac'), columns.texts('pickup_place'), columns.texts('equipment_type')]
  const known = new Map<string, Terms>()
  /** Boxes alike in line, place, type and length have the same terms, and there are few kinds of them. */
  const termsOf = (kind: 'demurrage' | 'detention', slot: number) => {
    const length = lengths[slot] ?? Number.NaN
    const key = `${kind} ${lines[slot] ?? 0} ${places[slot] ?? 0} ${types[slot] ?? 0} ${length}`
    let terms = known.get(key)
    if (!terms) {
      const text = (texts: readonly string[], code: number | undefined) => (code === undefined || code === 0 ? null : (texts[code] ?? null))
      terms = rates.termsOf(kind, { scac: text(lineTexts, lines[slot]), place: text(placeTexts, places[slot]), equipmentType: text(typeTexts, types[slot]), lengthFt: Number.isNaN(length) ? null : length })
      known.set(key, terms)
    }
    return terms
  }
  const today = (slot: number) => todayByZone[zones[slot] ?? 0] ?? Number.NaN
  const isOut = (slot: number) => clocks[slot] === STOPPED && open[slot] === 1
  return {
    today,
    demurrage: (slot, day) => {
      const [clock, last] = [clocks[slot], lastFree[slot] ?? Number.NaN]
      if (clock !== RUNNING && clock !== NOT_STARTED) return null
      return canBeDue(clock === RUNNING, last, today(slot)) ? rates.cost(termsOf('demurrage', slot), last, day) : null
    },
    detention: (slot) => (isOut(slot) ? rates.detentionCost(termsOf('detention', slot), out[slot] ?? Number.NaN, todayByOutZone[outZones[slot] ?? 0] ?? Number.NaN) : null),
    returnDay: (slot) => (isOut(slot) ? rates.returnDay(termsOf('detention', slot), out[slot] ?? Number.NaN) : Number.NaN),
  }
}
