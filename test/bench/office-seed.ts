// The seed of *office*: how long a new desktop takes that begins with it, compared with copying it: all parts are read
// from the office, and their file is written.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { SEED_FROM } from '#engine/office/seed-out.ts'
import { unpackFile } from '#engine/outside/packed-file.ts'
import { MAIN } from '#support/office-calls.ts'
import { type Desktop, openDesktop } from '#support/office-desktop.ts'
import { type Figure, createFigureFactory } from './figure.ts'
import { removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'
import { median, spread } from './statistics.ts'

const RUNS = 3

type Run = { copyMs: number; ms: number }

export async function measureSeed(
  leader: Desktop,
  followerConnection: PostgresConnection,
  folder: string,
  containers: number,
): Promise<Figure[]> {
  if (containers < SEED_FROM) return []
  const madeMs = await timed(() => leader.makeSeed())
  const [{ parts } = { parts: 0 }] = await followerConnection.query<{ parts: number }>(
    'SELECT max(n) AS parts FROM office.seed WHERE space = $1',
    [MAIN],
  )
  const runs: Run[] = []
  for (let run = 0; run < RUNS; run++) {
    const copy = readParts(followerConnection, parts)
    const copyMs = await timed(() => unpackFile(join(folder, 'copy.db'), copy, () => undefined))
    const own = join(folder, `seeded-${run}`)
    const desktop = openDesktop({ connection: followerConnection, space: MAIN, folder: own, canBegin: true })
    const ms = await timed(() => begin(desktop))
    const count = desktop.db.value<number>('SELECT count(*) FROM container_row')
    desktop.close()
    removeFolder(own)
    if (count !== containers) throw new Error(`the board has ${count} of ${containers} containers`)
    runs.push({ copyMs, ms })
  }
  const ratios = runs.map(({ ms, copyMs }) => ms / copyMs)
  const megabytes = statSync(join(folder, 'copy.db')).size / 1_000_000
  printNote(
    `office ${containers}: seed of ${megabytes.toFixed(0)} MB in ${parts} parts, made in ${madeMs.toFixed(0)} ms; board complete ${spread(ratios)} of copying it`,
  )
  const createFigure = createFigureFactory('office', containers)
  return [
    createFigure('board complete with a seed, to copying the seed', median(ratios), 'x', { atMost: 3 }),
    createFigure('board complete with a seed', median(runs.map(({ ms }) => ms)), 'ms', null, { isWhole: true }),
  ]
}

async function begin(desktop: Desktop): Promise<void> {
  await desktop.runUntilIdle()
  if (!desktop.hasSeed) throw new Error(`no seed: ${desktop.logged.join()}`)
  await desktop.startWithSeed()
  await desktop.runUntilIdle()
}

async function* readParts(connection: PostgresConnection, parts: number): AsyncGenerator<Buffer> {
  for (let n = 1; n <= parts; n++) {
    const sql = 'SELECT body FROM office.seed WHERE space = $1 AND n = $2'
    const rows = await connection.query<{ body: string }>(sql, [MAIN, n])
    for (const { body } of rows) yield Buffer.from(body, 'base64')
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}
