// How much own data one statement has in either direction, and how much one write stores.
import { expect, test } from 'vitest'
import { CLIENT_VERSION } from '#engine/office/link.ts'
import { createOwnActs } from '#engine/office/own-acts.ts'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { MIRROR_NOW } from '#support/mirror.ts'
import { MAIN, readCounter } from '#support/office-calls.ts'
import { type Desktop, createOwnDataOf } from '#support/office-desktop.ts'
import { at, openOffice, readOwn } from '#support/own-office.ts'

/** Runs the exchange of a desktop, and measures its statements and writes. */
async function exchangeMeasured(desktop: Desktop, connection: PostgresConnection) {
  const { db } = desktop
  const bytes: number[] = []
  const stored: number[] = []
  const countSeen = () => db.value<number>('SELECT count(*) FROM own_seen')!
  const query: PostgresConnection['query'] = async <Row>(...statement: Parameters<PostgresConnection['query']>) => {
    const rows = await connection.query<Row>(...statement)
    bytes.push(Buffer.byteLength(JSON.stringify(statement)), Buffer.byteLength(JSON.stringify(rows)))
    return rows
  }
  const write: Desktop['write'] = (work) => {
    const before = countSeen()
    const value = desktop.write(work)
    stored.push(countSeen() - before)
    return value
  }
  const parts = { query, log: () => undefined, now: () => MIRROR_NOW, space: MAIN, login: '', client: CLIENT_VERSION }
  const ownData = createOwnDataOf({ db, write, log: () => undefined })
  const ownActs = createOwnActs({ ...parts, officeVersion: () => CLIENT_VERSION, ownData })
  const readNews = async () => ({ newest: await readCounter(connection, 'own'), role: 'admin', members: null })
  ownActs.onNews(await readNews())
  while (await ownActs.exchange()) ownActs.onNews(await readNews())
  return { bytes: Math.max(...bytes), stored: Math.max(...stored) }
}

test.each([
  { name: 'long notes', count: 260, text: '港'.repeat(3_900) },
  { name: 'many short notes', count: 900, text: 'Driver called' },
])('$name are sent, read and stored in parts', async ({ count, text }) => {
  const { lea, leo, connections } = await openOffice()
  lea.write((db) => {
    for (let n = 0; n < count; n++)
      db.run('INSERT INTO own_note VALUES (?, ?, ?, ?, ?)', ...[`note ${n}`, '1', `${text} ${n}`, at(0), at(0)])
  })
  await createOwnDataOf({ db: lea.db, write: lea.write, log: () => undefined }).startOver()
  for (const [index, desktop] of [lea, leo].entries()) {
    const most = await exchangeMeasured(desktop, connections[index]!)
    // The names of members and keys come on top.
    expect(most.bytes).toBeLessThan(1_200_000)
    expect(most.stored).toBeLessThanOrEqual(200)
  }
  expect(readOwn(leo)['notes']).toHaveLength(count)
  expect(readOwn(leo)).toEqual(readOwn(lea))
})
