// Rows of the office that no version of this program writes: of wrong types, huge, of unknown kinds, with broken JSON,
// or with scripts. A desktop refuses them or shows them as text. Its board and every later row stay right.
import { expect, test, vi } from 'vitest'
import { projectContainers, loadRows } from '#engine/mirror/containers/store.ts'
import { listChanges, loadChangeRows, loadHistory } from '#engine/mirror/history/store.ts'
import { startLeaderWatch } from '#engine/office/leader-report.ts'
import { createClock } from '#engine/outside/clock.ts'
import { ContainerRow } from '#contract/containers.ts'
import { createPublisher } from '#support/bi-office.ts'
import { MIRROR_NOW, container, shipment } from '#support/mirror.ts'
import { MAIN } from '#support/office-calls.ts'
import type { Desktop } from '#support/office-desktop.ts'
import { openDesktops } from '#support/three-desktops.ts'

const REFUSED = 'row of the office cannot be read'
const SCRIPT = '<img src=x onerror="alert(1)"><script>alert(1)</script>'
const withAttributes = (attributes: unknown, relationships: unknown = {}) =>
  JSON.stringify({ attributes, relationships })
const nest = (depth: number) => `{"attributes":{"a":${'['.repeat(depth)}${']'.repeat(depth)}},"relationships":{}}`

type Poison = { name: string; type?: string; id?: string; body: string; isRefused: boolean }

const records: Poison[] = [
  { name: 'broken JSON', body: '{"attributes":', isRefused: true },
  { name: 'an empty body', body: '', isRefused: true },
  { name: 'a list', body: '[]', isRefused: true },
  { name: 'null', body: 'null', isRefused: true },
  { name: 'a text', body: '"container"', isRefused: true },
  { name: 'attributes that are a list', body: withAttributes([]), isRefused: true },
  { name: 'attributes that are null', body: withAttributes(null), isRefused: true },
  { name: 'relationships that are a text', body: withAttributes({}, 'x'), isRefused: true },
  { name: 'a deep list', body: nest(20_000), isRefused: false },
  { name: 'no attribute', body: withAttributes({}), isRefused: false },
  {
    name: 'attributes of wrong types',
    body: withAttributes({
      ...{ number: 5, current_status: { a: 1 }, pod_timezone: 'Mars/Olympus', holds_at_pod_terminal: 'customs' },
      ...{ fees_at_pod_terminal: [null, 5, { type: 7, amount: 'x', currency_code: [] }], ref_numbers: { a: 1 } },
      ...{ import_deadlines: ['2026-11-25'], pickup_lfd: 20261125, pod_discharged_at: '2026-99-99T00:00:00Z' },
      ...{ weight_in_lbs: 'heavy', equipment_length: '40', availability_known: 'yes', terminal_checked_at: {} },
    }),
    isRefused: false,
  },
  {
    name: 'relationships of wrong types',
    body: withAttributes(
      { number: 'POIU0000001' },
      { shipment: 5, pod_terminal: { type: 1, id: null }, pickup_facility: [], transport_events: 'x' },
    ),
    isRefused: false,
  },
  {
    name: 'numbers without end',
    body: '{"attributes":{"number":"POIU0000002","weight_in_lbs":1e400,"equipment_length":-1e400},"relationships":{}}',
    isRefused: false,
  },
  {
    name: 'script texts',
    body: withAttributes({ number: SCRIPT, seal_number: SCRIPT, location_at_pod_terminal: SCRIPT }),
    isRefused: false,
  },
  {
    name: 'names of object properties',
    body: '{"attributes":{"__proto__":{"number":"x"},"constructor":1,"number":"POIU0000004"},"relationships":{"__proto__":[]}}',
    isRefused: false,
  },
  { name: 'a record of an unknown type', type: 'virus', body: withAttributes({ number: SCRIPT }), isRefused: false },
  { name: 'a sweep of texts', type: 'complete_sweep', id: 'containers', body: '{"endedAt":"x"}', isRefused: true },
  { name: 'a sweep of nothing', type: 'complete_sweep', id: 'viruses', body: '[]', isRefused: true },
  { name: 'read times', type: 'read_times', id: 'containers', body: '{"since":5}', isRefused: true },
  { name: 'events', type: 'transport_events', id: '1', body: '[{"id":5}]', isRefused: true },
  { name: 'an unknown zone', type: 'place_zone', id: 'USLAX', body: '{"zone":"Mars/Olympus"}', isRefused: false },
  { name: 'a zone of a wrong type', type: 'place_zone', id: 'USNYC', body: '{"zone":5}', isRefused: true },
  { name: 'corrections', type: 'corrections', id: 'd1', body: '{"amount":{"a":{}}}', isRefused: true },
  {
    name: 'a huge text',
    body: withAttributes({ number: 'POIU0000003', seal_number: 'x'.repeat(4_000_000) }),
    isRefused: false,
  },
]

const CHANGE = {
  ...{ field: 'pickup_lfd', before: null, after: '"2026-12-01"', kind: 'last-free-day', severity: 2 },
  ...{ seen_at: MIRROR_NOW, source_at: null, type: 'container', is_hidden: 0 },
}

const changes: {
  name: string
  values: Partial<Record<keyof typeof CHANGE, string | number | null>>
  isRefused: boolean
}[] = [
  { name: 'a value that is no JSON', values: { after: '{' }, isRefused: true },
  { name: 'a hold that is no JSON', values: { field: 'holds_at_pod_terminal/x', after: 'x' }, isRefused: true },
  { name: 'an arrival before that is no JSON', values: { field: 'pod_eta_at', before: 'x' }, isRefused: true },
  { name: 'a time in words', values: { seen_at: 'yesterday' }, isRefused: true },
  { name: 'a month 99', values: { seen_at: '2026-99-99T00:00:00.000Z' }, isRefused: true },
  { name: 'a check in words', values: { source_at: 'never' }, isRefused: true },
  { name: 'a severity 9', values: { severity: 9 }, isRefused: true },
  { name: 'an unknown kind', values: { kind: SCRIPT }, isRefused: false },
  { name: 'a change of an unknown type', values: { type: 'virus' }, isRefused: false },
  { name: 'a script', values: { field: SCRIPT, after: JSON.stringify(SCRIPT) }, isRefused: false },
  { name: 'a huge value', values: { after: JSON.stringify('x'.repeat(1_000_000)) }, isRefused: false },
  { name: 'a hold of a wrong type', values: { field: 'holds_at_pod_terminal/x', after: '[[]]' }, isRefused: false },
  { name: 'a hidden flag of a later version', values: { is_hidden: 99 }, isRefused: false },
]

const nextNumber = `office.next_number(${MAIN}, 'mirror', 1)`

/** Everything that screens read of a desktop. Throws if a row breaks one of them. */
function readScreens({ db, write }: Desktop): ContainerRow[] {
  const ids = db.column<string>('SELECT id FROM container_row ORDER BY id')
  // After an update, a program builds all rows again.
  write((writable) => projectContainers(writable, ids))
  loadChangeRows(db, db.column<number>('SELECT id FROM change'))
  for (const id of ids) {
    listChanges(db, id, 100)
    loadHistory(db, id)
  }
  return loadRows(db, ids).map((row) => ContainerRow.parse(row))
}

/** Rita follows, and Lea leads. Both read what another member wrote to the office. */
async function open() {
  const office = await openDesktops()
  const { lea, rita, connections } = office
  let requestSeq = 0
  const readAs = (id: string, seal: string) =>
    lea.read([container(id, `MSCU${id}`, 's1', { seal_number: seal })], {
      requestSeq: ++requestSeq,
      readAt: MIRROR_NOW,
    })
  lea.read([shipment('s1')], { requestSeq: ++requestSeq, readAt: MIRROR_NOW })
  readAs('1', 'first')
  await lea.runUntilIdle()
  const publisher = createPublisher(lea, connections[0]!)
  /** The row before the wrong one is unchanged, and what the leader reads after it arrives, also in the reports. */
  const expectRight = async (name: string) => {
    for (const desktop of [rita, lea]) await desktop.runUntilIdle()
    readAs('2', name)
    for (const desktop of [lea, rita]) {
      await desktop.runUntilIdle()
      const rows = readScreens(desktop)
      const seals = ['1', '2'].map((id) => rows.find((row) => row.id === id)?.seal)
      expect(seals, name).toEqual(['first', name])
    }
    expect(await publisher.publish(), name).toContain('2')
  }
  /** What both desktops logged since the last call, each once. */
  const takeLogged = () => [...new Set([rita, lea].flatMap(({ logged }) => logged.splice(0)))]
  return { ...office, expectRight, takeLogged }
}

test('each wrong record is refused, or its values are texts', async () => {
  const { owner, rita, expectRight, takeLogged } = await open()
  for (const [index, { name, type = 'container', id = `poison ${index}`, body, isRefused }] of records.entries()) {
    await owner.query(
      `INSERT INTO office.record (space, type, id, seq, req_seq, hash, body, first_seen_at, read_at)
       VALUES (${MAIN}, $1, $2, ${nextNumber}, 2, 'hash', $3, $4, $4)`,
      [type, id, body, MIRROR_NOW],
    )
    await expectRight(name)
    expect(takeLogged(), name).toEqual(isRefused ? [REFUSED] : [])
    const isStored = rita.db.get('SELECT 1 FROM res WHERE type = ? AND id = ?', type, id) !== undefined
    expect(isStored, name).toBe(!isRefused && id.startsWith('poison'))
  }
  const script = loadRows(rita.db, rita.db.column(`SELECT id FROM container_row`)).find(({ seal }) => seal === SCRIPT)
  expect(script).toMatchObject({ number: SCRIPT, yardSpot: SCRIPT })
})

test('each wrong change is refused, or its values are texts', async () => {
  const { owner, rita, expectRight, takeLogged } = await open()
  for (const { name, values, isRefused } of changes) {
    const change = { ...CHANGE, ...values }
    await owner.query(
      `INSERT INTO office.change (space, seq, uid, type, rid, field, before, after, req_seq, kind, severity, source_at,
         seen_at, is_hidden)
       VALUES (${MAIN}, ${nextNumber}, $1, $2, '1', $3, $4, $5, 2, $6, $7, $8, $9, $10)`,
      [
        ...[name, change.type, change.field, change.before, change.after, change.kind, change.severity],
        ...[change.source_at, change.seen_at, change.is_hidden],
      ],
    )
    await expectRight(name)
    expect(takeLogged(), name).toEqual(isRefused ? [REFUSED] : [])
    expect(rita.db.value('SELECT count(*) FROM change WHERE uid = ?', name), name).toBe(isRefused ? 0 : 1)
  }
})

test('a wrong check of a record changes no other row', async () => {
  const { owner, expectRight } = await open()
  const texts = ['{', '5', '[]', 'null', '{"terminal_checked_at":{"a":1}}', JSON.stringify({ [SCRIPT]: MIRROR_NOW })]
  for (const [index, times] of texts.entries()) {
    await owner.query(
      `INSERT INTO office.checked (space, type, id, seq, checked_at, hash)
       VALUES (${MAIN}, 'container', $1, ${nextNumber}, $2, 'hash')`,
      [`nobody ${index}`, times],
    )
    await expectRight(times)
  }
})

test('a wrong report of the leader is not shown, and its board is', async () => {
  const { owner, connectAs, expectRight } = await open()
  const ritas = await connectAs('rita')
  const reports = ['5', '[]', '"x"', '{"fence":"1"}', `{"fence":1,"now":5,"lists":${JSON.stringify(SCRIPT)}}`]
  for (const report of reports) {
    await owner.query('UPDATE office.lease SET report = $1::jsonb WHERE space = $2', [report, MAIN])
    const watch = startLeaderWatch({
      ...{
        clock: createClock(),
        log: () => undefined,
        query: (...statement) => ritas.query(...statement),
        space: MAIN,
      },
      ...{ isLeading: () => false, onServiceTime: () => expect.unreachable(report), onChange: () => undefined },
    })
    await vi.waitFor(() => expect(watch.get(), report).toMatchObject({ isLeading: true, report: null }))
    await watch.stop()
    await expectRight(report)
  }
})
