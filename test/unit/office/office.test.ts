// Computers of one office, each with its own gate, on a lease in memory: who sends, and how many requests.
import { expect, onTestFinished, test } from 'vitest'
import { FULL_ALLOWANCE } from '#engine/api/budget.ts'
import { type Gate, createGate } from '#engine/api/gate.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { ALONE_SHARE } from '#engine/office/alone.ts'
import { LeaderReport } from '#engine/office/leader-report.ts'
import { startOffice } from '#engine/office/office.ts'
import { RESERVES } from '#engine/office/spent.ts'
import { type FakeClock, createFakeClock } from '#support/fake-clock.ts'
import { readValue } from '#support/office-calls.ts'
import { ACCOUNT } from '#support/office-databases.ts'
import { addressOf, createFilledModel } from '#support/office-model/filled.ts'
import type { OfficeModel } from '#support/office-model/model.ts'
import { createOwnDataOf } from '#support/office-desktop.ts'
import { getErrorCode } from '#support/error-code.ts'
import { createLiveStatus } from '#support/row-factories.ts'
import { createSeededRandom } from '#support/seeded.ts'

const MINUTE_MS = 60_000

/** `takes`: the computer of each try to take the lease. */
type World = { clock: FakeClock; model: OfficeModel; sentMs: number[]; takes: string[] }

async function createWorld(): Promise<World> {
  const clock = createFakeClock(0)
  const { model } = await createFilledModel({ clock, nowMs: () => clock.up(), randomId: () => crypto.randomUUID() })
  return { clock, model, sentMs: [], takes: [] }
}

const readBudget = ({ model }: World) =>
  readValue<object>(model.owner, '(SELECT budget FROM office.lease WHERE space = 1)')

/** A computer of the office. `roles`: when it began and ceased to lead. */
function startComputer({ clock, model, sentMs, takes }: World, name: string, random = () => 0.5, isOnBattery = false) {
  const connection = openConnection(':memory:', momentSetup)
  const roles: boolean[] = []
  const log = () => undefined
  const write = createWrite(connection)
  const countTake = (sql: string) => {
    if (sql.includes('take_lease')) takes.push(name)
    return null
  }
  const office = startOffice({
    clock,
    random: { next: random, id: () => crypto.randomUUID() },
    log,
    db: connection.db,
    write,
    walGuard: null,
    dataDir: '',
    files: { makeFolder: () => expect.unreachable(), remove: () => Promise.resolve() },
    seedTarget: null,
    ownData: createOwnDataOf({ db: connection.db, write, log }),
    account: { ...ACCOUNT, isStored: () => true, listEarlierKeys: () => [] },
    postgres: model.connectFrom(name, { drawStatementFault: countTake }),
    now: () => '',
    membership: { address: addressOf('lea'), space: 1, device: name, kind: 'desktop' },
    isOnBattery: () => isOnBattery,
    gate: () => gate,
    report: () => LeaderReport.parse(createLiveStatus()),
    startWork: () => void roles.push(true),
    startReading: () => undefined,
    stopWork: () => Promise.resolve(void roles.push(false)),
    onServiceTime: () => undefined,
    onChange: () => undefined,
    kinds: {},
    taskKinds: {},
    api: () => expect.unreachable(),
    onAdopted: () => undefined,
  })
  const { sendRight } = office
  const deps = { clock, db: connection.db, write, keyHash: 'key', log }
  const gate: Gate = createGate({ ...deps, allowance: () => FULL_ALLOWANCE, sendRight })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await clock.advanceUntilSettled(office.stop())
    gate.stop()
    connection.close()
  }
  onTestFinished(stop)
  const send = async (priority: 0 | 1) => {
    const ticket = await gate.enter('general', priority, new AbortController().signal)
    sentMs.push(clock.up())
    ticket.answered()
  }
  /** Sends this many requests as soon as they may be sent. */
  const sendMany = (count: number) => {
    for (let n = 0; n < count; n++) send(1).catch(() => undefined)
  }
  return { roles, office, gate, send, sendMany, stop, isLeader: () => roles.at(-1) === true }
}

function countMostInAMinute(timesMs: readonly number[]): number {
  return Math.max(0, ...timesMs.map((from) => timesMs.filter((at) => at >= from && at < from + MINUTE_MS).length))
}

test('the first computer leads, and the other one declines requests for which its user waits', async () => {
  const world = await createWorld()
  const first = startComputer(world, 'first')
  await world.clock.advance(2_000)
  const second = startComputer(world, 'second')
  await world.clock.advance(10_000)
  expect([first.roles, second.roles]).toEqual([[true], []])
  await first.send(0)
  expect(await getErrorCode(second.send(0))).toBe('office/follows')
  expect(world.sentMs).toHaveLength(1)
})

test('a new leader sends nothing before the office has its budget', async () => {
  const world = await createWorld()
  const first = startComputer(world, 'first')
  first.sendMany(1)
  await world.clock.advanceUntil(() => world.sentMs.length > 0)
  expect(await readBudget(world)).toMatchObject({ general: { reserve: 10 } })
})

test('without the office, requests for which the user waits are declined with its failure', async () => {
  const world = await createWorld()
  world.model.setOff(true)
  const first = startComputer(world, 'first')
  await world.clock.advance(5_000)
  expect(await getErrorCode(first.send(0))).toBe('office/unreachable')
  expect(first.roles).toEqual([])
})

test('a computer that stops hands its lease and its exact budget over', async () => {
  const world = await createWorld()
  const [first, second] = [startComputer(world, 'first'), startComputer(world, 'second')]
  first.sendMany(60)
  await world.clock.advance(4_000)
  expect(world.sentMs).toHaveLength(60)
  await first.stop()
  expect(await readBudget(world)).toMatchObject({ general: { reserve: 0 } })
  second.sendMany(200)
  await world.clock.advance(2_000)
  expect([first.roles, second.roles]).toEqual([[true, false], [true]])
  // Outbox requests may fill 94 permits.
  expect(world.sentMs).toHaveLength(94)
})

test('a leader that sends a burst reports it, and after its death the next one counts what it may not have reported', async () => {
  const world = await createWorld()
  const [first, second] = [startComputer(world, 'first'), startComputer(world, 'second')]
  await world.clock.advance(2_000)
  first.sendMany(80)
  await world.clock.advanceUntil(() => world.sentMs.length === 80, 2_000)
  world.model.setFrozen('first', true)
  world.model.endSessions('first')
  second.sendMany(200)
  await world.clock.advance(2_000)
  expect(second.isLeader()).toBe(true)
  expect(world.sentMs.length).toBeGreaterThanOrEqual(84)
  await world.clock.advance(5 * MINUTE_MS)
  expect(countMostInAMinute(world.sentMs)).toBeLessThanOrEqual(98)
  expect(world.sentMs).toHaveLength(280)
})

test('a leader whose reports get no answer sends only its reserve', async () => {
  const world = await createWorld()
  const first = startComputer(world, 'first')
  await world.clock.advance(2_000)
  world.model.setFrozen('first', true)
  first.sendMany(80)
  await world.clock.advance(3_000)
  expect(world.sentMs).toHaveLength(RESERVES.general)
})

test('a leader whose connection ended sends nothing, and goes on when it is back', async () => {
  const world = await createWorld()
  const first = startComputer(world, 'first')
  await world.clock.advance(2_000)
  world.model.endSessions('first')
  first.sendMany(1)
  expect(first.office.sendRight.maySend('general')).toBe(false)
  await world.clock.advance(1_000)
  expect(world.sentMs).toHaveLength(1)
  expect(first.roles).toEqual([true])
})

test('a leader whose connection ended is deposed if another one took over', async () => {
  const world = await createWorld()
  // The first one waits long before it connects again.
  const first = startComputer(world, 'first', () => 1)
  await world.clock.advance(1_000)
  const second = startComputer(world, 'second')
  await world.clock.advance(1_400)
  world.model.endSessions('first')
  await world.clock.advance(3_000)
  expect([first.roles, second.roles]).toEqual([[true, false], [true]])
  expect(await getErrorCode(first.send(0))).toBe('office/follows')
})

test('a leader without answers stops sending before its lease ends, and stops its work when it ends', async () => {
  const world = await createWorld()
  const [first, second] = [startComputer(world, 'first'), startComputer(world, 'second')]
  await world.clock.advance(2_000)
  world.model.setFrozen('first', true)
  await world.clock.advance(4_000)
  first.sendMany(1)
  await world.clock.advance(100)
  expect([world.sentMs.length, first.isLeader(), second.isLeader()]).toEqual([0, true, false])
  await world.clock.advance(3_900)
  expect([first.isLeader(), second.isLeader()]).toEqual([false, true])
  world.model.setFrozen('first', false)
  await world.clock.advance(MINUTE_MS)
  expect([first.isLeader(), second.isLeader(), world.sentMs.length]).toEqual([false, true, 0])
})

test('a leader that slept sends nothing, although its program did not notice the time', async () => {
  const world = await createWorld()
  const first = startComputer(world, 'first')
  await world.clock.advance(2_000)
  world.clock.sleepMachine(MINUTE_MS)
  expect(first.office.sendRight.maySend('general')).toBe(false)
  expect(first.office.sendRight.refusal()?.code).toBe('office/follows')
  first.office.resume()
  await world.clock.advance(2_000)
  expect(first.roles).toEqual([true, false, true])
})

test('a laptop on battery asks for the lease more rarely than other computers', async () => {
  const world = await createWorld()
  startComputer(world, 'first')
  await world.clock.advance(2_000)
  startComputer(world, 'desktop')
  startComputer(world, 'laptop', () => 0.5, true)
  await world.clock.advance(35_000)
  expect(['desktop', 'laptop'].map((name) => world.takes.filter((taker) => taker === name).length)).toEqual([35, 10])
})

test('all requests that wait on a computer are sent after it takes over', async () => {
  const world = await createWorld()
  const [first, second] = [startComputer(world, 'first'), startComputer(world, 'second')]
  await world.clock.advance(2_000)
  second.sendMany(50)
  await world.clock.advance(MINUTE_MS)
  expect(world.sentMs).toHaveLength(0)
  await first.stop()
  await world.clock.advance(2_000)
  expect(world.sentMs).toHaveLength(50)
})

const AWAY_MS = 15 * MINUTE_MS

/** Two computers whose office is away for so long that they may read alone. The first one led. */
async function loseOffice() {
  const world = await createWorld()
  const [first, second] = [startComputer(world, 'first'), startComputer(world, 'second')]
  await world.clock.advance(2_000)
  world.model.setOff(true)
  await world.clock.advance(AWAY_MS + MINUTE_MS)
  return { world, first, second }
}

test('a computer that reads alone may read, and nothing else, until the office answers', async () => {
  const { world, second } = await loseOffice()
  const { office, gate } = second
  expect([office.sendRight.maySend('general'), office.maxShare()]).toEqual([false, 1])
  second.sendMany(1)
  office.readAlone()
  await second.send(0)
  expect([world.sentMs.length, office.maxShare()]).toEqual([2, ALONE_SHARE])
  expect(office.sendRight.refusal()).toBeNull()
  for (const bucket of ['tracking-requests', 'infer', 'refresh'] as const)
    expect(office.sendRight.maySend(bucket)).toBe(false)
  expect(gate.getSpent().spent.general.permits).toHaveLength(2)
  world.model.setOff(false)
  await world.clock.advanceUntil(() => office.maxShare() === 1)
  expect(office.sendRight.maySend('general')).toBe(false)
  expect(office.sendRight.refusal()?.code).toBe('office/follows')
})

test('a computer that read alone leads first when the office is back', async () => {
  const { world, first, second } = await loseOffice()
  second.office.readAlone()
  world.model.setOff(false)
  await world.clock.advance(20_000)
  expect([first.isLeader(), second.isLeader()]).toEqual([false, true])
})

test('an office that was away leads on after half a minute if no computer read alone', async () => {
  const { world, first, second } = await loseOffice()
  world.model.setOff(false)
  await world.clock.advance(20_000)
  expect([first.isLeader(), second.isLeader()]).toEqual([false, false])
  await world.clock.advance(20_000)
  expect([first.isLeader(), second.isLeader()].filter(Boolean)).toHaveLength(1)
})

test('an office that refuses a computer is not away for it', async () => {
  const world = await createWorld()
  const first = startComputer(world, 'first')
  await world.clock.advance(2_000)
  await world.model.owner.query(`UPDATE office.space SET key_hash = 'other'`)
  world.model.endSessions('first')
  await world.clock.advance(AWAY_MS + MINUTE_MS)
  expect(first.office.getState()).toMatchObject({
    kind: 'away',
    failure: { code: 'office/other-account' },
    alone: null,
  })
  expect(() => first.office.readAlone()).toThrow('office/not-away')
})

test('a computer that stops while it reads alone stops reading', async () => {
  const { first } = await loseOffice()
  first.office.readAlone()
  await first.stop()
  expect(first.roles).toEqual([true, false, false])
})

test.each(Array.from({ length: 16 }, (_, seed) => seed))(
  'in world %i with dying, frozen and restarted computers, all computers together keep the limit',
  async (seed) => {
    const world = await createWorld()
    const random = createSeededRandom(seed)
    const start = (name: string) => ({ name, ...startComputer(world, name, random) })
    const computers = [start('a'), start('b'), start('c')]
    for (const { sendMany } of computers) sendMany(60)
    const runStep = async (kind: number, n: number) => {
      const name = 'abc'.charAt(n)
      if (kind === 0) computers[n]?.sendMany(1 + Math.floor(random() * 120))
      if (kind === 1) world.model.endSessions(name)
      if (kind === 2) world.model.setFrozen(name, true)
      if (kind === 3) world.model.setFrozen(name, false)
      if (kind === 4) world.model.setOff(n === 0)
      if (kind !== 5) return
      await computers[n]?.stop()
      computers[n] = start(name)
    }
    for (let step = 0; step < 60; step++) {
      await runStep(Math.floor(random() * 6), Math.floor(random() * 3))
      await world.clock.advance(random() ** 3 * 20_000)
    }
    world.model.setOff(false)
    for (const name of 'abc') world.model.setFrozen(name, false)
    await world.clock.advance(20_000)
    expect(computers.filter(({ isLeader }) => isLeader())).toHaveLength(1)
    expect(countMostInAMinute(world.sentMs)).toBeLessThanOrEqual(100)
    expect(world.sentMs.length).toBeGreaterThanOrEqual(60)
  },
)
