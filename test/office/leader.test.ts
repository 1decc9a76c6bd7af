// Leader election on a real server and in real time: the same code as in test/unit/office, which proves the rules.
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { type LeaderDeps, startLeader } from '#engine/office/leader.ts'
import { LeaderReport } from '#engine/office/leader-report.ts'
import { LEASE_ANSWER_MS } from '#engine/office/lease.ts'
import { startLink } from '#engine/office/link.ts'
import { createClock } from '#engine/outside/clock.ts'
import { type PostgresAddress, createPostgres } from '#engine/outside/postgres.ts'
import { createRandom } from '#engine/outside/random.ts'
import { endLease, endSessions, readValue } from '#support/office-calls.ts'
import { createOffice } from '#support/office.ts'
import { ACCOUNT } from '#support/office-databases.ts'
import { createLiveStatus } from '#support/row-factories.ts'

const open = () => createOffice(inject('officeTemplates'))
const BUDGET = { general: { ages: [7], reserve: 10, cap: 98, pauseMs: 0 } }
const REPORT = LeaderReport.parse(createLiveStatus())
const FINAL = { general: { ages: [7], reserve: 0, cap: 98, pauseMs: 0 } }

/** A candidate. `events`: its roles, and the budgets that it got. */
function startCandidate(address: PostgresAddress) {
  const events: unknown[] = []
  const clock = createClock()
  const log = vi.fn<LeaderDeps['log']>()
  /** Called once in each try. */
  const kind = vi.fn<LeaderDeps['kind']>(() => 'daemon')
  const link = startLink({
    clock,
    random: { ...createRandom(), next: () => 0 },
    postgres: createPostgres(),
    log,
    now: () => '',
    address,
    device: 'Gate 4',
    answerTimeoutMs: LEASE_ANSWER_MS,
    space: 1,
    account: { ...ACCOUNT, isStored: () => true, listEarlierKeys: () => [] },
  })
  const leader = startLeader({
    clock,
    log,
    link,
    space: 1,
    device: 'Gate 4',
    kind,
    readBudget: (isFinal) => (isFinal ? FINAL : BUDGET),
    restoreBudget: (budget) => events.push(budget),
    isUpToDate: () => true,
    report: () => REPORT,
    onLease: () => {
      const fence = leader.fence()
      if (fence !== null) leader.onReady(fence)
    },
    startWork: () => void events.push('leads'),
    stopWork: () => Promise.resolve(void events.push('follows')),
    onSendRight: () => undefined,
  })
  const stop = async () => {
    await leader.stop()
    await link.stop()
  }
  onTestFinished(stop)
  return { leader, events, log, kind, stop, maySend: () => leader.maySend('general') }
}

test('a candidate leads, reports its budget, and hands it over when it stops', async () => {
  const { addressOf, owner } = await open()
  const lea = startCandidate(addressOf('lea'))
  await vi.waitFor(() => expect(lea.maySend()).toBe(true))
  expect(await readValue(owner, '(SELECT budget FROM office.lease WHERE space = 1)')).toEqual(BUDGET)
  const leo = startCandidate(addressOf('leo'))
  await lea.stop()
  await vi.waitFor(() => expect(leo.maySend()).toBe(true))
  expect([lea.events, leo.events]).toEqual([
    [{}, 'leads', 'follows'],
    [FINAL, 'leads'],
  ])
})

test('a leader whose session ended may send again after it has renewed its lease', async () => {
  const { addressOf, owner, loginOf } = await open()
  const lea = startCandidate(addressOf('lea'))
  await vi.waitFor(() => expect(lea.maySend()).toBe(true))
  await endSessions(owner, loginOf('lea'))
  await vi.waitFor(() => expect(lea.maySend()).toBe(false))
  await vi.waitFor(() => expect(lea.maySend()).toBe(true))
  expect(lea.events).toEqual([{}, 'leads'])
})

test('a leader whose lease ended gives its lock back, and leads again with a higher fence', async () => {
  const { addressOf, owner } = await open()
  const lea = startCandidate(addressOf('lea'))
  await vi.waitFor(() => expect(lea.maySend()).toBe(true))
  await endLease(owner)
  await vi.waitFor(() => expect(lea.events).toEqual([{}, 'leads', 'follows', BUDGET, 'leads']))
  expect(await readValue(owner, '(SELECT fence FROM office.lease WHERE space = 1)')).toBe(2)
})

test('a member who may not lead asks for no lease', async () => {
  const { addressOf } = await open()
  const ben = startCandidate(addressOf('ben'))
  await vi.waitFor(() => expect(ben.leader.refusal()?.code).toBe('office/follows'))
  await vi.waitFor(() => expect(ben.kind.mock.calls.length).toBeGreaterThan(2))
  expect([ben.events, ben.log.mock.calls]).toEqual([[], []])
})

test('a candidate without access to the space logs the refusal once', async () => {
  const { addressOf, owner, loginOf } = await open()
  await owner.query('DELETE FROM office.access WHERE login = $1', [loginOf('lea')])
  const lea = startCandidate(addressOf('lea'))
  await vi.waitFor(() =>
    expect(lea.log).toHaveBeenCalledWith(
      'warn',
      'no connection to the office',
      expect.objectContaining({ code: 'office/not-allowed' }),
    ),
  )
  await vi.waitFor(() => expect(lea.kind.mock.calls.length).toBeGreaterThan(3))
  expect(lea.log).toHaveBeenCalledOnce()
})
