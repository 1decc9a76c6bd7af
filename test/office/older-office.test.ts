// An office whose schema is older than publish_after, which an administrator has not updated yet.
import { expect, test } from 'vitest'
import { migrate } from '#engine/office/migrate.ts'
import { migrations } from '#engine/office/migrations/index.ts'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { compareDumps } from '#support/dumps.ts'
import { MIRROR_NOW, container } from '#support/mirror.ts'
import { endLease, lead, readValue } from '#support/office-calls.ts'
import { type Desktop, dumpMirror } from '#support/office-desktop.ts'
import { openDesktops } from '#support/three-desktops.ts'

const VERSION = 8
const at = (minutes: number) => new Date(Date.parse(MIRROR_NOW) + minutes * 60_000).toISOString()
const makeContainer = (id: string, hold?: string) =>
  container(id, `MSCU${id}`, null, {
    holds_at_pod_terminal: hold === undefined ? [] : [{ name: hold, status: 'hold', description: null }],
  })
const hasPublishAfter = (owner: PostgresConnection) =>
  readValue(owner, `to_regproc('office.publish_after') IS NOT NULL`)
const listFields = ({ db }: Desktop) => db.column<string>('SELECT field FROM change ORDER BY field')
const countMarks = ({ db }: Desktop) =>
  db.value<number>('SELECT (SELECT count(*) FROM office_out) + (SELECT count(*) FROM office_change_out)')

test('the leader of an older office sends its pages, and so does the one after it', async () => {
  const { owner, lea, leo, rita, startLeo } = await openDesktops({}, VERSION)
  expect(await hasPublishAfter(owner)).toBe(false)
  lea.read([makeContainer('1'), makeContainer('2')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  lea.read([makeContainer('1', 'customs')], { requestSeq: 2, readAt: at(1) })
  await lea.runUntilIdle()
  await startLeo()
  leo.read([makeContainer('2', 'usda')], { requestSeq: 3, readAt: at(2) })
  for (const desktop of [leo, lea, rita]) await desktop.runUntilIdle()
  for (const { db } of [lea, rita]) expect(compareDumps(dumpMirror(leo.db), dumpMirror(db))).toEqual([])
  expect(listFields(rita)).toEqual(['holds_at_pod_terminal/customs', 'holds_at_pod_terminal/usda'])
  expect(countMarks(leo)).toBe(0)
})

test('an older office refuses the page of a deposed leader, whose marks stay', async () => {
  const { owner, connections, lea } = await openDesktops({}, VERSION)
  await endLease(owner)
  await lead(connections[1]!)
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  expect([lea.fence, countMarks(lea)]).toEqual([null, 1])
})

test('a leader that connected before its office was updated goes on sending', async () => {
  const { owner, lea, rita } = await openDesktops({}, VERSION)
  expect(await migrate(owner)).toBe(migrations.length)
  expect(await hasPublishAfter(owner)).toBe(true)
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  for (const desktop of [lea, rita]) await desktop.runUntilIdle()
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(rita.db))).toEqual([])
  expect(countMarks(lea)).toBe(0)
})
