// Twenty followers of *office*, each in its own process: from the beginning of the leader's write to the office until
// its rows are in the mirror of each of them.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { MAIN, readCounter } from '#support/office-calls.ts'
import type { PostgresAddress, PostgresConnection } from '#engine/outside/postgres.ts'
import { type Child, startChild } from './children.ts'
import { type Figure, createFigureFactory } from './figure.ts'
import { printNote } from './print-note.ts'
import { median, percentile } from './statistics.ts'

const FOLLOWERS = 20
const PAGES = 10
/** Each follower has its own mirror. Those of 100,000 containers would fill 14 GB. */
const MAX_CONTAINERS = 10_000

type Answer = { seq: number; atMs: number }
export type WrittenPage = { startedAtMs: number; answerMs: number }

/**
 * `address`: of a member that follows. `mirror`: the folder of a follower that is closed. `writePage` changes a page of
 * records and sends it to the office.
 */
export async function measureFollowers(
  connection: PostgresConnection,
  { user, password, host, port, database }: PostgresAddress,
  { folder, mirror, containers }: { folder: string; mirror: string; containers: number },
  writePage: (n: number) => Promise<WrittenPage>,
): Promise<Figure[]> {
  if (containers > MAX_CONTAINERS) return []
  const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
  const followers: Child[] = []
  try {
    for (let n = 0; n < FOLLOWERS; n++) {
      const own = join(folder, `of-many-${n}`)
      cpSync(mirror, own, { recursive: true })
      followers.push(startChild('./office-follower.ts', [url, own]))
    }
    for (const follower of followers) await follower.readAnswer()
    const answers: number[] = []
    const follows: number[] = []
    for (let n = 0; n < PAGES; n++) {
      const { startedAtMs, answerMs } = await writePage(n)
      answers.push(answerMs)
      const seq = await readCounter(connection, 'mirror')
      for (const follower of followers) follows.push((await readUpTo(follower, seq)) - startedAtMs)
    }
    return createFigures(containers, answers, follows)
  } finally {
    await Promise.all(followers.map((follower) => follower.stop()))
  }
}

async function readUpTo(follower: Child, seq: number): Promise<number> {
  for (;;) {
    const answer = await follower.readAnswer<Answer>()
    if (answer.seq >= seq) return answer.atMs
  }
}

function createFigures(containers: number, answers: readonly number[], follows: readonly number[]): Figure[] {
  printNote(
    `office ${containers}: ${FOLLOWERS} followers of space ${MAIN}: answer p50 ${median(answers).toFixed(1)} ms, follower p50 ${median(follows).toFixed(1)} ms, p95 ${percentile(follows, 0.95).toFixed(1)} ms`,
  )
  const createFigure = createFigureFactory('office', containers)
  return [
    createFigure(
      `a page on ${FOLLOWERS} followers, p95, to its answer, p50`,
      percentile(follows, 0.95) / median(answers),
      'x',
      { atMost: 8 },
    ),
  ]
}
