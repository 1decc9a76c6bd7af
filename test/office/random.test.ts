// The same random calls on the server and on the model: both give the same answers and have the same rows. A sequence
// that shows a difference is shortened before it is printed.
import { expect, inject, test, vi } from 'vitest'
import { createClock } from '#engine/outside/clock.ts'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { createRandom as createRealRandom } from '#engine/outside/random.ts'
import { readValue } from '#support/office-calls.ts'
import { addressOf, createFilledModel } from '#support/office-model/filled.ts'
import {
  type ComputerName,
  type Side,
  type Step,
  computers,
  drawStep,
  dumpOffice,
  runStep,
} from '#support/office-steps.ts'
import { createOffice } from '#support/office.ts'
import { createRandom } from '../sim/random.ts'

/** `OFFICE_SEEDS=FIRST-COUNT` runs others. */
const [first = 0, count = 8] = (process.env['OFFICE_SEEDS'] ?? '').split('-').filter(Boolean).map(Number)
const STEPS = 300
/** All rows are compared after so many steps, because that takes longer than a step. */
const COMPARE_EVERY = 25
/** Each shorter sequence that is tried has a database of its own. */
const MAX_TRIES = 60

const names = Object.keys(computers) as ComputerName[]

/** A side whose connections are opened by `connect`. */
async function createSide(
  parts: Pick<Side, 'owner' | 'loginOf'>,
  connect: (name: ComputerName) => Promise<PostgresConnection>,
  waitForEnd: (pid: number) => Promise<void>,
): Promise<Side> {
  const connections: Side['connections'] = new Map()
  for (const name of names) connections.set(name, await connect(name))
  const reconnect = async (name: ComputerName) => {
    const before = connections.get(name)!
    const [row] = await before.query<{ pid: number }>('SELECT pg_backend_pid() + 0 AS pid')
    await before.close()
    await waitForEnd(row!.pid)
    connections.set(name, await connect(name))
  }
  return { ...parts, connections, reconnect, fences: new Map(), newest: { fence: 0, computer: 'lea' }, claimed: [] }
}

async function openServer(): Promise<Side> {
  const { owner, loginOf, connectAs } = await createOffice(inject('officeTemplates'))
  return createSide(
    { owner, loginOf },
    (name) => connectAs(computers[name]),
    (pid) =>
      vi.waitFor(async () => {
        expect(await readValue(owner, '(SELECT count(*) FROM pg_stat_activity WHERE pid = $1)', [pid])).toBe(0)
      }),
  )
}

async function openModel(): Promise<Side> {
  const [clock, random] = [createClock(), createRealRandom()]
  const { model } = await createFilledModel({ clock, nowMs: () => clock.wall(), randomId: () => random.id() })
  return createSide(
    { owner: model.owner, loginOf: (name) => name },
    (name) => model.connectFrom(name).connect(addressOf(computers[name]), () => undefined),
    () => Promise.resolve(),
  )
}

type Difference = { step: number; server: unknown; model: unknown }

/** The first difference between both offices; null if there is none. */
async function findDifference(steps: readonly Step[]): Promise<Difference | null> {
  const [server, model] = [await openServer(), await openModel()]
  const notifications = { server: [] as string[], model: [] as string[] }
  await server.connections.get('rita')!.listen('office_1', (payload) => notifications.server.push(payload))
  await model.connections.get('rita')!.listen('office_1', (payload) => notifications.model.push(payload))
  const compare = async <Value>(step: number, read: (side: Side) => Promise<Value>): Promise<Difference | null> => {
    const [fromServer, fromModel] = [await read(server), await read(model)]
    return isEqual(fromServer, fromModel) ? null : { step, server: fromServer, model: fromModel }
  }
  try {
    for (const [index, step] of steps.entries()) {
      const isDue = (index + 1) % COMPARE_EVERY === 0 || index === steps.length - 1
      const difference =
        (await compare(index, (side) => runStep(side, step))) ?? (isDue ? await compare(index, dumpOffice) : null)
      if (difference) return difference
    }
    // The server sends a notification after the answer.
    const hasAll = () => expect(notifications.server).toHaveLength(notifications.model.length)
    await vi.waitFor(hasAll, 5_000).catch(() => undefined)
    return isEqual(notifications.server, notifications.model) ? null : { step: steps.length, ...notifications }
  } finally {
    for (const { connections } of [server, model])
      for (const connection of connections.values()) await connection.close()
  }
}

const print = (steps: readonly Step[]) => steps.map((step) => `\n${JSON.stringify(step)}`).join('')
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Leaves out what is not needed for a difference: half of the steps, then a quarter, and so on. */
async function shorten(steps: readonly Step[]): Promise<readonly Step[]> {
  let shortest = steps
  let tries = 0
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < shortest.length && tries < MAX_TRIES;) {
      const shorter = shortest.toSpliced(from, size)
      tries++
      const difference = shorter.length > 0 ? await findDifference(shorter) : null
      if (difference) shortest = shorter.slice(0, difference.step + 1)
      else from += size
    }
  return shortest
}

test.each(Array.from({ length: count }, (_, n) => first + n))(
  `${STEPS} random calls of seed %i have the same results on the server and on the model`,
  async (seed) => {
    const random = createRandom(`office ${seed}`)
    const steps = Array.from({ length: STEPS }, () => drawStep(random))
    const difference = await findDifference(steps)
    if (difference === null) return
    const shortest = await shorten(steps.slice(0, difference.step + 1))
    const last = (await findDifference(shortest)) ?? difference
    expect(last.model, `seed ${seed}, step ${difference.step}: ${print(shortest)}`).toEqual(last.server)
  },
)
