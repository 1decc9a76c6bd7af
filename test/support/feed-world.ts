// One world of an office: a service whose records change, two desktops that may lead and one that only follows. Every
// step is drawn from a seed: readings, turns of the feeds in any order, crashes and lost answers in the middle of a
// turn, restarts, and changes of leader, after which the earlier one still believes that it leads. Some offices are
// restored from an older copy, and in some a desktop that does not lead reads alone.
import type { Resource } from '#engine/api/decode.ts'
import { createSweep } from './sweeps.ts'
import { isSetBack } from '#engine/mirror/feed/beats.ts'
import { loadLastRequestSeq, markGone } from '#engine/mirror/records.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { noteLoneReading } from '#engine/office/lone-marks.ts'
import { CLIENT } from './office-calls.ts'
import { Crash, type Desktop, type Fault, openDesktop, readEvents } from './office-desktop.ts'
import { shipment } from './mirror.ts'
import { drawContainers } from './random-containers.ts'
import { createSeededRandom } from './seeded.ts'

export type WorldDeps = {
  seed: number
  space: number
  /** Connections of the two that may lead and of the one that may not, in this order. */
  members: readonly PostgresConnection[]
  owner: PostgresConnection
  folder: string
}

type World = WorldDeps & {
  desktops: readonly Desktop[]
  service: Map<string, Resource>
  below: (limit: number) => number
  atMs: number
  requestSeq: number
}

const STEPS = 40
/** Every fourth world: the office is restored at one step as it was at an earlier one. */
const COPY_AT = 12
const RESTORE_AT = 28
const OFFICE_TABLES = ['lease', 'counter', 'beat', 'record', 'checked', 'change']
const CONTAINERS = 5
/** Each reading at the end adds rows. */
const MAX_READINGS = 5
const SHIPMENTS = 4
const TERMINALS = 2
const START_MS = Date.parse('2026-11-20T08:00:00Z')
/** The longest time between two steps. Late changes within ten minutes of another one count as the same. */
const MAX_STEP_MS = 20 * 60_000

/** Runs a world until everything is sent and followed. Returns its desktops; the first one leads. */
export async function runWorld(deps: WorldDeps): Promise<readonly Desktop[]> {
  const random = createSeededRandom(deps.seed * 7_919 + 1)
  const world: World = {
    ...deps,
    desktops: deps.members.map((connection, index) =>
      openDesktop({ connection, space: deps.space, folder: `${deps.folder}/${index}` }),
    ),
    service: new Map(
      Array.from({ length: SHIPMENTS }, (_, n) => [`s${n}`, shipment(`s${n}`, { port_of_lading_name: `Port ${n}` })]),
    ),
    below: (limit) => Math.floor(random() * limit),
    atMs: START_MS,
    requestSeq: 0,
  }
  await changeLeader(world, 0)
  let restore: (() => Promise<void>) | undefined
  for (let step = 0; step < STEPS; step++) {
    if (deps.seed % 4 === 3 && step === COPY_AT) restore = await copyOffice(world)
    if (step === RESTORE_AT) await restore?.()
    await runStep(world, step)
  }
  // The first time it may notice that the office was restored, and then it leads no more.
  for (let time = 0; time < 2; time++) {
    await changeLeader(world, 0)
    await world.desktops[0]?.runUntilIdle()
  }
  // A desktop that had more rows than the restored office waits until the office has as many again.
  for (let time = 0; time === 0 || world.desktops.some(({ db }) => isSetBack(db)); time++) {
    if (time === MAX_READINGS) throw new Error('the restored office is not complete again')
    world.atMs += MAX_STEP_MS
    readAll(world)
    // The first round may depose a desktop that believed to lead, and the second one sends what only that one knew.
    await runRounds(world)
    // With this beat, a restored office has everything again.
    await world.desktops[0]?.beat()
    await runRounds(world)
  }
  return world.desktops
}

async function runRounds({ desktops }: World): Promise<void> {
  for (let round = 0; round < 3; round++) for (const desktop of desktops) await desktop.runUntilIdle()
}

async function runStep(world: World, step: number): Promise<void> {
  const { below, desktops } = world
  world.atMs += 1 + below(MAX_STEP_MS)
  const desktop = desktops[below(desktops.length)]
  const action = below(12)
  if (action < 5) read(world, step)
  else if (action === 5) await changeLeader(world, below(2))
  else if (action === 6) desktop?.restart()
  else if (desktop && action === 7 && world.seed % 3 === 1) readAlone(world, desktop, step)
  else if (desktop) await takeTurn(world, desktop)
}

/** A desktop that was deposed and does not know it reads too. */
function read(world: World, step: number): void {
  const { below, desktops } = world
  const readers = desktops.filter(({ isReady }) => isReady)
  const reader = readers[below(readers.length)]
  if (reader) readAs(world, reader, step)
}

/** The office is away for this desktop. */
function readAlone(world: World, desktop: Desktop, step: number): void {
  desktop.crash()
  desktop.write(noteLoneReading)
  readAs(world, desktop, step)
}

function readAs(world: World, reader: Desktop, step: number): void {
  const { below, service } = world
  changeService(world, step)
  const readAt = new Date(world.atMs).toISOString()
  const page = [...service.values()].filter(() => below(3) > 0)
  reader.read(page, { requestSeq: nextRequest(world, reader), readAt })
  if (below(4) === 0) storeEvent(reader, String(below(CONTAINERS)), `e${below(3)}`, readAt)
  if (below(6) === 0) reader.write((db) => markGone(db, 'container', String(below(CONTAINERS)), readAt))
  if (below(3) === 0) createSweep(reader.write, readAt)
}

function nextRequest(world: World, reader: Desktop): number {
  return (world.requestSeq = Math.max(world.requestSeq, loadLastRequestSeq(reader.db)) + 1)
}

/** What the last leader reads: every list, and the events of every container. */
function readAll(world: World): void {
  const [reader] = world.desktops
  if (!reader) return
  const readAt = new Date(world.atMs + 3 * MAX_STEP_MS).toISOString()
  reader.read([...world.service.values()], { requestSeq: nextRequest(world, reader), readAt })
  for (let n = 0; n < CONTAINERS; n++) storeEvent(reader, String(n), 'last', readAt)
  for (const kind of ['containers', 'shipments'] as const) createSweep(reader.write, readAt, { kind })
}

function storeEvent({ write }: Desktop, containerId: string, id: string, at: string): void {
  const event: Resource = {
    type: 'transport_event',
    id,
    attributes: { event: 'container.transport.vessel_loaded', timestamp: at, created_at: at },
    relationships: {},
  }
  readEvents(write, containerId, [event], at)
}

async function changeLeader({ owner, space, members, desktops }: World, index: number): Promise<void> {
  await owner.query(`UPDATE office.lease SET until = clock_timestamp() - interval '1 ms' WHERE space = $1`, [space])
  const [lease] =
    (await members[index]?.query<{ fence: number }>('SELECT * FROM office.take_lease($1, $2, $3, $4, $5)', [
      space,
      CLIENT,
      'its computer',
      60_000,
      false,
    ])) ?? []
  const desktop = desktops[index]
  if (desktop && lease) desktop.fence = lease.fence
}

/** Copies the rows of the space. The returned function restores them and ends the leases. */
async function copyOffice(world: World): Promise<() => Promise<void>> {
  const { owner, space, desktops, below } = world
  await shareBeat(world)
  for (const table of OFFICE_TABLES)
    await owner.runScript(
      `CREATE TABLE public.${table}_${space} AS SELECT * FROM office.${table} WHERE space = ${space}`,
    )
  return async () => {
    await shareBeat(world)
    for (const table of OFFICE_TABLES)
      await owner.runScript(`DELETE FROM office.${table} WHERE space = ${space};
        INSERT INTO office.${table} SELECT * FROM public.${table}_${space}; DROP TABLE public.${table}_${space}`)
    for (const desktop of desktops) desktop.crash()
    await changeLeader(world, below(2))
  }
}

/** A leader sends everything and makes a beat, which all desktops get. Otherwise a restored office is not noticed. */
async function shareBeat(world: World): Promise<void> {
  const { desktops } = world
  await changeLeader(world, world.below(2))
  for (const desktop of [...desktops, ...desktops]) await desktop.runUntilIdle()
  for (const desktop of desktops) if (desktop.isReady) await desktop.beat()
  for (const desktop of desktops) await desktop.runUntilIdle()
}

async function takeTurn({ below }: World, desktop: Desktop): Promise<void> {
  const fault: Fault = { kind: below(2) === 0 ? 'crash' : 'lost', steps: 1 + below(12) }
  try {
    await desktop.turn(below(2) === 0 ? fault : undefined)
  } catch (error) {
    if (error instanceof Crash) desktop.crash()
    else if (!(error instanceof PostgresFailure)) throw error
  }
}

/** Containers of one terminal report different time zones, or none. */
const atTerminal = (container: Resource, n: number): Resource => ({
  ...container,
  relationships: { ...container.relationships, pod_terminal: { type: 'terminal', id: `t${n}` } },
})

/** Some records change as a whole, some only in when they were checked or in one fact. */
function changeService({ service, below, seed, atMs }: World, step: number): void {
  const checkedAt = new Date(atMs).toISOString()
  const change = (id: string, attributes: Resource['attributes']) => {
    const old = service.get(id)
    if (old) service.set(id, { ...old, attributes: { ...old.attributes, ...attributes } })
  }
  for (const container of drawContainers(seed * 1_000 + step, CONTAINERS)) {
    const drawn = atTerminal(container, below(TERMINALS))
    const kind = below(4)
    if (kind === 0 || !service.has(drawn.id)) service.set(drawn.id, drawn)
    else if (kind === 1) change(drawn.id, { terminal_checked_at: checkedAt })
    else if (kind === 2) change(drawn.id, { holds_at_pod_terminal: drawn.attributes['holds_at_pod_terminal'] })
  }
  const id = `s${below(SHIPMENTS)}`
  if (below(2) === 0) change(id, { line_tracking_last_succeeded_at: checkedAt })
  else change(id, { pod_vessel_name: `Vessel ${below(3)}` })
}
