// The office daemon as it is built: it reads for a desktop, says how it is, and gives the lease back when it ends.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HANG_MS } from '#support/hang.ts'
import { type AccountOffice, createAccountOffice } from '#support/office-account.ts'
import { type OfficeServer, findPrograms, killServer, startServer, stopServer } from '#support/office-server.ts'
import { endPrograms, makeFolder, startDaemon, startHost, startService } from '#support/programs.ts'
import { openPage } from '#support/web-page.ts'

let server: OfficeServer
let office: AccountOffice
let service: { url: string; key: string }

beforeAll(async () => {
  // Without programs, vitest.config.ts leaves this file out.
  server = await startServer(process.env['OFFICE_TEST_PROGRAMS'] ?? findPrograms()[0] ?? '')
  service = (await startService('--no-limit', '--containers', '20')).ready
  office = await createAccountOffice(server, 'daemon', service, makeFolder())
})
afterAll(async () => {
  await endPrograms()
  await stopServer(server)
})

const readHealth = async (port: number | undefined) => {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`)
  return { status: response.status, body: (await response.json()) as unknown }
}
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: HANG_MS, interval: 50 })

test('reads the service for a desktop, which leads after the daemon has ended', async () => {
  const daemon = await startDaemon(
    '--data-dir',
    makeFolder(),
    '--account',
    office.writeAccountFile('lea'),
    '--health-port',
    '0',
  )
  expect(daemon.ready.accounts).toEqual(['account-lea'])
  const { healthPort } = daemon.ready
  await eventually(async () =>
    expect(await readHealth(healthPort)).toMatchObject({
      status: 200,
      body: { ok: true, accounts: [{ id: 'account-lea', state: 'live', reader: { member: null } }] },
    }),
  )
  const account = ['--service-url', service.url, '--api-key', service.key, '--office', office.writeFile('leo')]
  const host = await startHost('--data-dir', makeFolder(), '--port', '0', ...account)
  const { engine } = await openPage(host.ready.url)
  const readStatus = () => engine.call('sync.status', {})
  await eventually(async () =>
    expect(await readStatus()).toMatchObject({ state: 'live', office: { reader: { member: 'lea' } } }),
  )
  const window = { offset: 0, limit: 1 }
  expect(await engine.call('containers.list', { filter: { scope: 'all' }, sort: [], window })).toMatchObject({
    total: 20,
  })
  expect(await daemon.stop('SIGTERM')).toBe(0)
  await eventually(async () =>
    expect(await readStatus()).toMatchObject({ state: 'live', office: { reader: { member: null } } }),
  )
})

test('says that it is not well while the database is away', async () => {
  const daemon = await startDaemon(
    '--data-dir',
    makeFolder(),
    '--account',
    office.writeAccountFile('ben'),
    '--health-port',
    '0',
  )
  await killServer(server)
  await eventually(async () =>
    expect(await readHealth(daemon.ready.healthPort)).toMatchObject({
      status: 503,
      body: { ok: false, accounts: [{ state: 'office-away', error: 'office/unreachable' }] },
    }),
  )
  expect(await daemon.stop('SIGTERM')).toBe(0)
})
