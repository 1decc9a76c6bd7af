// Draws random containers, for tests of rules that must be true for every container.
import type { Resource } from '#engine/api/decode.ts'
import { MIRROR_NOW, container } from './mirror.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.parse(MIRROR_NOW)

function createRandom(seed: number, stepMs: number) {
  let state = seed
  const drawUnit = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(drawUnit() * items.length)]!
  const drawDay = () => new Date(NOW_MS + Math.floor(((drawUnit() - 0.5) * 20 * DAY_MS) / stepMs) * stepMs)
  return {
    pick,
    drawInstant: () => pick([null, drawDay().toISOString()]),
    drawDate: () => pick([null, drawDay().toISOString().slice(0, 10)]),
  }
}

const createHolds = (names: string[]) =>
  names.map((name) => ({ name, status: name === 'pending' ? 'pending' : 'hold', description: null }))

/** Draws containers of the shipments s1 to s3. Their instants are whole steps of `stepMs` from the mirror's time. */
export function drawContainers(seed: number, count: number, stepMs = DAY_MS): Resource[] {
  const { pick, drawInstant, drawDate } = createRandom(seed, stepMs)
  return Array.from({ length: count }, (_, i) => {
    const attributes = {
      current_status: pick([null, 'grounded', 'available', 'on_ship', 'picked_up', 'empty_returned']),
      pod_timezone: pick(['America/Los_Angeles', 'Pacific/Auckland', null]),
      pod_arrived_at: drawInstant(),
      pod_discharged_at: drawInstant(),
      pod_full_out_at: pick([null, null, drawInstant()]),
      empty_terminated_at: pick([null, null, null, drawInstant()]),
      pickup_appointment_at: drawInstant(),
      terminal_checked_at: drawInstant(),
      availability_known: pick([true, false, null]),
      available_for_pickup: pick([true, false, null]),
      holds_at_pod_terminal: createHolds(pick([[], [], ['customs'], ['Customs', 'freight'], ['pending']])),
      fees_at_pod_terminal: pick([
        [],
        [{ type: 'demurrage', amount: 150.5, currency_code: 'USD' }],
        [{ type: 'exam', amount: 0, currency_code: null }],
      ]),
      import_deadlines: { pickup_lfd_line: drawDate(), pickup_lfd_terminal: drawDate() },
      weight_in_lbs: pick([null, 0, 40_000, 40_000.5]),
      seal_number: pick([null, 'S1', 's1', 'S2']),
      equipment_type: pick([null, 'dry', 'reefer']),
      equipment_length: pick([null, 20, 40]),
      equipment_height: pick([null, 'standard', 'high_cube']),
    }
    return container(
      `${i}`,
      `ABCU${pick([1, 2, 3, 4, 5, 6, 7, 8, 9])}00000${i % 10}`,
      pick([null, 's1', 's2', 's3']),
      attributes,
    )
  })
}
