// Made-up tracking requests in every state and for every reason, and a service that identifies some lines. The verdicts
// are told apart by their beginnings only; the real rules are the engine's.
import { AppError } from '#contract/errors.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Assessment, Inference, NewRequest, NumberVerdict, RequestFilter, RequestRow, RequestSort, RequestSortColumn, RequestState, RequestType } from '#contract/tracking.ts'
import { type FakeHold, createFakeBatches } from './fake-engine-batches.ts'
import { NOW, at } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `${'tracking' | 'batches'}.${string}`>
type Shape = Partial<RequestRow> & Pick<RequestRow, 'state'>

const HOUR_MS = 3_600_000
const MOST = 400

const lines = [
  { scac: 'KESL', name: 'Kestrel Ocean' },
  { scac: 'NVSC', name: 'Nova Scotia Carriers' },
  { scac: 'OBLN', name: 'Oberon Line' },
  { scac: 'TASM', name: 'Tasman & Meridian' },
]
const prefixes: Record<string, string> = { OBLU: 'OBLN', TSMU: 'TASM', KSLU: 'KESL', NVCU: 'NVSC' }
const types: readonly RequestType[] = ['bill_of_lading', 'booking_number', 'container']

function failed(reason: string, rest: Partial<RequestRow> = {}): Shape {
  return { state: 'failed', status: 'failed', reason, ...rest }
}

/** The first seven are what a first day looks like. */
const shapes: readonly Shape[] = [
  failed('not_found'),
  { state: 'pending', status: 'pending', reason: 'shipping_line_unreachable', isRetrying: true, retryCount: 4 },
  { state: 'waiting', failure: { code: 'api/offline', details: { host: 'tracking.example' } }, nextTryAt: at(0.4 * HOUR_MS) },
  { state: 'awaiting_manifest', status: 'awaiting_manifest', reason: 'awaiting_manifest' },
  { state: 'created', status: 'created' },
  { state: 'already-tracked' },
  { state: 'pending', status: 'pending', scac: null, lineName: null },
  { state: 'sending' },
  { state: 'waiting', isUnsure: true, nextTryAt: at(0.2 * HOUR_MS) },
  { state: 'refused', failure: { code: 'api/refused', details: { status: 422, detail: 'Shipping line is not supported' } } },
  { state: 'tracking_stopped', status: 'tracking_stopped' },
  { state: 'unknown', status: 'under_review' },
  { state: 'pending', status: 'pending', reason: 'unrecognized_response', isRetrying: true, retryCount: 11 },
  { state: 'created', status: 'created' },
  failed('booking_cancelled', { type: 'booking_number' }),
  failed('duplicate'),
  failed('expired'),
  failed('internal_processing_error'),
  failed('invalid_number'),
  failed('retries_exhausted', { retryCount: 14 }),
  failed('data_unavailable'),
  failed('scac_auto_detect_failed', { scac: null, lineName: null }),
  failed('port_closed_by_ice'),
]

/** None of the containers there are: what has led nowhere is not tracked. */
function numberOf(type: RequestType, { scac, number }: ContainerRow, index: number): string {
  if (type === 'booking_number') return String(610_400_000 + index * 731)
  if (type === 'bill_of_lading') return `${scac ?? 'OBLN'}${77_100_400 + index * 613}`
  const serial = `${number.slice(0, 4)}${700_100 + index * 37}`
  return serial + checkDigit(serial)
}

function makeRequest(box: ContainerRow, index: number): RequestRow {
  const shape = shapes[index % shapes.length] ?? { state: 'waiting' }
  const isLinked = shape.state === 'created' || shape.state === 'tracking_stopped' || shape.state === 'already-tracked'
  const type = isLinked ? 'bill_of_lading' : (shape.type ?? types[index % 5 === 0 ? 0 : index % 3] ?? 'container')
  return {
    id: `request-${index}`,
    number: isLinked ? (box.masterBill ?? box.number) : numberOf(type, box, index),
    type,
    scac: box.scac,
    lineName: box.lineName,
    status: null,
    reason: null,
    failure: null,
    isRetrying: false,
    retryCount: null,
    nextTryAt: null,
    isUnsure: false,
    createdAt: at(-(index + 1) * 2.7 * HOUR_MS),
    updatedAt: shape.status === undefined ? null : at(-(index + 0.4) * 2.7 * HOUR_MS),
    refs: index % 3 === 0 ? [`PO-${4_100 + index}`, ...(index % 2 === 0 ? [`FILE ${900 + index}`] : [])] : [],
    shipmentId: isLinked ? box.shipmentId : null,
    boxes: isLinked ? 3 : null,
    isDismissed: false,
    ...shape,
  }
}

const notOpen: readonly RequestState[] = ['created', 'already-tracked']

function passes(row: RequestRow, { scope, states, text }: RequestFilter): boolean {
  const sought = text === undefined ? undefined : flat(text)
  return (
    (scope === 'all' || (!row.isDismissed && !notOpen.includes(row.state))) &&
    (states?.includes(row.state) ?? true) &&
    (sought === undefined || flat([row.number, row.lineName, row.scac, ...row.refs].join(' ')).includes(sought))
  )
}

const flat = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

const keys: Record<RequestSortColumn, (row: RequestRow) => string | number> = {
  number: ({ number }) => number,
  type: ({ type }) => type ?? '',
  line: ({ lineName }) => lineName ?? '',
  state: ({ state }) => state,
  retries: ({ retryCount }) => retryCount ?? -1,
  created: ({ createdAt }) => createdAt,
}

function sorted(rows: readonly RequestRow[], [level]: RequestSort): RequestRow[] {
  const key = keys[level?.column ?? 'created']
  const sign = level?.direction === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0))
}

/** ISO 6346. */
function checkDigit(number: string): string {
  const values = Array.from(number.slice(0, 10), (sign) => (/\d/.test(sign) ? Number(sign) : 10 + Math.floor(((sign.charCodeAt(0) - 65) * 11 + 10) / 10)))
  return String((values.reduce((sum, value, place) => sum + value * 2 ** place, 0) % 11) % 10)
}

const beginnings: [RegExp, NumberVerdict, RequestType[]][] = [
  [/^$/, 'empty', []],
  [/^PO/, 'purchase-order', []],
  [/^(SL|SEAL)/, 'seal', []],
  [/^HB/, 'house-bill', ['bill_of_lading']],
  [/^\d{11}$/, 'customs-entry', []],
  [/^[A-Z]{4}[A-Z0-9]*\d{5}/, 'trackable', ['bill_of_lading', 'booking_number']],
  [/^[A-Z0-9]{6,20}$/, 'unclear', ['bill_of_lading', 'booking_number']],
  [/./, 'not-a-number', []],
]

function verdictOf(number: string): Pick<Assessment, 'verdict' | 'types' | 'correctedNumber'> {
  if (/^[A-Z]{3}[UJZ]\d{7}$/.test(number)) {
    const corrected = number.slice(0, 10) + checkDigit(number)
    if (corrected === number) return { verdict: 'trackable', types: ['container'], correctedNumber: null }
    return { verdict: 'wrong-check-digit', types: [], correctedNumber: corrected }
  }
  const [, verdict, sendable] = beginnings.find(([beginning]) => beginning.test(number)) ?? [null, 'not-a-number' as const, []]
  return { verdict, types: sendable, correctedNumber: null }
}

function lineOf(number: string) {
  const scac = prefixes[number.slice(0, 4)] ?? number.slice(0, 4)
  return lines.find((line) => line.scac === scac) ?? null
}

/** Oberon is known for certain, Tasman & Meridian is confused with others, the rest is not known. */
function infer(number: string): Inference {
  const line = lineOf(number)
  const type = /^[A-Z]{3}[UJZ]\d{7}$/.test(number) ? 'container' : line ? 'bill_of_lading' : null
  const common = { type, isValid: null, reason: null } as const
  if (line?.scac === 'OBLN') return { ...common, decision: 'auto_select', selected: line, candidates: [{ ...line, confidence: 0.98 }] }
  if (line?.scac !== 'TASM') return { ...common, decision: 'no_prediction', selected: null, candidates: [] }
  return { ...common, decision: 'needs_confirmation', selected: null, candidates: [{ ...line, confidence: 0.82 }, { scac: 'KESL', name: 'Kestrel Ocean', confidence: 0.71 }] }
}

function trackedAs(number: string, boxes: readonly ContainerRow[], requests: readonly RequestRow[]): Assessment['tracked'] {
  const box = boxes.find((each) => each.number === number)
  if (box) return { kind: 'container', id: box.id, number, shipmentId: box.shipmentId }
  const bill = boxes.find(({ masterBill }) => masterBill === number)
  if (bill) return { kind: 'shipment', id: bill.shipmentId ?? '', number, shipmentId: bill.shipmentId }
  const request = requests.find((each) => each.number === number && each.state !== 'failed' && each.state !== 'refused')
  return request ? { kind: request.state === 'waiting' ? 'waiting' : 'request', id: request.id, number, shipmentId: null } : null
}

function newRow(id: string, { number, type, scac, refs }: NewRequest): RequestRow {
  const lineName = lines.find((line) => line.scac === scac)?.name ?? null
  const none = { status: null, reason: null, failure: null, isRetrying: false, retryCount: null, nextTryAt: null, isUnsure: false, updatedAt: null, shipmentId: null, boxes: null }
  return { ...none, id, number, type, scac, lineName, refs, state: 'waiting', createdAt: NOW, isDismissed: false }
}

export type FakeTracking = { handlers: Pick<Handlers<EngineContract>, Names>; hold: (hold: FakeHold) => void; turn: (number: string, part: Partial<RequestRow>) => void }

export function createFakeTracking(boxes: () => readonly ContainerRow[], changed: () => void): FakeTracking {
  let requests: RequestRow[] | undefined
  const all = () => (requests ??= boxes().slice(0, MOST).map(makeRequest))
  const find = (id: string) => {
    const row = all().find((each) => each.id === id)
    if (!row) throw new AppError('tracking/unknown')
    return row
  }
  const put = (next: RequestRow[]) => {
    requests = next
    changed()
  }
  const dismiss = (id: string, isDismissed: boolean) => {
    put(all().map((row) => (row.id === id ? { ...row, isDismissed } : row)))
  }
  const assess = (text: string): Assessment => {
    const number = flat(text)
    const line = lineOf(number)
    const tracked = trackedAs(number, boxes(), all())
    const failed = tracked === null ? all().find((row) => flat(row.number) === number && ['failed', 'refused'].includes(row.state)) : null
    return { number, ...verdictOf(number), suggestedLine: line && { ...line, from: 'prefix' }, tracked, failed: failed ?? null }
  }
  const batches = createFakeBatches({
    boxes,
    assess,
    find: (id) => all().find((row) => row.id === id) ?? null,
    add: (request) => {
      const id = `request-new-${all().length}`
      put([newRow(id, request), ...all()])
      return id
    },
    remove: (id) => { put(all().filter((row) => row.id !== id || row.state !== 'waiting')) },
    changed,
  })
  const handlers: FakeTracking['handlers'] = {
    ...batches.handlers,
    'tracking.assess': ({ text }) => assess(text),
    'tracking.lines': () => lines,
    'tracking.list': ({ filter, sort, window }) => {
      const found = sorted(all().filter((row) => passes(row, filter)), sort)
      return { listId: 'requests', offset: window.offset, rows: found.slice(window.offset, window.offset + window.limit), total: found.length, outOf: all().length, moved: 0, asOf: NOW }
    },
    'tracking.get': ({ id }) => find(id),
    'tracking.infer': ({ number }) => infer(number),
    'tracking.create': (request) => {
      if (all().some(({ state, number, type }) => state === 'waiting' && number === request.number && type === request.type)) throw new AppError('tracking/already-waiting')
      const id = `request-new-${all().length}`
      put([newRow(id, request), ...all()])
      if (request.replaces !== null) dismiss(request.replaces, true)
      return { id }
    },
    'tracking.cancel': ({ id }) => {
      if (find(id).state !== 'waiting') throw new AppError('tracking/already-sent')
      put(all().filter((row) => row.id !== id))
    },
    'tracking.dismiss': ({ id, isDismissed }) => {
      dismiss(find(id).id, isDismissed)
    },
  }
  return {
    handlers,
    hold: batches.hold,
    turn: (number, part) => { put(all().map((row) => (row.number === number ? { ...row, ...part } : row))) },
  }
}
