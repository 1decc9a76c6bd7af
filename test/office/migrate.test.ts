// Migrations of the office's schema: all steps or none, by one computer at a time, and never on a newer office.
import { createHash } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { migrate } from '#engine/office/migrate.ts'
import { migrations } from '#engine/office/migrations/index.ts'
import { connect, readAddress, withConnection } from '#support/office-databases.ts'
import { createOffice } from '#support/office.ts'
import { readValue } from '#support/office-calls.ts'

/** The beginning of the SHA-256 of each released step. A new step adds a line; no line ever changes. */
const DIGESTS = [
  '9b6b9b71da1b',
  'b0d1c8eb7670',
  '84b3abfae3db',
  '94d822ef6c96',
  'f8ef6b927c46',
  '7e21e8ca6f43',
  'af72b00f5cdf',
  '92a93162d691',
  'bb74d0a79725',
  '930ea9eb3153',
  '3e1ef218f513',
  '89e07e26ed96',
  'fde47319cb2c',
  'b5d5007f8b94',
]

const templates = inject('officeTemplates')
let count = 0

/** A new database without an office, and connections of the administrator. Their roles are removed too. */
async function createEmptyDatabase(): Promise<{ database: string; open: () => Promise<PostgresConnection> }> {
  const database = `${templates.prefix}_empty_${process.pid}_${count++}`
  const address = readAddress(templates.url)
  const runAsAdmin = (sql: string) => withConnection(address, (admin) => admin.runScript(sql))
  await runAsAdmin(`CREATE DATABASE ${database}`)
  onTestFinished(async () => {
    await runAsAdmin(`DROP DATABASE ${database} WITH (FORCE)`)
    for (const role of ['reader', 'operator', 'admin', 'leader', 'bi'])
      await runAsAdmin(`DROP ROLE IF EXISTS quaywatch_${database}_${role}`)
  })
  return {
    database,
    open: async () => {
      const connection = await connect({ ...address, database })
      onTestFinished(() => connection.close())
      return connection
    },
  }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
const readVersion = (connection: PostgresConnection) => readValue(connection, '(SELECT version FROM office.meta)')
const hasOffice = (connection: PostgresConnection) => readValue(connection, `to_regnamespace('office') IS NOT NULL`)

test('no released step has changed', () => {
  const digests = migrations.map((step) => createHash('sha256').update(step).digest('hex').slice(0, 12))
  expect(digests).toEqual(DIGESTS)
})

test('a new database gets the whole schema, and a second run changes nothing', async () => {
  const { open } = await createEmptyDatabase()
  const connection = await open()
  expect(await migrate(connection)).toBe(migrations.length)
  expect(await migrate(connection)).toBe(migrations.length)
  expect(await readVersion(connection)).toBe(migrations.length)
})

test('an older office runs only the steps that it does not have', async () => {
  const { open } = await createEmptyDatabase()
  const connection = await open()
  await migrate(connection, migrations.slice(0, 3))
  expect(await readVersion(connection)).toBe(3)
  await migrate(connection)
  expect(await readVersion(connection)).toBe(migrations.length)
})

test('of two computers that migrate at once, one runs the steps', async () => {
  const { open } = await createEmptyDatabase()
  const connections = await Promise.all([open(), open(), open()])
  expect(await Promise.all(connections.map((connection) => migrate(connection)))).toEqual(
    connections.map(() => migrations.length),
  )
})

test('a failed step leaves no schema behind, and the connection can be used', async () => {
  const { open } = await createEmptyDatabase()
  const connection = await open()
  await expect(migrate(connection, [...migrations, 'INSERT INTO nowhere VALUES (1)'])).rejects.toThrow('nowhere')
  expect(await hasOffice(connection)).toBe(false)
  expect(await migrate(connection)).toBe(migrations.length)
})

test('a failed step of an update leaves the office as it was', async () => {
  const { open } = await createEmptyDatabase()
  const connection = await open()
  await migrate(connection)
  const update = [...migrations, 'ALTER TABLE office.meta ADD COLUMN more int; INSERT INTO nowhere VALUES (1)']
  await expect(migrate(connection, update)).rejects.toThrow('nowhere')
  expect(await connection.query('SELECT * FROM office.meta')).not.toHaveProperty('[0].more')
  expect(await readVersion(connection)).toBe(migrations.length)
})

test('an office of a newer version is refused and not changed', async () => {
  const { open } = await createEmptyDatabase()
  const connection = await open()
  await migrate(connection)
  await connection.query('UPDATE office.meta SET version = 99')
  expect(await codeOf(migrate(connection))).toBe('office/newer')
  expect(await readVersion(connection)).toBe(99)
})

test('a server older than PostgreSQL 14 is refused', async () => {
  const oldServer: PostgresConnection = {
    serverProcess: null,
    query: <Row>() => Promise.resolve([{ number: 130_021, name: '13.21' }] as Row[]),
    runScript: () => Promise.reject(new Error('nothing runs on this server')),
    listen: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
  expect(await codeOf(migrate(oldServer))).toBe('office/server-too-old')
})

test('a member without the rights of the owner cannot update the office', async () => {
  const { connectAs } = await createOffice(templates)
  const update = [...migrations, 'ALTER TABLE office.meta ADD COLUMN more int']
  expect(await codeOf(migrate(await connectAs('ada'), update))).toBe('office/not-allowed')
})

test('each office of a server has roles of its own', async () => {
  const [first, second] = [await createEmptyDatabase(), await createEmptyDatabase()]
  for (const { open, database } of [first, second]) {
    const connection = await open()
    await migrate(connection)
    expect(await readValue(connection, `office.role_name('reader')`)).toBe(`quaywatch_${database}_reader`)
  }
})

test('an office can be created again after its database was removed and its roles were not', async () => {
  const { open, database } = await createEmptyDatabase()
  const before = await open()
  await migrate(before)
  await before.close()
  await withConnection(readAddress(templates.url), async (admin) => {
    await admin.runScript(`DROP DATABASE ${database}`)
    await admin.runScript(`CREATE DATABASE ${database}`)
  })
  expect(await migrate(await open())).toBe(migrations.length)
})
