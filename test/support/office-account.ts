// The office of a running service: its space has the service's account, and Lea, Leo and Ben may lead.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeBaseUrl } from '#engine/api/addresses.ts'
import { hashKey } from '#engine/api/client.ts'
import { MAIN } from './office-calls.ts'
import {
  type MemberName,
  type OfficeTemplates,
  createTemplates,
  loginOf,
  memberAddress,
  ownerAddress,
  templateOf,
  withConnection,
} from './office-databases.ts'
import { type OfficeServer, createUrl } from './office-server.ts'

export type AccountOffice = {
  templates: OfficeTemplates
  /** The address of the database for its owner. */
  ownerAddress: ReturnType<typeof ownerAddress>
  addressOf: (name: MemberName) => ReturnType<typeof memberAddress>
  /** Writes the file of `--office` for this member. Returns its path. */
  writeFile: (name: MemberName) => string
  /** Writes the file of a daemon's account. Returns its path. */
  writeAccountFile: (name: MemberName) => string
}

export async function createAccountOffice(
  server: OfficeServer,
  prefix: string,
  service: { url: string; key: string },
  folder: string,
): Promise<AccountOffice> {
  const templates = { url: createUrl(server, 'postgres'), prefix }
  await createTemplates(templates)
  const database = templateOf(templates, 'admin')
  const address = ownerAddress(templates, 'admin', database)
  await withConnection(address, async (owner) => {
    const ben = loginOf(templates, 'ben')
    await owner.query('UPDATE office.member SET can_lead = true WHERE login = $1', [ben])
    await owner.runScript(`DO $$ BEGIN EXECUTE format('GRANT %I TO ${ben}', office.role_name('leader')); END $$`)
    const account = [normalizeBaseUrl(service.url), hashKey(service.key)]
    await owner.query('UPDATE office.space SET service_url = $1, key_hash = $2', account)
  })
  const addressOf = (name: MemberName) => memberAddress(templates, name, database)
  const createOffice = (name: MemberName) => {
    const { host, port, user, password } = addressOf(name)
    return { url: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`, space: MAIN }
  }
  const write = (name: string, content: object) => {
    const path = join(folder, `${name}.json`)
    writeFileSync(path, JSON.stringify(content), { mode: 0o600 })
    return path
  }
  return {
    templates,
    ownerAddress: address,
    addressOf,
    writeFile: (name) => write(name, createOffice(name)),
    writeAccountFile: (name) =>
      write(`account-${name}`, { serviceUrl: service.url, apiKey: service.key, office: createOffice(name) }),
  }
}
