// Containers in the mirror: rows written from the records, and read back as the contract's types.
import type { ContainerRow } from '#contract/containers.ts'
import { instant, related } from '../../api/attributes.ts'
import type { Resource } from '../../api/decode.ts'
import { LAST_CHANGE_AT, loadLastChangeTimes, loadBlockSteps } from '../history/store.ts'
import { type ReportedCharges, saveCharges } from '../charges.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { upsert } from '../../db/upsert.ts'
import { computeEditsFingerprint, withEdits } from '../edits/store.ts'
import { OWN_FIELDS, hasOwnData, loadOwnTexts, createOwnFingerprint } from '../../settings/own.ts'
import { type SearchedRow, indexContainers, replaceFields } from '../search/store.ts'
import { createDecisionsFingerprint, loadManualDate, loadSettings } from '../../settings/store.ts'
import { readLineCheckedAt } from '../shipments.ts'
import { loadGates } from '../../settings/terminals.ts'
import { loadRates } from '../../settings/rates.ts'
import { loadMeta, saveMeta } from '../../db/meta.ts'
import { PROJECTION_VERSION } from '../projection-version.ts'
import {
  type FirstSeen,
  type LoadResource,
  type ProjectionOptions,
  cacheResources,
  createVerifiedAt,
  followsSweeps,
} from '../records.ts'
import { createBookingLoader, withCustomers } from '../tracking/store.ts'
import { addZones, loadMoment } from './moment.ts'
import { type ReportedZones, collectZones, loadZones, savePlaceZones } from './place-zones.ts'
import type { CheckCounts } from '../board/list.ts'
import { type Columns, projectContainer } from './projection.ts'
import {
  type ContainerRecords,
  readClockInput,
  listRelatedNames,
  readReportedFees,
  readReportedHolds,
} from './reported.ts'
import { summarizeBlocks } from './block-history.ts'
import { type StoredRow, toContracts } from './contract-rows.ts'

/** The container with its related records, or null if it was never read. */
export function loadRecords(
  db: ReadableDb,
  id: string,
  load: LoadResource = cacheResources(db).load,
): ContainerRecords | null {
  const container = load('container', id)
  if (!container) return null
  const loadLinked = (name: string) => {
    const linkage = related(container, name)
    return linkage && load(linkage.type, linkage.id)
  }
  const shipment = loadLinked('shipment')
  return {
    container,
    shipment,
    podTerminal: loadLinked('pod_terminal'),
    pickupFacility: loadLinked('pickup_facility'),
    zones: loadZones(db, { container, shipment }),
  }
}

/**
 * Rebuilds the rows of these containers from the records, with their search entries, holds and fees. Returns the ids of
 * other containers that were rebuilt too, because the zone of their place is now known.
 */
export function projectContainers(db: WritableDb, ids: Iterable<string>, projecting: ProjectionOptions = {}): string[] {
  const { fresh = new Map<string, FirstSeen>(), keepsZones = false } = projecting
  const listed = [...ids]
  if (listed.length === 0) return []
  const load = withEdits(db, withCustomers(db, projecting.load ?? cacheResources(db).load))
  const presences = loadPresences(db, listed, fresh)
  // A container without any change has no history to read.
  const withHistory = listed.filter((id) => typeof presences.get(id)?.lastChangeAt === 'string')
  const blockSteps = loadBlockSteps(db, withHistory)
  const { governingRule: rule, homeZone } = loadSettings(db)
  const zones = new Set<string>()
  const placeZones: ReportedZones = new Map()
  const searched: SearchedRow[] = []
  const hasOwnTexts = hasOwnData(db)
  const loadBookings = createBookingLoader(db)
  for (const id of listed) {
    const records = loadRecords(db, id, load)
    if (!records) continue
    const isNew = fresh.has(id)
    const { key, goneSince, firstSeenAt, lastChangeAt } = getPresence(presences, id)
    const manual = loadManualDate(db, id)
    const row = projectContainer(records, {
      rule,
      homeZone,
      manual,
      lastChangeAt,
      goneSince,
      blockHistory: summarizeBlocks(readReportedHolds(records), blockSteps.get(id) ?? [], firstSeenAt),
    })
    upsert(db, 'container_row', Object.assign(row, { key }), { indexed: INDEXED_COLUMNS, isNew })
    saveCharges(db, id, readCharges(records, row), { isNew, hasHistory: lastChangeAt !== null })
    const bookingFields = loadBookings(records.shipment).map((number) => ({ field: 'booking' as const, text: number }))
    searched.push({
      row,
      isNew,
      extraTexts: [
        ...listRelatedNames(records),
        ...bookingFields,
        { field: 'note', text: manual?.reason ?? null },
        ...(hasOwnTexts ? loadOwnTexts(db, id) : []),
      ],
    })
    zones.add(String(row['today_zone']))
    collectZones(placeZones, records)
  }
  indexContainers(db, searched)
  addZones(db, zones)
  const others = keepsZones ? [] : savePlaceZones(db, placeZones)
  if (others.length > 0) projectContainers(db, others)
  return others
}

/** Updates the user's own texts in the search index; the stored rows do not contain them. */
export function indexOwnTexts(db: WritableDb, ids: Iterable<string>): void {
  replaceFields(db, ids, OWN_FIELDS, (id) => [
    { field: 'note', text: loadManualDate(db, id)?.reason ?? null },
    ...loadOwnTexts(db, id),
  ])
}

/** Updates only the check time in the row of a container. Use it if nothing else of the container changed. */
export function saveTerminalChecked(db: WritableDb, { id, attributes }: Resource): void {
  db.run(
    'UPDATE container_row SET terminal_checked_at = ? WHERE id = ?',
    instant(attributes, 'terminal_checked_at'),
    id,
  )
}

/** Updates only the time of the line's last check, in the rows of the shipment's containers. Returns their ids. */
export function saveLineCheckedOfContainers(db: WritableDb, shipment: Resource): string[] {
  const ids = loadRelatedContainerIds(db, [shipment.id], [])
  if (ids.length > 0)
    db.run(
      'UPDATE container_row SET line_checked_at = ? WHERE shipment_id = ?',
      readLineCheckedAt(shipment),
      shipment.id,
    )
  return ids
}

/** The charges of a container; a container that is no longer tracked has none. */
function readCharges(records: ContainerRecords, row: Columns): ReportedCharges {
  const pickedUpAt = readClockInput(records).stoppedAt
  return row['gone_since'] === null
    ? { holds: readReportedHolds(records), fees: readReportedFees(records), pickedUpAt }
    : { holds: [], fees: [], pickedUpAt }
}

export function loadAllContainerIds(db: ReadableDb): string[] {
  return db.column<string>(`SELECT id FROM res WHERE type = 'container'`)
}

/** Containers whose rows show a value of these shipments or terminals. */
export function loadRelatedContainerIds(db: ReadableDb, shipmentIds: string[], terminalIds: string[]): string[] {
  if (shipmentIds.length === 0 && terminalIds.length === 0) return []
  return db.column<string>(
    `SELECT id FROM container_row WHERE shipment_id IN (SELECT value FROM json_each(?))
       UNION SELECT id FROM container_row WHERE pickup_place_id IN (SELECT value FROM json_each(?))
       UNION SELECT id FROM container_row WHERE pod_terminal_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(shipmentIds),
    JSON.stringify(terminalIds),
    JSON.stringify(terminalIds),
  )
}

/**
 * Rows depend on decisions of the user in the other file, and no transaction spans both files. So a fingerprint of the
 * decisions with which the rows were computed is stored with the rows, and compared at the start.
 */
export function areRowsCurrent(db: ReadableDb): boolean {
  return loadMeta(db, 'mirror', 'projected_with') === computeRowsFingerprint(db)
}

export function saveRowsFingerprint(db: WritableDb): void {
  saveMeta(db, 'mirror', 'projected_with', computeRowsFingerprint(db))
}

function computeRowsFingerprint(db: ReadableDb): string {
  return `${PROJECTION_VERSION} ${createDecisionsFingerprint(db)}${computeEditsFingerprint(db)}${createOwnFingerprint(db)}`
}

type Presence = { key: number; goneSince: string | null; firstSeenAt: string; lastChangeAt: string | null }

function loadPresences(
  db: ReadableDb,
  ids: readonly string[],
  fresh: ReadonlyMap<string, FirstSeen>,
): Map<string, Presence> {
  const stored = db.all<Presence & { id: string }>(
    `SELECT r.id, r.key, s.gone_since AS goneSince, r.first_seen_at AS firstSeenAt, ${LAST_CHANGE_AT} AS lastChangeAt
     FROM res r CROSS JOIN seen s ON s.key = r.key
     WHERE r.type = 'container' AND r.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids.filter((id) => !fresh.has(id))),
  )
  const lastChanges = fresh.size === 0 ? new Map<string, string>() : loadLastChangeTimes(db, 'container', fresh.keys())
  const presences = new Map<string, Presence>(stored.map((row) => [row.id, row]))
  for (const [id, { key, seenAt }] of fresh)
    presences.set(id, { key, goneSince: null, firstSeenAt: seenAt, lastChangeAt: lastChanges.get(id) ?? null })
  return presences
}

function getPresence(presences: ReadonlyMap<string, Presence>, id: string): Presence {
  const presence = presences.get(id)
  if (!presence) throw new Error(`container ${id} is projected but was never read`)
  return presence
}

/** The columns of `container_row` with an index. */
const INDEXED_COLUMNS = [
  'shipment_id',
  'pickup_place_id',
  'pod_terminal_id',
  'is_open',
  'lfd_date',
  'pod_locode',
  'pod_zone',
  'destination_locode',
  'destination_zone',
  'is_inland',
]

const VERIFIED_AT = createVerifiedAt('containers', 'c.id')

/** Loads current rows, in the given order. */
export function loadRows(db: ReadableDb, ids: string[]): ContainerRow[] {
  const rows = db.all<StoredRow>(
    `SELECT c.*, ${VERIFIED_AT} AS verified_at FROM temp.container_at c LEFT JOIN mirror.seen s ON s.key = c.key
     WHERE c.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  // Without rows there may be no moment yet.
  if (rows.length === 0) return []
  const userData = { gates: loadGates(db, loadMoment(db).ms), rates: loadRates(db) }
  const byId = new Map(toContracts(db, rows, userData).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export function countAllContainers(db: ReadableDb): number {
  return db.value<number>('SELECT count(*) AS n FROM container_row') ?? 0
}

/** Counts open containers by when their record was last read from the service. */
export function countVerified(db: ReadableDb, since: { fresh: string; used: string }): CheckCounts {
  const open = 'container_row c LEFT JOIN mirror.seen s ON s.key = c.key WHERE c.is_open = 1'
  // The expression takes as long as the rest of the query, so only a desktop that follows an office uses it.
  const [at, source] = followsSweeps(db, 'containers')
    ? ['at', `(SELECT ${VERIFIED_AT} AS at FROM ${open} LIMIT -1)`]
    : ['s.verified_at', open]
  const counts = db.get<Record<keyof CheckCounts, number | null>>(
    `SELECT count(*) AS total, count(${at}) AS checked, sum(${at} >= ?) AS used, sum(${at} >= ?) AS fresh FROM ${source}`,
    since.used,
    since.fresh,
  )
  return {
    total: counts?.total ?? 0,
    checked: counts?.checked ?? 0,
    used: counts?.used ?? 0,
    fresh: counts?.fresh ?? 0,
  }
}

/** The moment of the lists, for `asOf`. */
export function listsAsOf(db: ReadableDb): string {
  return loadMoment(db).at
}
