// Which data of state.db is the user's own and can be moved to another computer: one entry for each part, the only list
// of these tables. Not included, as the screen says: the key, request permits, unsent entries, orders of lists, the
// alert centre, and mirror.db. A new table needs an entry here, and a text in the catalogues.
import { z } from 'zod'
import { AlertChannel, AlertKind, AlertRules } from '#contract/alerts.ts'
import { EditValue } from '#contract/edits.ts'
import { AfterUpload } from '#contract/folders.ts'
import { LINK_KEYS, findTemplateProblem } from '#contract/rules/link-templates.ts'
import type { Topic } from '#contract/index.ts'
import type { OwnPart } from '#contract/own-data.ts'
import { RateTable } from '#contract/rate-table.ts'
import { Settings } from '#contract/settings.ts'
import { Snapshot, SnapshotPlan } from '#contract/snapshots.ts'
import { LinkTemplate } from '#contract/templates.ts'
import { TerminalCalendar } from '#contract/terminals.ts'
import { CalendarDate, Instant } from '#contract/values.ts'
import { ViewState } from '#contract/views.ts'
import type { WritableDb } from '../db/open.ts'
import { isZone } from '../outside/calendar.ts'
import { createTermsKey } from '../settings/cost.ts'
import { USER_NAME_SETTING, raiseOwnRevision } from '../settings/own.ts'
import { refreshManualDates } from '../settings/store.ts'

export type OwnRow = Record<string, string | number | null>

export type Section = {
  part: OwnPart
  table: string
  /** The schema of one row of the file. */
  row: z.ZodType<OwnRow>
  columns: readonly string[]
  /** Columns that identify an entry. */
  key: readonly string[]
  /**
   * Column with the time of the last change; without one it is unknown which of two entries is newer. In an office it
   * says when an entry from before the office was changed.
   */
  newest?: string
  /** Rows of the table that belong to this part. */
  where?: string
  /** Column with the id of a container. */
  container?: string
  /** Rows are numbered, and a number is never used again. */
  numbered?: string
  /** Updates data that is derived from the rows. */
  updateDerived?: (db: WritableDb) => void
  /** Rows of the container contain it, not only its search texts. */
  isInRows?: true
  /**
   * Entries with the same purpose are of one thing. Members of an office can add them at the same time under different
   * keys.
   */
  purpose?: (row: OwnRow) => string
  /** Entries with the same purpose are its history, so an office keeps all. */
  isHistory?: true
  /** What screens read again after a change. */
  topics: readonly Topic[]
  /** Listed for the user and not written: a folder is watched only after the user picks it. */
  isOffered?: boolean
}

/** The values of the key columns, by their names. `key`: their JSON array. */
export function toKeyRow(section: Section, key: string): OwnRow {
  const values = JSON.parse(key) as OwnRow[string][]
  return Object.fromEntries(section.key.map((column, index) => [column, values[index] ?? null]))
}

const Text = z.string().max(4_000)

/** Creates the schema of a column that contains JSON of `schema`. */
function createJsonSchema(schema: z.ZodType): z.ZodType<string> {
  return z
    .string()
    .max(200_000)
    .refine((text) => {
      try {
        return schema.safeParse(JSON.parse(text)).success
      } catch {
        return false
      }
    })
}

function createSection<Shape extends Record<string, z.ZodType<string | number | null>>>(
  shape: Shape,
  options: Omit<Section, 'row' | 'columns'>,
  isValid: (row: OwnRow) => boolean = () => true,
): Section {
  const row = (z.strictObject(shape) as unknown as z.ZodType<OwnRow>).refine(isValid)
  return { ...options, row, columns: Object.keys(shape) }
}

const settingKeys = Object.keys(Settings.shape) as (keyof Settings)[]
const settingSchemas = { ...Settings.shape, homeZone: z.string().refine(isZone) }

/** Kinds of alerts differ between versions. */
const PortableRules = AlertRules.extend({ channels: z.partialRecord(AlertKind, AlertChannel) })

export const sections: readonly Section[] = [
  {
    part: 'settings',
    table: 'setting',
    key: ['key'],
    columns: ['key', 'value'],
    topics: ['settings', 'sync'],
    where: `key IN (${settingKeys.map((key) => `'${key}'`).join(', ')})`,
    row: z
      .strictObject({ key: z.enum(settingKeys), value: z.string().max(4_000) })
      .refine(({ key, value }) => createJsonSchema(settingSchemas[key]).safeParse(value).success),
  },
  createSection(
    { key: z.literal('alertRules'), value: createJsonSchema(PortableRules) },
    { part: 'alert-rules', table: 'setting', key: ['key'], where: `key = 'alertRules'`, topics: ['alerts'] },
  ),
  createSection(
    { id: Text.min(1), name: Text.min(1), screen: Text, state: createJsonSchema(ViewState), saved_at: Instant },
    { part: 'views', table: 'saved_view', key: ['id'], newest: 'saved_at', topics: ['views'] },
  ),
  createSection(
    {
      place: Text.min(1),
      days: createJsonSchema(TerminalCalendar.shape.days),
      closed: createJsonSchema(TerminalCalendar.shape.closed),
      opens: TerminalCalendar.shape.opens,
      closes: TerminalCalendar.shape.closes,
      changed_at: Instant,
    },
    {
      part: 'terminals',
      table: 'terminal_calendar',
      key: ['place'],
      newest: 'changed_at',
      topics: ['settings', 'containers'],
    },
  ),
  createSection(
    {
      id: RateTable.shape.id,
      name: Text.min(1),
      kind: RateTable.shape.kind,
      scac: RateTable.shape.scac,
      place: RateTable.shape.place,
      length_ft: RateTable.shape.lengthFt,
      equipment_type: RateTable.shape.equipmentType,
      currency: RateTable.shape.currency,
      counting: RateTable.shape.counting,
      free_days: RateTable.shape.freeDays,
      tiers: createJsonSchema(RateTable.shape.tiers),
      changed_at: Instant,
    },
    {
      part: 'rates',
      table: 'rate_table',
      key: ['id'],
      newest: 'changed_at',
      purpose: (row) => createTermsKey(row['kind'], row['scac'], row['place'], row['length_ft'], row['equipment_type']),
      topics: ['containers', 'settings'],
    },
  ),
  createSection(
    {
      id: Text.min(1),
      name: LinkTemplate.shape.name,
      address: LinkTemplate.shape.address.refine((address) => findTemplateProblem(address) === null),
      opened_by: z.enum(LINK_KEYS).nullable(),
      place: z.int().min(0),
      changed_at: Instant,
    },
    {
      part: 'links',
      table: 'link_template',
      key: ['id'],
      newest: 'changed_at',
      purpose: (row) => JSON.stringify([row['name'], row['address'], row['opened_by']]),
      topics: ['views'],
    },
  ),
  // Without the folder: a file must not make this computer write somewhere, so the user picks the folder again.
  createSection(
    { id: Text.min(1), name: Snapshot.shape.name, plan: createJsonSchema(SnapshotPlan), changed_at: Instant },
    { part: 'snapshots', table: 'snapshot', key: ['id'], newest: 'changed_at', topics: ['views'] },
  ),
  // Only the steps are exported. The last step of a container has its date.
  createSection(
    {
      container_id: Text,
      at: Instant,
      date: CalendarDate.nullable(),
      reason: Text.nullable(),
      reported_then: z.string().max(20_000).nullable(),
    },
    {
      part: 'dates',
      table: 'manual_step',
      key: ['container_id', 'at'],
      container: 'container_id',
      numbered: 'id',
      isInRows: true,
      purpose: (row) => String(row['container_id']),
      isHistory: true,
      topics: ['containers'],
      updateDerived: refreshManualDates,
    },
    ({ date, reason, reported_then }) => date === null || (reason !== null && reported_then !== null),
  ),
  createSection(
    { container_id: Text, muted_at: Instant.nullable(), snoozed_until: Instant.nullable() },
    {
      part: 'quieted',
      table: 'quieted',
      key: ['container_id'],
      where: '(muted_at IS NOT NULL OR snoozed_until IS NOT NULL)',
      container: 'container_id',
      topics: ['alerts', 'containers'],
    },
  ),
  createSection(
    { document_id: Text, field: Text, value: createJsonSchema(EditValue) },
    { part: 'corrections', table: 'correction', key: ['document_id', 'field'], topics: ['documents'] },
  ),
  createSection(
    { id: Text, at: Instant },
    { part: 'settled', table: 'settled_document', key: ['id'], topics: ['documents'] },
  ),
  createSection({ id: Text }, { part: 'dismissed', table: 'dismissed_request', key: ['id'], topics: ['requests'] }),
  createSection(
    { path: Text.min(1), after: AfterUpload, always_polls: z.literal([0, 1]), is_recursive: z.literal([0, 1]) },
    { part: 'folders', table: 'folder', key: ['path'], isOffered: true, topics: ['folders'] },
  ),
  createSection(
    { id: Text.min(1), container_id: Text, text: Text.min(1), at: Instant, changed_at: Instant },
    {
      part: 'notes',
      table: 'own_note',
      key: ['id'],
      newest: 'changed_at',
      container: 'container_id',
      updateDerived: raiseOwnRevision,
      topics: ['containers'],
    },
  ),
  createSection(
    { container_id: Text, tag: Text.min(1) },
    {
      part: 'own-tags',
      table: 'own_tag',
      key: ['container_id', 'tag'],
      container: 'container_id',
      updateDerived: raiseOwnRevision,
      topics: ['containers'],
    },
  ),
  createSection(
    { container_id: Text, name: Text.min(1), at: Instant },
    {
      part: 'assignees',
      table: 'own_assignee',
      key: ['container_id'],
      newest: 'at',
      container: 'container_id',
      updateDerived: raiseOwnRevision,
      topics: ['containers'],
    },
  ),
  createSection(
    { customer: Text.min(1), priority: z.enum(['high', 'low']), at: Instant },
    { part: 'priorities', table: 'own_priority', key: ['customer'], newest: 'at', topics: ['containers'] },
  ),
  createSection(
    { key: z.literal(USER_NAME_SETTING), value: createJsonSchema(z.string().min(1)) },
    { part: 'me', table: 'setting', key: ['key'], where: `key = '${USER_NAME_SETTING}'`, topics: ['containers'] },
  ),
]
