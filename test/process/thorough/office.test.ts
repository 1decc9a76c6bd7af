// Three built engines of one office on a real server, with users who use the whole request budget: the leader is killed
// and frozen, and the server is killed. Only processes of this test get signals.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { HANG_MS } from '#support/hang.ts'
import { type AccountOffice, createAccountOffice } from '#support/office-account.ts'
import { connect, loginOf, withConnection } from '#support/office-databases.ts'
import { MAIN, publish, makeRecord } from '#support/office-calls.ts'
import {
  type OfficeServer,
  findPrograms,
  killServer,
  restartServer,
  startServer,
  stopServer,
} from '#support/office-server.ts'
import { type HostReady, type Program, endPrograms, makeFolder, startHost, startService } from '#support/programs.ts'
import { type Page, openPage } from '#support/web-page.ts'

const MINUTE_MS = 60_000
const RUN_MS = 80_000
const MIN_USED = 80
const NAMES = ['lea', 'leo', 'ben'] as const
type Name = (typeof NAMES)[number]

type Term = { fence: number; login: string; at: string }
type Log = { requests: { processMs: number; status: number; bucket: string }[] }

let running: OfficeServer | null = null
afterAll(async () => {
  await endPrograms()
  if (running) await stopServer(running)
})

/** Every update of the lease, so that a late one of a deposed leader is seen. */
const LOG_LEASES = `
  CREATE TABLE lease_log (id bigint GENERATED ALWAYS AS IDENTITY, fence bigint, login name, at timestamptz);
  CREATE FUNCTION log_lease() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    INSERT INTO public.lease_log (fence, login, at) VALUES (NEW.fence, NEW.login, clock_timestamp());
    RETURN NEW;
  END $$;
  CREATE TRIGGER log_lease AFTER UPDATE ON office.lease FOR EACH ROW EXECUTE FUNCTION log_lease()`

type Computer = { name: Name; host: Program<HostReady>; users: Promise<void>; page: Page }
type Setup = {
  accountOffice: AccountOffice
  service: { url: string; key: string }
  folder: string
  areUsersActive: boolean
}

async function startComputer(setup: Setup, name: Name): Promise<Computer> {
  const { accountOffice, service, folder } = setup
  const officeFile = accountOffice.writeFile(name)
  const account = ['--service-url', service.url, '--api-key', service.key, '--office', officeFile, '--port', '0']
  const host = await startHost('--data-dir', join(folder, name), ...account)
  const page = await openPage(host.ready.url)
  return { name, host, page, users: rereadUntilDisconnected(setup, page) }
}

/** Users who reread containers without a pause. The leader sends the requests of all. */
async function rereadUntilDisconnected(setup: Setup, { engine }: Page): Promise<void> {
  const window = { offset: 0, limit: 20 }
  for (let index = 0; setup.areUsersActive; index++) {
    try {
      const { rows } = await engine.call('containers.list', { filter: { scope: 'all' }, sort: [], window })
      const row = rows[index % Math.max(1, rows.length)]
      if (row === undefined) await pause(100)
      else await engine.call('containers.reread', { id: row.id })
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'engine/disconnected') return
      await pause(100)
    }
  }
}

const listTerms = (owner: PostgresConnection) =>
  owner.query<Term>('SELECT fence, min(login) AS login, min(at) AS at FROM lease_log GROUP BY fence ORDER BY fence')

async function countUpdates(owner: PostgresConnection, { fence }: Term): Promise<number> {
  const [row] = await owner.query<{ n: number }>('SELECT count(*) AS n FROM lease_log WHERE fence = $1', [fence])
  return row?.n ?? 0
}

/** Whether this computer follows another one. */
async function isFollower({ engine }: Page): Promise<boolean> {
  const { office } = await engine.call('sync.status', {})
  return typeof office?.reader?.member === 'string'
}

async function waitFor<Value>(read: () => Promise<Value | null | undefined>): Promise<Value> {
  const endsAt = performance.now() + HANG_MS
  for (;;) {
    const value = await read().catch(() => null)
    if (value !== null && value !== undefined) return value
    if (performance.now() > endsAt) throw new Error('the condition is still false')
    await pause(20)
  }
}

const waitForTerm = (owner: PostgresConnection, fence: number) =>
  waitFor(async () => (await listTerms(owner)).find((term) => term.fence >= fence))

/**
 * The next leader, and how long the office had none. `slowestMs`: the longest question to the server meanwhile. A
 * computer with much other work slows the election down as well.
 */
async function measureTakeover(owner: PostgresConnection, { fence }: Term, end: () => unknown) {
  let slowestMs = 0
  const startedMs = Date.now()
  await end()
  const term = await waitFor(async () => {
    const askedAt = performance.now()
    const found = (await listTerms(owner)).find((later) => later.fence > fence)
    slowestMs = Math.max(slowestMs, performance.now() - askedAt)
    return found
  })
  return { term, ms: Date.parse(term.at) - startedMs, slowestMs }
}

/** Without what belongs to each computer: the time of its last check, and the ids of changes. */
async function listRows({ engine }: Page) {
  const window = { offset: 0, limit: 500 }
  const sort = [{ column: 'number' as const, direction: 'asc' as const }]
  const { rows } = await engine.call('containers.list', { filter: { scope: 'all' }, sort, window })
  const changes = await engine.call('changes.list', { filter: { scope: 'all' }, window })
  return {
    containers: rows.map(({ ages, ...row }) => ({ ...row, ages: { ...ages, service: null } })),
    changes: changes.rows.map((change) => ({ ...change, id: 0 })),
  }
}

const readLog = async ({ service }: Setup) => (await (await fetch(new URL('/_service/log', service.url))).json()) as Log

const spanMs = ({ requests }: Log) => (requests.at(-1)?.processMs ?? 0) - (requests[0]?.processMs ?? 0)

const listTimes = ({ requests }: Log) =>
  requests.filter(({ bucket }) => bucket === 'general').map(({ processMs }) => processMs)

function countMostInAMinute(timesMs: number[]): number {
  return Math.max(...timesMs.map((from) => timesMs.filter((at) => at >= from && at < from + MINUTE_MS).length))
}

/** The tests run one after the other on this office. Each begins with the leader that the one before it left. */
async function startOffice() {
  // Without programs, vitest.config.ts leaves this file out.
  const server = await startServer(process.env['OFFICE_TEST_PROGRAMS'] ?? findPrograms()[0] ?? '')
  running = server
  const service = await startService('--containers', '200', '--seed', '3')
  const folder = makeFolder()
  const accountOffice = await createAccountOffice(server, 'kill', service.ready, folder)
  const { templates, ownerAddress: address } = accountOffice
  await withConnection(address, (connection) => connection.runScript(LOG_LEASES))
  const setup: Setup = { accountOffice, service: service.ready, folder, areUsersActive: true }
  const computers = new Map<string, Computer>()
  const start = async (name: Name) => computers.set(loginOf(templates, name), await startComputer(setup, name))
  for (const name of NAMES) await start(name)
  const owner = await connect(address)
  return { server, setup, address, owner, start, computers, computerOf: ({ login }: Term) => computers.get(login)! }
}

describe('an office of three engines', () => {
  let office: Awaited<ReturnType<typeof startOffice>>
  let term: Term
  beforeAll(async () => {
    office = await startOffice()
    term = await waitForTerm(office.owner, 1)
  })

  test.each([1, 2, 3])('has another leader at most 2 s after the leader was killed (%i)', async () => {
    const { owner, start, computerOf } = office
    const leader = computerOf(term)
    await waitFor(async () => (await countUpdates(owner, term)) > 3 || null)
    const takeover = await measureTakeover(owner, term, () => leader.host.stop('SIGKILL'))
    term = takeover.term
    await leader.users
    await start(leader.name)
    expect(takeover.ms).toBeLessThanOrEqual(2_000 + 3 * Math.min(1_000, takeover.slowestMs))
  })

  test.each([1, 2])(
    'has another leader at most 8 s after the leader froze, which follows when it goes on (%i)',
    async () => {
      const { owner, setup, computerOf } = office
      const [old, leader] = [term, computerOf(term)]
      const takeover = await measureTakeover(owner, term, () => leader.host.child.kill('SIGSTOP'))
      term = takeover.term
      leader.host.child.kill('SIGCONT')
      const member = setup.accountOffice.addressOf(leader.name)
      await withConnection(member, async (connection) =>
        expect(await publish(connection, old.fence, { records: [makeRecord('c1')] })).toBeNull(),
      )
      await waitFor(async () => (await isFollower(leader.page)) || null)
      expect(takeover.ms).toBeLessThanOrEqual(8_000 + 3 * Math.min(1_000, takeover.slowestMs))
    },
  )

  test('goes on after its server was killed, with all computers', async () => {
    const { server, address, setup } = office
    await office.owner.close()
    await killServer(server)
    const restartedMs = Date.now()
    await restartServer(server)
    const owner = await waitFor(() => connect(address))
    office.owner = owner
    const logins = NAMES.map((name) => loginOf(setup.accountOffice.templates, name))
    await waitFor(async () => {
      const [row] = await owner.query<{ isBack: boolean }>(
        `SELECT count(DISTINCT usename) = 3 AND (SELECT renewed_at > $2 FROM office.lease WHERE space = $3) AS "isBack"
         FROM pg_stat_activity WHERE usename = ANY ($1)`,
        [logins, new Date(restartedMs).toISOString(), MAIN],
      )
      return row?.isBack === true ? true : null
    })
  })

  test('accepted nothing of a deposed leader, and sent at most 100 requests in any minute', async () => {
    const { owner, setup } = office
    const [late] = await owner.query<{ n: number }>(
      'SELECT count(*) AS n FROM lease_log a WHERE EXISTS (SELECT FROM lease_log b WHERE b.id < a.id AND b.fence > a.fence)',
    )
    await owner.close()
    // The users go on until the first permits are free again, and until they have used the budget of a minute. Without
    // that, a leader that did not know the budget would not exceed the limit.
    const { requests } = await waitFor(async () => {
      const log = await readLog(setup)
      return spanMs(log) >= RUN_MS && countMostInAMinute(listTimes(log)) >= MIN_USED ? log : null
    })
    expect(late?.n).toBe(0)
    expect(requests.filter(({ status }) => status === 429)).toEqual([])
    expect(countMostInAMinute(listTimes({ requests }))).toBeLessThanOrEqual(100)
  })

  test('has the same containers and changes on every computer', async () => {
    // The lists are read with what the users leave of the budget.
    office.setup.areUsersActive = false
    const pages = [...office.computers.values()].map(({ page }) => page)
    await waitFor(async () => {
      const [first, ...others] = await Promise.all(pages.map(listRows))
      const isComplete = first?.containers.length === 200
      return isComplete && others.every((other) => isDeepStrictEqual(other, first)) ? true : null
    })
  })
})
