// Checks that the mirror equals the records of the service: no record is missing, hidden or outdated.
import type { Resource } from '#service/jsonapi/resource.ts'
import { type DesktopCheck, type DesktopState, readRows } from './oracle.ts'

type MirrorRecord = { attributes: Record<string, unknown>; relationships: Record<string, unknown> }

export const mirrorEqualsService: DesktopCheck = (finalState) => {
  const { containers, shipments, requests, otherRecords, fieldValues } = finalState
  return [...containers, ...shipments, ...requests, ...otherRecords, ...fieldValues].flatMap((record) =>
    listDifferences(finalState, record),
  )
}

/** A definition lists its values. The list is as old as the mirrored definition, so it may differ. */
const IGNORED_RELATION = 'fields'

function listDifferences({ raw }: DesktopState, record: Resource): string[] {
  const name = `${record.type} ${record.id}`
  const row = readRows<{ raw: string }>(
    raw,
    'SELECT raw FROM mirror.res WHERE type = ? AND id = ?',
    record.type,
    record.id,
  )[0]
  if (!row) return [`${name} is missing`]
  const { attributes, relationships } = JSON.parse(row.raw) as MirrorRecord
  const attributeDifferences = Object.entries(record.attributes ?? {}).filter(
    ([key, value]) => JSON.stringify(attributes[key]) !== JSON.stringify(value),
  )
  const relationDifferences = Object.entries(record.relationships ?? {}).filter(
    ([key, relation]) =>
      key !== IGNORED_RELATION &&
      relation.data !== undefined &&
      JSON.stringify(relationships[key]) !== JSON.stringify(relation.data),
  )
  return [...attributeDifferences, ...relationDifferences].map(
    ([key, value]) =>
      `${name}: ${key} is ${abbreviate(attributes[key] ?? relationships[key])}, the service says ${abbreviate(value)}`,
  )
}

function abbreviate(value: unknown): string {
  return value === undefined ? 'not there' : JSON.stringify(value).slice(0, 80)
}

/** In this world only values of custom fields are deleted. Exactly the deleted ones must be marked as gone. */
export const existingFieldValuesAreShown: DesktopCheck = ({ raw, fieldValues }) => {
  const serviceIds = new Set(fieldValues.map(({ id }) => id))
  const mirrorValues = readRows<{ id: string; isGone: number }>(
    raw,
    `SELECT id, gone_since IS NOT NULL AS isGone FROM mirror.res JOIN mirror.seen USING (key) WHERE type = 'custom_field'`,
  )
  return mirrorValues
    .filter(({ id, isGone }) => serviceIds.has(id) === (isGone === 1))
    .map(({ id, isGone }) => `value ${id} is ${isGone === 1 ? 'hidden' : 'shown, and the service has none'}`)
}

/** No other record is deleted in this world, so none may be marked as gone, and each container has a row. */
export const nothingIsHidden: DesktopCheck = ({ raw, containers }) => {
  const goneRecords = readRows<{ id: string }>(
    raw,
    `SELECT type || ' ' || id AS id FROM mirror.seen JOIN mirror.res USING (key) WHERE gone_since IS NOT NULL AND type <> 'custom_field'
    UNION SELECT 'row ' || id FROM mirror.container_row WHERE gone_since IS NOT NULL`,
  )
  const shownIds = new Set(readRows<{ id: string }>(raw, 'SELECT id FROM mirror.container_row').map(({ id }) => id))
  return [
    ...goneRecords.map(({ id }) => `${id} is hidden`),
    ...containers.filter(({ id }) => !shownIds.has(id)).map(({ id }) => `${id} has no row`),
  ]
}

/** The mirror has every event of each container, except for invalidated ones. */
export const timelinesAreComplete: DesktopCheck = ({ raw, world, containers }) => {
  return containers.flatMap(({ id }) => {
    const mirrorEvents = new Map(
      readRows<{ id: string; event: string }>(raw, 'SELECT id, event FROM mirror.event WHERE container_id = ?', id).map(
        (row) => [row.id, row.event],
      ),
    )
    const events = world.service.listAll(`/containers/${id}/transport_events`)
    const isInvalidated = (event: Resource) => typeof event.attributes?.['invalidated_at'] === 'string'
    const missingEvents = events.filter(
      (event) => mirrorEvents.get(event.id) !== (isInvalidated(event) ? undefined : event.attributes?.['event']),
    )
    return missingEvents.length === 0
      ? []
      : [`${id} lacks ${missingEvents.length} of ${events.length} events, such as ${missingEvents[0]?.id ?? ''}`]
  })
}
