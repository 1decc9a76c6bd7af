// The office of one test, on the server of the run (test/office/server.ts).
import { onTestFinished } from 'vitest'
import { migrations } from '#engine/office/migrations/index.ts'
import type { PostgresAddress, PostgresConnection } from '#engine/outside/postgres.ts'
import {
  type MemberName,
  type OfficeTemplates,
  type Owner,
  connect,
  fillDatabase,
  loginOf,
  memberAddress,
  ownerAddress,
  readAddress,
  templateOf,
  withConnection,
} from './office-databases.ts'

export type Office = {
  owner: PostgresConnection
  database: string
  address: PostgresAddress
  addressOf: (name: MemberName | 'stranger' | 'bill') => PostgresAddress
  loginOf: (name: string) => string
  /**
   * A new connection of a member, closed after the test. No members: `stranger`; `solo`, who may have one connection;
   * and `bill`, who has the role for reports.
   */
  connectAs: (name: MemberName | 'stranger' | 'solo' | 'bill', onLost?: () => void) => Promise<PostgresConnection>
}

let count = 0

/** The office of this test, removed after it. `version`: of its schema. */
export async function createOffice(
  templates: OfficeTemplates,
  owner: Owner = 'admin',
  version = migrations.length,
): Promise<Office> {
  const database = `${templates.prefix}_${process.pid}_${count++}`
  const runAsAdmin = (sql: string) => withConnection(readAddress(templates.url), (admin) => admin.runScript(sql))
  const connections: PostgresConnection[] = []
  const open = async (address: PostgresAddress, onLost?: () => void) => {
    const connection = await connect(address, onLost)
    connections.push(connection)
    return connection
  }
  const isOlder = version < migrations.length
  await runAsAdmin(`CREATE DATABASE ${database}${isOlder ? '' : ` TEMPLATE ${templateOf(templates, owner)}`}`)
  onTestFinished(async () => {
    await runAsAdmin(`DROP DATABASE ${database} WITH (FORCE)`)
    await Promise.allSettled(connections.map((connection) => connection.close()))
  })
  const address = ownerAddress(templates, owner, database)
  if (isOlder) await fillDatabase(templates, address, version)
  return {
    owner: await open(address),
    database,
    address,
    addressOf: (name) => memberAddress(templates, name, database),
    loginOf: (name) => loginOf(templates, name),
    connectAs: (name, onLost) => open(memberAddress(templates, name, database), onLost),
  }
}
