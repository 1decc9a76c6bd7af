// The mirror equals the records of the service: nothing missing, nothing extra, nothing outdated.
import type { Resource } from '#service/jsonapi/resource.ts'
import { type Check, type Scene, rowsOf } from './oracle.ts'

type Raw = { attributes: Record<string, unknown>; relationships: Record<string, unknown> }

export const mirrorEqualsService: Check = (scene) => {
  const { containers, shipments, requests, others, values } = scene
  return [...containers, ...shipments, ...requests, ...others, ...values].flatMap((record) =>
    differences(scene, record),
  )
}

/** The values in a definition's list are as old as the definition. */
const FOLLOWING = 'fields'

function differences({ raw }: Scene, record: Resource): string[] {
  const name = `${record.type} ${record.id}`
  const row = rowsOf<{ raw: string }>(
    raw,
    'SELECT raw FROM mirror.res WHERE type = ? AND id = ?',
    record.type,
    record.id,
  )[0]
  if (!row) return [`${name} is missing`]
  const { attributes, relationships } = JSON.parse(row.raw) as Raw
  const problems = Object.entries(record.attributes ?? {}).filter(
    ([key, value]) => JSON.stringify(attributes[key]) !== JSON.stringify(value),
  )
  const torn = Object.entries(record.relationships ?? {}).filter(
    ([key, relation]) =>
      key !== FOLLOWING &&
      relation.data !== undefined &&
      JSON.stringify(relationships[key]) !== JSON.stringify(relation.data),
  )
  return [...problems, ...torn].map(
    ([key, value]) =>
      `${name}: ${key} is ${short(attributes[key] ?? relationships[key])}, the service says ${short(value)}`,
  )
}

function short(value: unknown): string {
  return value === undefined ? 'not there' : JSON.stringify(value).slice(0, 80)
}

/** Only values of custom fields are ever deleted here: no deleted one is shown, and no other is hidden. */
export const existingFieldsAreShown: Check = ({ raw, values }) => {
  const serviceIds = new Set(values.map(({ id }) => id))
  const known = rowsOf<{ id: string; isGone: number }>(
    raw,
    `SELECT id, gone_since IS NOT NULL AS isGone FROM mirror.res JOIN mirror.seen USING (key) WHERE type = 'custom_field'`,
  )
  return known
    .filter(({ id, isGone }) => serviceIds.has(id) === (isGone === 1))
    .map(({ id, isGone }) => `value ${id} is ${isGone === 1 ? 'hidden' : 'shown, and the service has none'}`)
}

/** No other record is deleted in this world, so none may be marked as gone, and the screen counts all of them. */
export const nothingIsHidden: Check = ({ raw, containers }) => {
  const gone = rowsOf<{ id: string }>(
    raw,
    `SELECT type || ' ' || id AS id FROM mirror.seen JOIN mirror.res USING (key) WHERE gone_since IS NOT NULL AND type <> 'custom_field'
    UNION SELECT 'row ' || id FROM mirror.container_row WHERE gone_since IS NOT NULL`,
  )
  const shown = new Set(rowsOf<{ id: string }>(raw, 'SELECT id FROM mirror.container_row').map(({ id }) => id))
  return [
    ...gone.map(({ id }) => `${id} is hidden`),
    ...containers.filter(({ id }) => !shown.has(id)).map(({ id }) => `${id} has no row`),
  ]
}

/** A container whose events are no longer read has all of them. */
export const timelinesAreComplete: Check = ({ raw, world, containers }) => {
  return containers.flatMap(({ id }) => {
    const known = new Map(
      rowsOf<{ id: string; event: string }>(raw, 'SELECT id, event FROM mirror.event WHERE container_id = ?', id).map(
        (row) => [row.id, row.event],
      ),
    )
    const events = world.service.all(`/containers/${id}/transport_events`)
    // Without those that were withdrawn.
    const isTakenBack = (event: Resource) => typeof event.attributes?.['invalidated_at'] === 'string'
    const missing = events.filter(
      (event) => known.get(event.id) !== (isTakenBack(event) ? undefined : event.attributes?.['event']),
    )
    return missing.length === 0
      ? []
      : [`${id} lacks ${missing.length} of ${events.length} events, such as ${missing[0]?.id ?? ''}`]
  })
}
