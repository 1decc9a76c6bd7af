// Kills the real engine process at random moments while a user works, at fifty times real speed. Afterwards each edit
// that the engine confirmed must be at the service or visible in the queue, and the files must be intact.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { AppError } from '#contract/errors.ts'
import { HANG_MS } from '#support/hang.ts'
import { type Program, type ServiceReady, makeFolder, startHost, startService } from '#support/programs.ts'
import { createSeededRandom } from '#support/seeded.ts'
import { type Page, openPage } from '#support/web-page.ts'

export type Trials = { trials: number; saved: number; kills: number; wrong: string[] }

const RATE = '50'
const MAX_RUN_MS = 1_500
const POLL_MS = 20
/** Average time between two actions, so that they stay within the rate limit. */
const ACTION_INTERVAL_MS = 30

type Saved = {
  requests: { id: string; number: string }[]
  /** The last confirmed references of each container. Null if the last answer was lost. */
  refs: Map<string, string[] | null>
}

type Setup = { service: Program<ServiceReady>; dataDir: string; saved: Saved; random: () => number }

/** `seed` decides the times of the kills and the actions, but the timing of the processor is random. */
export async function runTrials(
  trials: number,
  seed: number,
  onTrial: (trial: number) => void = () => undefined,
): Promise<Trials> {
  const service = await startService('--containers', '20', '--seed', String(seed), '--clock-rate', RATE)
  const setup: Setup = {
    service,
    dataDir: makeFolder(),
    saved: { requests: [], refs: new Map() },
    random: createSeededRandom(seed),
  }
  const result: Trials = { trials, saved: 0, kills: 0, wrong: [] }
  for (let trial = 0; trial < trials; trial++) {
    const host = await startTrialHost(setup)
    const page = await openPage(host.ready.url)
    const userWork = workUntilDisconnected(setup, page)
    // Every second trial waits for a save, so that the kill is under load. The others can kill during the start.
    if (trial % 2 === 0) await waitForSave(setup)
    await pause(setup.random() ** 2 * MAX_RUN_MS)
    await host.stop('SIGKILL')
    await userWork
    result.kills++
    onTrial(trial)
  }
  const host = await startTrialHost(setup)
  const page = await openPage(host.ready.url)
  result.wrong.push(...(await findLostEdits(setup, page)))
  page.close()
  await host.stop()
  const accounts = join(setup.dataDir, 'accounts')
  for (const name of readdirSync(accounts)) result.wrong.push(...findDamagedFiles(join(accounts, name)))
  result.saved = setup.saved.requests.length + setup.saved.refs.size
  await service.stop()
  return result
}

async function waitForSave({ saved }: Setup): Promise<void> {
  const countBefore = saved.requests.length
  const endsAt = performance.now() + HANG_MS
  while (saved.requests.length === countBefore && performance.now() < endsAt) await pause(POLL_MS)
}

function startTrialHost({ service, dataDir }: Setup) {
  return startHost(
    '--data-dir',
    dataDir,
    '--service-url',
    service.ready.url,
    '--api-key',
    service.ready.key,
    '--clock-rate',
    RATE,
  )
}

/** Makes one edit after the other until the engine has ended. */
async function workUntilDisconnected({ saved, random }: Setup, { engine }: Page): Promise<void> {
  for (;;) {
    await pause(random() * 2 * ACTION_INTERVAL_MS)
    try {
      if (random() < 0.5) {
        const number = `MAEU${Math.floor(random() * 1e9)}`
        const { id } = await engine.call('tracking.create', {
          number,
          type: 'bill_of_lading',
          scac: 'MAEU',
          refs: [],
          replaces: null,
        })
        saved.requests.push({ id, number })
      } else {
        const { rows } = await engine.call('containers.list', {
          filter: { scope: 'all' },
          sort: [],
          window: { offset: 0, limit: 5 },
        })
        const row = rows[Math.floor(random() * rows.length)]
        if (!row) continue
        const references = [`R${Math.floor(random() * 1e6)}`]
        // Until the answer arrives, either value is allowed at the service.
        saved.refs.set(row.id, null)
        await engine.call('edits.saveLabels', {
          target: { type: 'container', id: row.id },
          field: 'refs',
          words: references,
        })
        saved.refs.set(row.id, references)
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'engine/disconnected') return
      throw error
    }
  }
}

/** Waits until the queue is empty, and returns a sentence for each edit that the service does not have as confirmed. */
async function findLostEdits({ saved, service }: Setup, { engine }: Page): Promise<string[]> {
  const wrong: string[] = []
  const endsAt = performance.now() + HANG_MS
  const isQueueEmpty = async () => {
    const { rows } = await engine.call('tracking.list', {
      filter: { scope: 'all', states: ['waiting', 'sending'] },
      sort: [],
      window: { offset: 0, limit: 1 },
    })
    return rows.length === 0 && (await engine.call('edits.list', { target: null })).rows.length === 0
  }
  while (!(await isQueueEmpty()) && performance.now() < endsAt) await pause(POLL_MS)
  const fetchJson = async (path: string) => {
    for (;;) {
      const response = await fetch(`${service.ready.url}${path}`, {
        headers: { authorization: `Token ${service.ready.key}` },
      })
      const answer = (await response.json()) as {
        data: { attributes: Record<string, unknown> }[] & { attributes: Record<string, unknown> }
      }
      // Hundreds of trials need more requests than the service allows in a minute.
      if (response.status !== 429) return answer
      await pause(POLL_MS)
    }
  }
  const queuedEdits = new Map(
    (await engine.call('edits.list', { target: null })).rows.map(({ target, value }) => [target.id, value]),
  )
  for (const [id, references] of saved.refs) {
    if (references === null || JSON.stringify(queuedEdits.get(id)) === JSON.stringify(references)) continue
    const { ref_numbers: stored } = (await fetchJson(`/containers/${id}`)).data.attributes
    if (JSON.stringify(stored) !== JSON.stringify(references))
      wrong.push(`references of ${id} were saved as ${references.join()} and are ${JSON.stringify(stored)}`)
  }
  for (const { id, number } of saved.requests) {
    const row = await engine.call('tracking.get', { id }).catch(() => null)
    const { data } = await fetchJson(`/tracking_requests?filter[request_number]=${number}`)
    if (!row) wrong.push(`${number} was saved and is shown nowhere`)
    else if (data.length > 1) wrong.push(`${number} was made ${data.length} times`)
    else if (data.length === 0 && !['waiting', 'sending', 'refused'].includes(row.state))
      wrong.push(`${number} is shown as ${row.state} and is not at the service`)
  }
  const { notices } = await engine.call('sync.status', {})
  wrong.push(...notices.map(({ code }) => `${code} was reported after kills only`))
  return wrong
}

function findDamagedFiles(folder: string): string[] {
  return ['state', 'mirror'].flatMap((file) => {
    const db = new Database(join(folder, `${file}.db`), { readonly: true, fileMustExist: true })
    try {
      const result = db.pragma('integrity_check(3)', { simple: true })
      return result === 'ok' ? [] : [`${file}.db: ${String(result)}`]
    } finally {
      db.close()
    }
  })
}
