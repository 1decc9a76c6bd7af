// The order of rows that no sort distinguishes: the most urgent first, then by number. Sorting 100,000 rows by it takes
// 2.5 ms, almost as long as the sort itself, so the order of all rows is cached until one changes.
import { sortSlotsBy } from '../../table/columns.ts'
import type { Board } from './board.ts'

const DAYS_PER_BAND = 2 ** 12
/** Added to each key, so that all keys differ in 16 neighbouring bits only. They are sorted in one pass (radix.ts). */
const KEY_BASE = 2 ** 20

type Cached = { version: number; slots: Uint32Array<ArrayBuffer> }
const cachedOrders = new WeakMap<Board, Cached>()

/** Sorts slots by keys, then by urgency. `slots` are sorted by number and id. */
export function sortSlotsByUrgency(
  board: Board,
  slots: Uint32Array<ArrayBuffer>,
  keys: Float64Array[],
): Uint32Array<ArrayBuffer> {
  return slots.length === board.columns.ids.length
    ? sortSlotsBy(orderAllSlots(board), keys)
    : sortSlotsBy(slots, [...keys, createUrgencyKeys(board, slots)])
}

function orderAllSlots(board: Board): Uint32Array<ArrayBuffer> {
  const version = board.columns.version()
  const cached = cachedOrders.get(board)
  if (cached?.version === version) return cached.slots
  const byNumber = board.columns.slots()
  const slots = sortSlotsBy(byNumber, [createUrgencyKeys(board, byNumber)])
  cachedOrders.set(board, { version, slots })
  return slots
}

/** Sort keys by slot: by band, then by last free day. Days are counted from the earliest one, over 11 years. */
function createUrgencyKeys({ columns }: Board, slots: Uint32Array): Float64Array {
  const [bands, days] = [columns.numbers('band'), columns.numbers('lfd_day')]
  const keys = new Float64Array(columns.ids.length)
  let first = Number.POSITIVE_INFINITY
  for (let i = 0; i < slots.length; i++) first = Math.min(first, days[slots[i] ?? 0] || Number.POSITIVE_INFINITY)
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    const day = (days[slot] ?? Number.NaN) - first
    keys[slot] = KEY_BASE + (bands[slot] ?? 0) * DAYS_PER_BAND + (day < DAYS_PER_BAND - 1 ? day : DAYS_PER_BAND - 1)
  }
  return keys
}
