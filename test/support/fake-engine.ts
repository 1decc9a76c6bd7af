// An engine of made-up containers behind the real protocol: the same client, the same messages, frozen lists and all.
// For the view's tests, and behind fake-engine-host.ts for looking at the view in a browser.
import { engineContract, type Changed, type EngineContract } from '#contract/index.ts'
import type { ContainerFilter, ContainerRow, ContainerSort, ContainerSortColumn, ContainerSummary } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import { type EventName, type Payload, serve, type Handlers, type Port } from '#contract/rpc.ts'
import type { Settings } from '#contract/settings.ts'
import type { SyncStatus } from '#contract/sync.ts'
import type { FacetValue } from '#contract/values.ts'
import { createFakeAlerts, type FakeAlerts } from './fake-engine-alerts.ts'
import { createFakeChanges, type FakeChanges } from './fake-engine-changes.ts'
import { calendarHandlers } from './fake-engine-calendar.ts'
import { chargeHandlers } from './fake-engine-charges.ts'
import { makeDetail } from './fake-engine-detail.ts'
import { evidenceOf } from './fake-engine-disputes.ts'
import { createFakeDocuments, type FakeDocuments } from './fake-engine-documents.ts'
import { createFakeEdits, type FakeEdits } from './fake-engine-edits.ts'
import { emailHandlers } from './fake-engine-emails.ts'
import { createFakeFolders, type FakeFolders } from './fake-engine-folders.ts'
import { type FakeRates, createFakeRates } from './fake-engine-rates.ts'
import { createFakeOwn, passesOwn } from './fake-engine-own.ts'
import { createFakeKept, type FakeKept } from './fake-engine-kept.ts'
import { handoverOf } from './fake-engine-handover.ts'
import { NOW, at, liveStatus, makeRows } from './row-factories.ts'
import { goesThat, routeHandlers } from './fake-engine-routes.ts'
import { searchHandlers, shipmentHandlers } from './fake-engine-shipments.ts'
import { fakeStatusHandlers } from './fake-engine-status.ts'
import { todayHandlers } from './fake-engine-today.ts'
import { createFakeSnapshots, type FakeSnapshots } from './fake-engine-snapshots.ts'
import { createFakeTracking, type FakeTracking } from './fake-engine-tracking.ts'
import { workedOut } from './worked-out.ts'

const bands = ['past', 'today', 'tomorrow', 'soon', 'week', 'later', 'none', 'confirm', 'not-discharged', 'out'] as const

export type FakeEngine = {
  handlers: Handlers<EngineContract>
  /** Another client. Ends with its port. */
  attach: (port: Port) => void
  /** Every call so far, by name. */
  calls: { name: string; input: unknown }[]
  status: SyncStatus
  settings: Settings
  alerts: FakeAlerts
  changes: FakeChanges
  edits: FakeEdits
  tracking: FakeTracking
  documents: FakeDocuments
  folders: FakeFolders
  kept: FakeKept
  rates: FakeRates
  snapshots: FakeSnapshots
  rows: () => readonly ContainerRow[]
  /** Replaces rows and announces them, as a committed page would. */
  change: (patch: (row: ContainerRow) => Partial<ContainerRow> | null) => void
  announce: (changed: Changed) => void
  /** To every client. */
  emit: <Name extends EventName<EngineContract>>(name: Name, payload: Payload<EngineContract, Name>) => void
}

export function createFakeEngine(count: number): FakeEngine {
  let rows = makeRows(count)
  const lists = new Map<string, string[]>()
  const servers = new Set<ReturnType<typeof serve<EngineContract>>>()
  const calls: FakeEngine['calls'] = []
  const status = liveStatus()
  const settings: Settings = { governingRule: 'earliest', bandDays: { tomorrow: 1, soon: 3, week: 7 }, budgetShare: 100, homeZone: 'America/Los_Angeles', retention: { historyMonths: null, copiesDays: 7 } }
  const announce = (changed: Changed) => {
    for (const server of servers) server.emit('changed', changed)
  }
  const alerts = createFakeAlerts(() => rows, () => { announce({ topic: 'alerts', ids: null }) })
  const changes = createFakeChanges(() => rows, () => { announce({ topic: 'changes', ids: null }) })
  const tracking = createFakeTracking(() => rows, () => { announce({ topic: 'requests', ids: null }) })
  const edits = createFakeEdits({ rows: () => rows, change: (patch) => { change(patch) }, announce: () => { for (const topic of ['edits', 'fields', 'documents'] as const) announce({ topic, ids: null }) }, documents: () => documents })
  const { documents, folders, handlers: documentHandlers } = createFakeInbox({ rows: () => rows, edits, announce }, count)
  const own = createFakeOwn({ rows: () => rows, change: (patch) => { change(patch) } })
  const kept = createFakeKept(() => rows, (topic) => { announce({ topic, ids: null }) })
  const rates = createFakeRates({ rows: () => rows, passes, change: (patch) => { change(patch) }, announce: () => { announce({ topic: 'settings', ids: null }) } })
  const snapshots = createFakeSnapshots(() => rows.length, () => { announce({ topic: 'views', ids: null }) })
  const find = (id: string) => {
    const row = byIdOf(rows).get(id)
    if (!row) throw new AppError('containers/unknown')
    return row
  }
  const handlers: Handlers<EngineContract> = {
    'containers.list': ({ filter, sort, window, listId }) => {
      const fresh = ordered(rows, filter, sort)
      const known = listId === undefined ? undefined : lists.get(listId)
      const name = known && listId !== undefined ? listId : `list-${lists.size + 1}`
      const ids = known ?? fresh
      lists.set(name, ids)
      const byId = byIdOf(rows)
      return {
        listId: name,
        offset: window.offset,
        rows: ids.slice(window.offset, window.offset + window.limit).map((id) => byId.get(id)!),
        total: ids.length,
        outOf: rows.length,
        moved: known && known !== fresh ? movedBetween(ids, fresh) : 0,
        asOf: NOW,
      }
    },
    'containers.asOf': ({ at: moment, filter, window }) => {
      const passing = ordered(rows, { ...filter, scope: filter.scope }, [{ column: 'risk', direction: 'asc' }])
      const byId = byIdOf(rows)
      return { listId: `past ${moment}`, offset: window.offset, rows: passing.slice(window.offset, window.offset + window.limit).map((id) => byId.get(id)!), total: passing.length, outOf: rows.length, moved: 0, asOf: moment, from: at(-30 * 86_400_000) }
    },
    'containers.facets': () => workedOut(rows, 'facets', () => facetsOf(rows)),
    'handover.get': () => handoverOf(rows),
    'disputes.evidence': (question) => evidenceOf(find(question.id), question),
    ...calendarHandlers(() => rows, passes),
    ...routeHandlers(() => rows, passes),
    'containers.summary': () => workedOut(rows, 'summary', () => summaryOf(rows)),
    'containers.get': ({ id }) => ({ ...makeDetail(find(id)), rule: settings.governingRule, notes: own.notesOf(id) }),
    'containers.reread': ({ id }) => {
      find(id)
    },
    'containers.setManualLastFreeDay': ({ id, manual }) => {
      const sources = find(id).lastFreeDay.sources.filter(({ source }) => source !== 'manual')
      change((row) =>
        row.id === id
          ? { lastFreeDay: { ...row.lastFreeDay, source: manual ? 'manual' : (sources[0]?.source ?? null), sources: manual ? [{ source: 'manual', date: manual.date, isRelevant: true }, ...sources] : sources } }
          : null,
      )
    },
    ...alerts.handlers,
    ...changes.handlers,
    ...shipmentHandlers(() => rows),
    ...chargeHandlers(() => rows),
    ...searchHandlers(() => rows, documents.rows),
    ...todayHandlers(() => rows, { passes, isNotAssessed, changes, documents: documents.rows }),
    ...fakeStatusHandlers(() => rows),
    ...tracking.handlers,
    ...edits.handlers,
    ...own.handlers,
    ...documentHandlers,
    ...kept.handlers,
    ...snapshots.handlers,
    ...rates.handlers,
    'sync.status': () => ({ ...status }),
    'sync.refresh': () => undefined,
    'sync.dismissNotice': ({ id, at }) => {
      status.notices = status.notices.filter((notice) => notice.id !== id || notice.at !== at)
      announce({ topic: 'sync', ids: null })
    },
    'sync.checkConnection': ({ serviceUrl, apiKey }) => {
      if (apiKey !== 'good') throw new AppError('api/unauthorized', { status: 401 })
      return { serviceUrl, containers: rows.length, account: 'same' }
    },
    'sync.acceptKey': () => undefined,
    'settings.get': () => ({ ...settings }),
    'settings.set': (next) => {
      Object.assign(settings, next)
      announce({ topic: 'settings', ids: null })
    },
  }
  const counted = Object.fromEntries(
    // CheckCounts up at each call, so that a test may put another answer in place.
    (Object.keys(handlers) as (keyof typeof handlers)[]).map((name) => [
      name,
      (input: never) => {
        calls.push({ name, input })
        return (handlers[name] as (input: never) => unknown)(input)
      },
    ]),
  ) as Handlers<EngineContract>

  function change(patch: (row: ContainerRow) => Partial<ContainerRow> | null) {
    const ids: string[] = []
    rows = rows.map((row) => {
      const part = patch(row)
      if (part) ids.push(row.id)
      return part ? { ...row, ...part } : row
    })
    announce({ topic: 'containers', ids })
  }

  return {
    handlers,
    calls,
    status,
    settings,
    alerts,
    changes,
    edits,
    tracking,
    documents,
    folders,
    kept,
    rates,
    snapshots,
    rows: () => rows,
    change,
    announce,
    emit: (name, payload) => {
      for (const server of servers) server.emit(name, payload)
    },
    attach: (port) => {
      const server = serve(port, engineContract, counted, { logBug: (error) => String(error), checkOutput: true })
      servers.add(server)
      port.onClose(() => servers.delete(server))
    },
  }
}

/** As many documents as containers; more than a thousand add nothing to what can be seen. */
const MOST_DOCUMENTS = 1_000

function createFakeInbox({ rows, edits, announce }: { rows: () => readonly ContainerRow[]; edits: FakeEdits; announce: (changed: Changed) => void }, count: number) {
  const tell = (...topics: Changed['topic'][]) => () => { for (const topic of topics) announce({ topic, ids: null }) }
  const editsOf = (documentId: string) => edits.all().filter(({ target }) => target.type === 'document' && target.id === documentId)
  const documents = createFakeDocuments({ boxes: rows, editsOf, ask: edits.ask, announce: tell('documents', 'folders') }, Math.min(count, MOST_DOCUMENTS))
  const folders = createFakeFolders({ rows: documents.rows, look: documents.look, announce: tell('folders') }, count === 0)
  const emails = emailHandlers({ rows: documents.rows, announce: tell('emails') }, Math.min(count, 40))
  return { documents, folders, handlers: { ...documents.handlers, ...folders.handlers, ...emails } }
}

function movedBetween(frozen: readonly string[], fresh: readonly string[]): number {
  const place = new Map(fresh.map((id, index) => [id, index]))
  const stayed = frozen.filter((id, index) => place.get(id) === index).length
  return Math.max(frozen.length, fresh.length) - stayed
}

function byIdOf(rows: readonly ContainerRow[]): ReadonlyMap<string, ContainerRow> {
  return workedOut(rows, 'by id', () => new Map(rows.map((row) => [row.id, row])))
}

function ordered(rows: readonly ContainerRow[], filter: ContainerFilter, sort: ContainerSort): string[] {
  return workedOut(rows, `list ${JSON.stringify([filter, sort])}`, () =>
    rows
      .filter((row) => passes(row, filter))
      .toSorted((a, b) => {
        for (const { column, direction } of sort) {
          const order = compare(sortKey(a, column), sortKey(b, column), direction)
          if (order !== 0) return order
        }
        return 0
      })
      .map((row) => row.id),
  )
}

function compare(a: string | number | null, b: string | number | null, direction: 'asc' | 'desc'): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1)
}

const sortKeys: Partial<Record<ContainerSortColumn, (row: ContainerRow) => string | number | null>> = {
  number: (row) => row.number,
  status: (row) => row.status,
  band: (row) => bands.indexOf(row.lastFreeDay.band),
  daysLeft: (row) => row.lastFreeDay.daysLeft,
  lastFreeDay: (row) => row.lastFreeDay.date,
  eta: (row) => row.ataAt ?? row.etaAt,
  daysOut: (row) => row.daysOut,
  verdict: (row) => row.verdict,
  customer: (row) => row.customer,
  pickupPlace: (row) => row.pickupPlace,
  masterBill: (row) => row.masterBill,
  weight: (row) => row.weightLb,
}

function sortKey(row: ContainerRow, column: ContainerSortColumn): string | number | null {
  return sortKeys[column]?.(row) ?? null
}

function passes(row: ContainerRow, filter: ContainerFilter): boolean {
  const { lastFreeDay, verdict } = row
  const isOut = lastFreeDay.clock === 'stopped'
  if (filter.scope === 'board' && (isOut || (lastFreeDay.clock === 'not-started' && lastFreeDay.date === null))) return false
  if (filter.scope === 'open' && row.emptyReturnedAt !== null) return false
  const holds = [...row.activeHolds, ...row.pendingHolds]
  const text = filter.text?.replaceAll(/[\s-]/g, '').toLowerCase()
  return (
    (filter.bands?.includes(lastFreeDay.band) ?? true) &&
    (filter.verdicts?.includes(verdict) ?? true) &&
    (filter.statuses?.includes(row.status ?? '') ?? true) &&
    (filter.places?.includes(row.pickupPlace ?? '') ?? true) &&
    (filter.lines?.includes(row.scac ?? '') ?? true) &&
    (filter.customers?.includes(row.customer ?? '') ?? true) &&
    (filter.holds?.some((hold) => holds.includes(hold)) ?? true) &&
    (filter.withinDays === undefined || (lastFreeDay.daysLeft !== null && lastFreeDay.daysLeft <= filter.withinDays)) &&
    (filter.lastFreeDays === undefined || (lastFreeDay.date !== null && lastFreeDay.date >= (filter.lastFreeDays.from ?? '') && lastFreeDay.date <= (filter.lastFreeDays.to ?? '9'))) &&
    (filter.isEmptyOut === undefined || (isOut && row.emptyReturnedAt === null) === filter.isEmptyOut) &&
    (filter.hasFees === undefined || row.feesDue.length > 0 === filter.hasFees) &&
    (filter.isDisputed === undefined || lastFreeDay.isDisputed === filter.isDisputed) &&
    (filter.risks === undefined || (filter.risks.length === 0 ? row.risks.length > 0 : row.risks.some(({ reason }) => filter.risks?.includes(reason)))) &&
    (filter.hasNewHold === undefined || isNewHold(row) === filter.hasNewHold) &&
    (filter.arrivingWithinDays === undefined || (row.ataAt === null && row.etaAt !== null && Date.parse(row.etaAt) - Date.parse(NOW) <= filter.arrivingWithinDays * 86_400_000)) &&
    (filter.hasAppointment === undefined || (row.appointmentAt !== null) === filter.hasAppointment) &&
    (filter.isUnchecked === undefined || isUnchecked(row) === filter.isUnchecked) &&
    (filter.changedWithinDays === undefined || (row.lastChangeAt !== null && Date.parse(row.lastChangeAt) >= Date.parse(`${NOW.slice(0, 10)}T00:00:00Z`) - filter.changedWithinDays * 86_400_000)) &&
    goesThat(row, filter) &&
    passesOwn(row, filter) &&
    (filter.isNotAssessed === undefined || isNotAssessed(row) === filter.isNotAssessed) &&
    (text === undefined || `${row.number}${row.masterBill ?? ''}${row.customer ?? ''}`.toLowerCase().includes(text))
  )
}

function facetsOf(rows: readonly ContainerRow[]) {
  const facet = (values: (row: ContainerRow) => readonly (string | null)[], label: (row: ContainerRow, value: string) => string = (_, value) => value): FacetValue[] => {
    const counts = new Map<string, FacetValue>()
    for (const row of rows) {
      for (const value of values(row)) {
        if (value === null) continue
        const known = counts.get(value) ?? { value, label: label(row, value), count: 0 }
        counts.set(value, { ...known, count: known.count + 1 })
      }
    }
    return [...counts.values()].toSorted((a, b) => a.label.localeCompare(b.label))
  }
  return {
    bands: facet((row) => [row.lastFreeDay.band]),
    verdicts: facet((row) => [row.verdict]),
    statuses: facet((row) => [row.status]),
    places: facet((row) => [row.pickupPlace]),
    lines: facet((row) => [row.scac], (row, value) => row.lineName ?? value),
    customers: facet((row) => [row.customer]),
    holds: facet((row) => [...row.activeHolds, ...row.pendingHolds]),
    assignedTo: facet((row) => [row.own.assignee ?? '']),
    ownTags: facet((row) => row.own.tags),
    priorities: facet((row) => [row.own.priority]),
  }
}

function isNewHold({ id, activeHolds }: ContainerRow): boolean {
  return activeHolds.length > 0 && id.endsWith('3')
}

/** Near enough for a fake: nothing here grows older than a day. */
function isUnchecked({ ages: { terminal } }: ContainerRow): boolean {
  return terminal === null || Date.parse(NOW) - Date.parse(terminal) > 86_400_000
}

function isNotAssessed({ lastFreeDay: { band } }: ContainerRow): boolean {
  return band === 'none' || band === 'confirm'
}

function summaryOf(rows: readonly ContainerRow[]): ContainerSummary {
  const open = rows.filter((row) => row.emptyReturnedAt === null)
  const count = (test: (row: ContainerRow) => boolean) => open.filter(test).length
  const currencies = [...new Set(open.flatMap((row) => row.feesDue.map(({ currency }) => currency)))]
  return {
    bands: Object.fromEntries(bands.map((band) => [band, count((row) => row.lastFreeDay.band === band)])) as ContainerSummary['bands'],
    clocks: {
      'not-started': count((row) => row.lastFreeDay.clock === 'not-started'),
      running: count((row) => row.lastFreeDay.clock === 'running'),
      stopped: count((row) => row.lastFreeDay.clock === 'stopped'),
    },
    ready: count(({ verdict }) => verdict === 'ready' || verdict === 'ready-unverified'),
    held: count(({ verdict }) => verdict === 'held' || verdict === 'conflict'),
    feesDue: currencies.map((currency) => {
      const fees = open.flatMap((row) => row.feesDue.filter((fee) => fee.currency === currency))
      return { currency, amount: fees.reduce((sum, { amount }) => sum + amount, 0), isPending: fees.some(({ isPending }) => isPending), containers: fees.length }
    }),
    notAssessed: count(isNotAssessed),
    total: open.length,
    asOf: NOW,
  }
}
