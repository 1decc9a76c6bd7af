// Shipments made of the made-up containers, and finding either by what is typed.
import { AppError } from '#contract/errors.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { DocumentRow } from '#contract/documents.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Resolution, SearchHit } from '#contract/search.ts'
import type { ArrivalHistory, ShipmentFilter, ShipmentRow } from '#contract/shipments.ts'
import { NOW, at } from './row-factories.ts'
import { workedOut } from './worked-out.ts'

type Rows = () => readonly ContainerRow[]

const bandOrder = ['past', 'today', 'tomorrow', 'soon', 'week', 'later', 'none', 'confirm', 'not-discharged', 'out']

function shipmentOf(id: string, boxes: readonly ContainerRow[]): ShipmentRow {
  const [first] = boxes
  if (!first) throw new AppError('shipments/unknown')
  const { masterBill, scac, lineName, customer, refs, tags, portOfLading, portOfDischarge, destination, vessel, voyage, etaAt, originalEtaAt, ataAt } = first
  const count = (test: (row: ContainerRow) => boolean) => boxes.filter(test).length
  const dates = boxes.flatMap(({ lastFreeDay: { date, clock } }) => (date === null || clock === 'stopped' ? [] : [date])).toSorted()
  return {
    id, masterBill: masterBill ?? id, scac, lineName, customer, refs, tags, portOfLading, portOfDischarge, destination, vessel, voyage, etaAt, originalEtaAt, ataAt,
    etdAt: originalEtaAt,
    atdAt: null,
    boxes: {
      total: boxes.length,
      ready: count(({ verdict }) => verdict.startsWith('ready')),
      held: count(({ verdict }) => verdict === 'held' || verdict === 'conflict'),
      out: count(({ verdict }) => verdict === 'out'),
    },
    earliestLastFreeDay: dates[0] ?? null,
    worstBand: boxes.map(({ lastFreeDay: { band } }) => band).toSorted((a, b) => bandOrder.indexOf(a) - bandOrder.indexOf(b))[0] ?? null,
    trackingStoppedAt: first.trackingStoppedAt,
    trackingStoppedReason: first.trackingStoppedAt === null ? null : first.trackingStoppedReason,
    ages: { service: first.ages.service, line: first.ages.line },
    lastChangeAt: first.lastChangeAt,
  }
}

/** As the line first had it, two days later, and as it stands. */
function arrivalsOf({ etaAt, ataAt, originalEtaAt, portOfDischarge: { zone } }: ShipmentRow): ArrivalHistory {
  if (etaAt === null) return { zone, originalEtaAt, ataAt, steps: [] }
  const between = new Date(Date.parse(originalEtaAt ?? etaAt) + 2 * 86_400_000).toISOString()
  return { zone, originalEtaAt, ataAt, steps: [{ etaAt: originalEtaAt ?? etaAt, seenAt: at(-20 * 86_400_000) }, { etaAt: between, seenAt: at(-11 * 86_400_000) }, { etaAt, seenAt: at(-3 * 86_400_000) }] }
}

function boxesOf(rows: readonly ContainerRow[], id: string): ContainerRow[] {
  return rows.filter(({ shipmentId }) => shipmentId === id)
}

export function shipmentHandlers(rows: Rows): Pick<Handlers<EngineContract>, 'shipments.list' | 'shipments.facets' | 'shipments.get' | 'shipments.arrivals'> {
  const all = () => workedOut(rows(), 'shipments', () => [...Map.groupBy(rows(), ({ shipmentId }) => shipmentId ?? '')].map(([id, boxes]) => shipmentOf(id, boxes)))
  const passing = (filter: ShipmentFilter) => {
    const text = filter.text?.replaceAll(' ', '').toLowerCase()
    return all()
      .filter(({ boxes }) => filter.scope === 'all' || boxes.out < boxes.total)
      .filter((row) => text === undefined || `${row.masterBill}${row.customer ?? ''}`.toLowerCase().includes(text))
      .filter(({ scac }) => filter.lines?.includes(scac ?? '') ?? true)
      .filter(({ customer }) => filter.customers?.includes(customer ?? '') ?? true)
      .filter((row) => filter.isTrackingStopped === undefined || (row.trackingStoppedAt !== null) === filter.isTrackingStopped)
  }
  return {
    'shipments.list': ({ filter, sort, window }) => {
      const sign = sort[0]?.direction === 'desc' ? -1 : 1
      const found = workedOut(rows(), `shipments ${JSON.stringify([filter, sort])}`, () => passing(filter).toSorted((a, b) => ((a.etaAt ?? '') < (b.etaAt ?? '') ? -sign : sign)))
      return { listId: 'shipments', offset: window.offset, rows: found.slice(window.offset, window.offset + window.limit), total: found.length, outOf: all().length, moved: 0, asOf: NOW }
    },
    'shipments.facets': ({ filter }) => {
      const counted = (name: 'lines' | 'customers', valueOf: (row: ShipmentRow) => string | null) =>
        [...Map.groupBy(passing({ ...filter, [name]: undefined }), valueOf)].flatMap(([value, found]) => (value === null ? [] : [{ value, label: value, count: found.length }]))
      return { lines: counted('lines', ({ scac }) => scac), customers: counted('customers', ({ customer }) => customer) }
    },
    'shipments.arrivals': ({ id }) => arrivalsOf(shipmentOf(id, boxesOf(rows(), id))),
    'shipments.get': ({ id }) => {
      const containers = boxesOf(rows(), id)
      return { row: shipmentOf(id, containers), containers, raw: JSON.stringify({ id, type: 'shipment' }, null, 2), asOf: NOW }
    },
  }
}

const flat = (text: string) => text.replaceAll(/[\s-]/g, '').toLowerCase()

export function searchHandlers(rows: Rows, documents: () => readonly DocumentRow[]): Pick<Handlers<EngineContract>, 'search.find' | 'search.resolve'> {
  return {
    'search.find': ({ text, limit }) => {
      const sought = flat(text)
      const boxes = rows().flatMap(({ id, number, shipmentId, status, customer }): SearchHit[] => {
        if (flat(number).includes(sought)) return [{ kind: 'container', id, number, field: 'number', text: number, shipmentId, status }]
        return customer !== null && flat(customer).includes(sought) ? [{ kind: 'container', id, number, field: 'customer', text: customer, shipmentId, status }] : []
      })
      const bills = new Map(rows().map(({ shipmentId, masterBill }) => [shipmentId ?? '', masterBill ?? '']))
      const shipments = [...bills].flatMap(([id, number]): SearchHit[] =>
        flat(number).includes(sought) ? [{ kind: 'shipment', id, number, field: 'number', text: number, shipmentId: id, status: null }] : [],
      )
      const papers = documents().flatMap(({ id, fileName, keyNumber, links }): SearchHit[] => {
        const shipmentId = links[0]?.shipmentId ?? null
        if (flat(fileName).includes(sought)) return [{ kind: 'document', id, number: fileName, field: 'file', text: fileName, shipmentId, status: null }]
        return keyNumber !== null && flat(keyNumber).includes(sought) ? [{ kind: 'document', id, number: fileName, field: 'extracted', text: keyNumber, shipmentId, status: null }] : []
      })
      const hits = [...boxes, ...shipments, ...papers]
      return { hits: hits.slice(0, limit), hasMore: hits.length > limit }
    },
    'search.resolve': ({ q }): Resolution => {
      const box = rows().find(({ number }) => flat(number) === flat(q))
      if (box) return { step: 'container', shipmentId: box.shipmentId, containerId: box.id }
      const bill = rows().find(({ masterBill }) => masterBill !== null && flat(masterBill) === flat(q))
      return bill ? { step: 'shipment', shipmentId: bill.shipmentId, containerId: null } : { step: 'list', shipmentId: null, containerId: null }
    },
  }
}
