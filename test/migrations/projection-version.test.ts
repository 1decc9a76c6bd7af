// The version of the projections is a digest of the rows that they compute from fixed records. If a row changes, the
// version changes too, and every installation computes its rows again at the next start.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainColumns } from '#contract/rules/container-columns.ts'
import type { Resource } from '#engine/api/decode.ts'
import { container, startMirror } from '#support/mirror.ts'
import { copyPreparedFiles } from '#support/prepared.ts'
import { expectGenerated } from './generated-file.ts'

const SOURCE = new URL('../../src/engine/mirror/projection-version.ts', import.meta.url)
const TABLES = ['charge_row', 'container_row', 'request_row', 'shipment_row']
const atMaher = (resource: Resource): Resource => ({
  ...resource,
  relationships: { pod_terminal: { type: 'terminal', id: 'maher' } },
})
/**
 * Records that the prepared files lack: documents, a container that left by rail, with a line break in a text, and one
 * without a zone at the terminal of another.
 */
const MORE_RECORDS: Resource[] = [
  atMaher(container('with-zone', 'MSCU1234571', null, { pod_timezone: 'America/New_York' })),
  atMaher(
    container('without-zone', 'MSCU1234587', null, {
      pod_timezone: null,
      pickup_lfd: '2026-11-20T00:00:00Z',
      pickup_appointment_at: '2026-11-20T02:00:00Z',
    }),
  ),
  container('on-rail', 'MSCU1234566', null, {
    current_status: 'on_rail',
    location_at_pod_terminal: 'Row 33<br>COMMUNITY - YARD',
    import_deadlines: { pickup_lfd_terminal: '2026-11-20T08:00:00Z', pickup_lfd_line: null, pickup_lfd_rail: null },
  }),
  {
    type: 'document',
    id: 'd1',
    attributes: {
      name: 'invoice',
      file_name: 'invoice.pdf',
      document_type: 'commercial_invoice',
      classification_notes: 'by its title',
      source: 'email',
      file_content_type: 'application/pdf',
      file_size_bytes: 4_096,
      created_at: '2026-11-19T08:00:00Z',
    },
    relationships: {
      last_document_representation: { type: 'document_representation', id: 'r1' },
      email_submission: { type: 'email_submission', id: 'e1' },
      containers: [{ type: 'container', id: 'c1' }],
    },
  },
  {
    type: 'document_representation',
    id: 'r1',
    attributes: {
      schema_version: '1',
      payload: {
        invoice_number: 'INV-7',
        supplier: { name: 'Halcyon' },
        grand_total: { value: '12480.50', currency: 'USD' },
        container_numbers: ['CSQU3054383'],
      },
    },
    relationships: {},
  },
  {
    type: 'email_submission',
    id: 'e1',
    attributes: {
      subject: 'Invoice',
      from: ['a@halcyon.example'],
      to: ['documents@sample.example'],
      cc: [],
      body_preview: 'Please find attached.',
      documents_count: 1,
      sent_at: '2026-11-19T07:59:00Z',
      created_at: '2026-11-19T08:00:00Z',
    },
    relationships: {},
  },
]
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quaywatch-projection-'))
  await copyPreparedFiles({ containers: 60, seed: 7 }, folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The digest of all rows, without the internal number of each record, which depends on the reading order. */
function computeDigest(): string {
  const db = new Database(join(folder, 'mirror.db'), { readonly: true })
  const rows: Record<string, unknown>[][] = TABLES.map((table) =>
    db
      .prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY id`)
      .all()
      .map((row) => ({ ...row, key: 0 })),
  )
  db.close()
  const mirror = startMirror()
  mirror.read(...MORE_RECORDS)
  rows.push(
    ...['container_row', 'document_row', 'email_row'].map((table) =>
      mirror.db.all<Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY id`),
    ),
  )
  expect(rows.every((tableRows) => tableRows.length > 0)).toBe(true)
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 12)
}

test.each(Object.values(plainColumns))(
  'some container of the prepared files has a value for $attribute',
  ({ stored }) => {
    const db = new Database(join(folder, 'mirror.db'), { readonly: true })
    const count = db.prepare<[]>(`SELECT count(${stored}) FROM container_row`).pluck().get()
    db.close()
    expect(count).toBeGreaterThan(0)
  },
)

test('the version of the projections is the digest of their rows', () => {
  const text = `// Written by test/migrations/projection-version.test.ts; never edit it.\nexport const PROJECTION_VERSION = '${computeDigest()}'\n`
  expectGenerated(SOURCE, text)
})
