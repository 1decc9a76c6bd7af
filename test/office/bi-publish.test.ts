// How the leader publishes rows for reports: each version once, whoever leads, and only the rows that differ.
import { expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { projectContainers } from '#engine/mirror/containers/store.ts'
import { loadChangeRows } from '#engine/mirror/history/store.ts'
import { markGone } from '#engine/mirror/records.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { createPublisher, fillBiOffice, openBiOffice } from '#support/bi-office.ts'
import { MIRROR_NOW, container, shipment } from '#support/mirror.ts'
import { MAIN, OTHER, endLease, readValue, refusal } from '#support/office-calls.ts'
import { createUser } from '#support/own-office.ts'
import { openDesktops } from '#support/three-desktops.ts'

const lfd = (date: string) => ({ import_deadlines: { pickup_lfd_terminal: date } })
const hold = (name: string) => ({ holds_at_pod_terminal: [{ name, status: 'hold', description: null }] })

function invoice(id: string, attributes: Resource['attributes'] = {}): Resource {
  return {
    type: 'document',
    id,
    attributes: { name: `${id}.pdf`, created_at: MIRROR_NOW, document_type: 'commercial_invoice', ...attributes },
    relationships: { shipments: [{ type: 'shipment', id: 's1' }], containers: [{ type: 'container', id: '1' }] },
  }
}

test('only rows that changed are sent again, also after changes of own data', async () => {
  const { lea, publish, read, select } = await openBiOffice()
  await read(shipment('s1'), container('1', 'MSCU1', 's1'), container('2', 'MSCU2', null), invoice('d1'))
  expect(await publish()).toEqual(['1', '2', 's1', 'd1'])
  expect(await publish()).toEqual([])
  await read(container('1', 'MSCU1', 's1', hold('customs')))
  expect(await publish()).toEqual(['1'])
  await createUser(lea).tag('2', ['check'])
  expect(await publish()).toEqual(['2'])
  await read(invoice('d1', { name: 'other.pdf' }))
  expect(await publish()).toEqual(['d1'])
  expect(await select('(SELECT container_id, holds, own_tags FROM bi.containers ORDER BY number) c')).toEqual([
    { container_id: '1', holds: 'customs', own_tags: null },
    { container_id: '2', holds: null, own_tags: 'check' },
  ])
})

test('a closed container is published when it changes', async () => {
  const { lea, publish, read, select } = await openBiOffice()
  await read(container('1', 'MSCU1', null, { current_status: 'empty_returned' }), container('2', 'MSCU2', null))
  await publish()
  await read(container('1', 'MSCU1', null, { current_status: 'empty_returned', seal_number: 'S1' }))
  lea.write((db) => {
    markGone(db, 'container', '2', MIRROR_NOW)
    projectContainers(db, ['2'])
  })
  await lea.runUntilIdle()
  expect(await publish()).toEqual(['1', '2'])
  expect(await select('(SELECT is_open, seal, gone_since::date FROM bi.containers ORDER BY number) c')).toEqual([
    { is_open: false, seal: 'S1', gone_since: null },
    { is_open: false, seal: null, gone_since: '2026-11-20' },
  ])
})

test('another leader has the same rows, so it sends none again', async () => {
  const office = await openBiOffice()
  const { lea, leo, publish, publishAsLeo, startLeo, read, select } = office
  await fillBiOffice(office)
  await read(invoice('d1'))
  expect(await publish()).not.toEqual([])
  const published = await select('bi.containers ORDER BY container_id')
  await startLeo()
  await leo.runUntilIdle()
  expect(await publishAsLeo()).toEqual([])
  expect(await publish()).toEqual([])
  expect(await select('bi.containers ORDER BY container_id')).toEqual(published)
  expect(lea.logged).toEqual([])
})

test('rows whose statement was lost are sent the next time', async () => {
  const { lea, connections, read, select } = await openBiOffice()
  const [lines] = connections
  let lost = 0
  const publisher = createPublisher(lea, {
    ...lines!,
    query: (sql, values) => {
      if (lost > 0 && sql.includes('publish_bi') && lost-- > 0)
        return Promise.reject(new PostgresFailure('lost', null, new Error('fault of the test')))
      return lines!.query(sql, values)
    },
  })
  await read(container('1', 'MSCU1', null))
  await publisher.publish()
  await read(container('1', 'MSCU1', null, { seal_number: 'S1' }))
  lost = 1
  await publisher.publish()
  expect(lea.logged).toEqual(['rows for reports not published'])
  expect(await publisher.publish()).toEqual(['1'])
  expect(await select('(SELECT seal FROM bi.containers) c')).toEqual([{ seal: 'S1' }])
})

test('a desktop that leads no more publishes nothing', async () => {
  const { owner, publish, read, select } = await openBiOffice()
  await read(container('1', 'MSCU1', null))
  await endLease(owner)
  await publish()
  expect(await select('bi.containers')).toEqual([])
  expect(await select('bi.accounts WHERE published_at IS NOT NULL')).toEqual([])
})

test('the rows show when they were compared, and by which rule the last free day governs', async () => {
  const { publish, read, select } = await openBiOffice()
  await read(container('1', 'MSCU1', null))
  await publish()
  expect(await select('bi.accounts WHERE published_at IS NOT NULL')).toMatchObject([
    { account_id: MAIN, account: 'Main', lfd_rule: 'earliest' },
  ])
  expect(await select('bi.contract_version')).toEqual([{ version: 1 }])
})

test('each change of a last free day is in its history', async () => {
  const { publish, read, select } = await openBiOffice()
  for (const date of ['2026-11-25', '2026-11-24', '2026-11-28']) {
    await read(container('1', 'MSCU1', null, lfd(date)), container('2', 'MSCU2', null))
    await publish()
    await publish()
  }
  expect(
    await select('(SELECT number, lfd_date, previous_lfd_date, lfd_source FROM bi.lfd_history ORDER BY at) h'),
  ).toEqual([
    { number: 'MSCU1', lfd_date: '2026-11-25', previous_lfd_date: null, lfd_source: 'terminal' },
    { number: 'MSCU1', lfd_date: '2026-11-24', previous_lfd_date: '2026-11-25', lfd_source: 'terminal' },
    { number: 'MSCU1', lfd_date: '2026-11-28', previous_lfd_date: '2026-11-24', lfd_source: 'terminal' },
  ])
})

test('bi.changes has the changes that the list shows', async () => {
  const { lea, publish, read, select } = await openBiOffice()
  await read(shipment('s1'), container('1', 'MSCU1', 's1', lfd('2026-11-25')))
  await read(container('1', 'MSCU1', 's1', { ...lfd('2026-11-24'), ...hold('customs'), seal_number: 'S1' }))
  // A change that is taken back at once is in no list.
  await read(container('1', 'MSCU1', 's1', { ...lfd('2026-11-24'), ...hold('customs'), seal_number: 'S2' }))
  await read(container('1', 'MSCU1', 's1', { ...lfd('2026-11-24'), ...hold('customs'), seal_number: 'S1' }))
  await publish()
  const ids = lea.db.column<number>('SELECT id FROM change WHERE is_hidden = 0 ORDER BY id')
  expect(ids.length).toBeGreaterThan(2)
  const parse = (json: string | null) => (json === null ? null : (JSON.parse(json) as unknown))
  const toText = (value: unknown) => (value === null || typeof value === 'string' ? value : JSON.stringify(value))
  const listed = loadChangeRows(lea.db, ids).map(({ field, kind, severity, number, before, after, seenAt }) => ({
    ...{ field, kind, severity, number, seen_at: seenAt },
    value_before: toText(parse(before)),
    value_after: toText(parse(after)),
  }))
  const found = (await select('bi.changes')).map(
    ({ field, kind, severity, number, seen_at: at, value_before: before, value_after: after }) => ({
      ...{ field, kind, severity, number, seen_at: new Date(String(at)).toISOString() },
      value_before: before,
      value_after: after,
    }),
  )
  const sort = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
  expect(sort(found)).toEqual(sort(listed))
})

test('bi.documents has the documents of the service, with the records that they are about', async () => {
  const { lea, publish, read, select } = await openBiOffice()
  await read(shipment('s1'), container('1', 'MSCU1', 's1'))
  const values = { invoice_number: 'K-118', supplier: 'Hengli', total_amount: '18,450.50', currency: 'USD' }
  await read(invoice('d1', { extracted_data_manual: values, file_size_bytes: 5_000 }), invoice('d2'))
  await publish()
  expect(await select('bi.documents ORDER BY document_id')).toMatchObject([
    {
      ...{ document_id: 'd1', type: 'commercial_invoice', key_number: 'K-118', amount: 18450.5, currency: 'USD' },
      ...{ is_extracted: true, size_bytes: 5_000 },
    },
    { document_id: 'd2', is_extracted: false, amount: null },
  ])
  const stored = lea.db.all<Record<string, unknown>>(
    'SELECT file_name, key_number, party, amount_number AS amount, currency FROM document_row ORDER BY id',
  )
  const columns = 'file_name, key_number, party, amount, currency'
  expect(await select(`(SELECT ${columns} FROM bi.documents ORDER BY document_id) d`)).toEqual(stored)
  expect(
    await select(`(SELECT record_type, number FROM bi.document_links WHERE document_id = 'd1' ORDER BY 1) l`),
  ).toEqual([
    { record_type: 'container', number: 'MSCU1' },
    { record_type: 'shipment', number: 'BILLs1' },
  ])
})

test('a row that the office cannot store is left out, and the others are stored', async () => {
  const { lea, publish, read, select } = await openBiOffice()
  await read(
    container('1', 'MSCU1', null, { seal_number: 'a\u0000b' }),
    container('2', 'MSCU2', null, { pickup_appointment_at: '0000-01-01T00:00:00Z' }),
    container('3', 'MSCU3', null),
  )
  await publish()
  expect((await select('bi.containers')).map(({ number }) => number)).toEqual(['MSCU3'])
  expect(lea.logged.filter((event) => event === 'the office cannot store a row for reports')).toHaveLength(2)
})

test('a leader stores no rows of another account', async () => {
  const { lea, connections, publish, owner, select } = await openBiOffice()
  await publish()
  const row = { ...(await emptyRow(owner)), space: OTHER, id: 'x' }
  const sql = `SELECT office.publish_bi($1, $2, 'container', '{"x":"h"}', $3)`
  const [lines] = connections
  await lines?.query(sql, [
    MAIN,
    lea.fence,
    JSON.stringify({ containers: [row], charges: [{ ...row, container_id: 'x' }] }),
  ])
  expect(await refusal(lines!.query(sql, [OTHER, lea.fence, JSON.stringify({ containers: [row] })]))).toBeNull()
  expect(await select('bi.containers')).toEqual([])
})

const emptyRow = async (owner: Parameters<typeof readValue>[0]) => {
  const required = await owner.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = 'bi_rows.container'::regclass AND attnum > 0 AND attnotnull`,
  )
  const byType: Record<string, string | number | boolean> = { integer: 0, boolean: false, text: '' }
  return Object.fromEntries(required.map(({ name, type }) => [name, byType[type]]))
}

test('an office of an earlier version gets no rows', async () => {
  const { lea, connections } = await openDesktops({}, 12)
  lea.read([container('1', 'MSCU1', null)], { requestSeq: 1, readAt: MIRROR_NOW })
  await lea.runUntilIdle()
  expect(await createPublisher(lea, connections[0]!, 12).publish()).toEqual([])
  expect(lea.logged).toEqual([])
})

test('a wrong row of the history and an unknown zone end no report', async () => {
  const { owner, publish, read, select } = await openBiOffice()
  await read(container('1', 'MSCU1', null, { ...lfd('2026-11-25'), pod_discharged_at: MIRROR_NOW }))
  await publish()
  for (const [uid, before, seenAt] of [
    ['x:1', '{', 'yesterday'],
    ['x:2', '"\\u0000"', '2026-99-99T00:00:00Z'],
    ['x:3', '['.repeat(100_000), MIRROR_NOW],
  ])
    await owner.query(
      `INSERT INTO office.change (space, seq, uid, type, rid, field, before, req_seq, kind, severity, seen_at)
       VALUES (1, 99, $1, 'container', '1', 'x', $2, 1, 'other', 4, $3)`,
      [uid!, before!, seenAt!],
    )
  await owner.query(`UPDATE bi_rows.container SET lfd_zone = 'Mars/Olympus'`)
  expect(
    await select(`(SELECT change_id, seen_at::date FROM bi.changes WHERE change_id ^@ 'x:' ORDER BY change_id) c`),
  ).toEqual([
    { change_id: 'x:1', seen_at: null },
    { change_id: 'x:2', seen_at: null },
    { change_id: 'x:3', seen_at: '2026-11-20' },
  ])
  const today = await readValue<string>(owner, `(now() AT TIME ZONE 'UTC')::date::text`)
  const [row] = await select(`(SELECT ('${today}'::date + days_left)::text AS day FROM bi.containers) c`)
  expect(row).toEqual({ day: '2026-11-25' })
})
