// Kills the real engine process at a random moment while twenty files arrive in its watched folder, at fifty times real
// speed. Afterwards the service has each content once, and every file is where it was saved.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { HANG_MS } from '#support/hang.ts'
import { pdfLines } from '#support/pdf.ts'
import { type Program, type ServiceReady, makeFolder, startHost, startService } from '#support/programs.ts'
import { createSeededRandom } from '#support/seeded.ts'
import { type Page, openPage } from '#support/web-page.ts'
import type { Trials } from './trials.ts'

const RATE = '50'
const FILE_COUNT = 20
/** How many of the files are duplicates. */
const DUPLICATE_COUNT = 3
const MAX_RUN_MS = 1_500
const POLL_MS = 25
const UNFINISHED_STATES = ['waiting', 'locked', 'online-only', 'queued', 'uploading'] as const

type Setup = { service: Program<ServiceReady>; dataDir: string; folder: string; random: () => number }
type Saved = { name: string; hash: string }

/** `seed` decides the times of the kills and the files, but the timing of the processor is random. */
export async function runDocumentTrials(trials: number, seed: number): Promise<Trials> {
  const service = await startService('--containers', '20', '--seed', String(seed), '--clock-rate', RATE)
  const random = createSeededRandom(seed)
  const result: Trials = { trials, saved: 0, kills: 0, wrong: [] }
  const earlierIds = new Set<string>()
  for (; result.kills < trials; result.kills++) {
    const folder = join(makeFolder(), 'inbox')
    mkdirSync(folder)
    const { saved, wrong } = await runTrial(
      { service, dataDir: makeFolder(), folder, random },
      `${seed}-${result.kills}`,
      earlierIds,
    )
    result.saved += saved.length
    result.wrong.push(...wrong)
  }
  await service.stop()
  return result
}

async function runTrial(
  setup: Setup,
  name: string,
  earlierIds: Set<string>,
): Promise<{ saved: Saved[]; wrong: string[] }> {
  const first = await startTrialHost(setup)
  const saving = saveFiles(setup, name)
  await pause(setup.random() * MAX_RUN_MS)
  await first.stop('SIGKILL')
  const saved = await saving
  const second = await startTrialHost(setup)
  const page = await openPage(second.ready.url)
  const wrong = [
    ...(await waitForUploads(page, saved.length)),
    ...(await compareWithService(setup, saved, earlierIds)),
    ...findChangedFiles(setup, saved),
  ]
  page.close()
  await second.stop()
  return { saved, wrong: wrong.map((problem) => `${name}: ${problem}`) }
}

function startTrialHost({ service, dataDir, folder }: Setup) {
  return startHost(
    '--data-dir',
    dataDir,
    '--service-url',
    service.ready.url,
    '--api-key',
    service.ready.key,
    '--clock-rate',
    RATE,
    '--watch',
    folder,
  )
}

/** Saves one file after the other, some of them in two parts, like a slow program. */
async function saveFiles({ folder, random }: Setup, trial: string): Promise<Saved[]> {
  const saved: Saved[] = []
  for (let index = 0; index < FILE_COUNT; index++) {
    const content = pdfLines(
      'COMMERCIAL INVOICE',
      `Invoice number ${trial}-${index < FILE_COUNT - DUPLICATE_COUNT ? index : index - FILE_COUNT + DUPLICATE_COUNT}`,
    )
    const path = join(folder, `invoice ${index}.pdf`)
    const firstPartBytes = random() < 0.3 ? Math.floor(content.byteLength / 2) : content.byteLength
    await writeFile(path, content.subarray(0, firstPartBytes))
    await pause(random() * 60)
    if (firstPartBytes < content.byteLength) await appendFile(path, content.subarray(firstPartBytes))
    saved.push({ name: `invoice ${index}.pdf`, hash: computeHash(content) })
  }
  return saved
}

/** Waits until every file has a final state. Returns a problem if that does not happen in time. */
async function waitForUploads({ engine }: Page, fileCount: number): Promise<string[]> {
  const endsAt = performance.now() + HANG_MS
  for (;;) {
    const list = await engine.call('documents.list', {
      filter: { scope: 'all', sources: ['folder'] },
      sort: [],
      window: { offset: 0, limit: 100 },
    })
    const unfinishedRows = list.rows.filter(({ state }) => UNFINISHED_STATES.some((word) => word === state))
    if (list.rows.length === fileCount && unfinishedRows.length === 0) return []
    if (performance.now() > endsAt)
      return [
        `${list.rows.length} of ${fileCount} files have a row, and ${unfinishedRows.length} are still ${unfinishedRows.map(({ state }) => state).join(', ')}`,
      ]
    await pause(POLL_MS)
  }
}

/** Compares the documents at the service with the saved files. `earlierIds` are the documents of earlier trials. */
async function compareWithService({ service }: Setup, saved: Saved[], earlierIds: Set<string>): Promise<string[]> {
  const headers = { authorization: `Token ${service.ready.key}` }
  /** Retries while the rate limit of the service refuses the request. */
  const fetchAvailable = async (url: string): Promise<Response> => {
    for (;;) {
      const answer = await fetch(url, { headers })
      if (answer.status !== 429) return answer
      await pause(POLL_MS)
    }
  }
  const counts = new Map<string, number>()
  type DocumentPage = { data: { id: string }[]; links: { next?: string | null } }
  for (let next: string | null = `${service.ready.url}/documents?page[size]=100&sort=-created_at`; next !== null;) {
    const { data, links } = (await (await fetchAvailable(next)).json()) as DocumentPage
    for (const { id } of data) {
      if (earlierIds.has(id)) continue
      earlierIds.add(id)
      const { download_url: address } = (await (
        await fetchAvailable(`${service.ready.url}/documents/${id}/download_url`)
      ).json()) as { download_url: string }
      const hash = computeHash(new Uint8Array(await (await fetch(address)).arrayBuffer()))
      counts.set(hash, (counts.get(hash) ?? 0) + 1)
    }
    next = links.next ?? null
  }
  const nameByHash = new Map(saved.map(({ hash, name }) => [hash, name]))
  const missingFiles = [...nameByHash]
    .filter(([hash]) => !counts.has(hash))
    .map(([, name]) => `${name} is not at the service`)
  const duplicateContents = [...counts]
    .filter(([, count]) => count > 1)
    .map(([hash, count]) => `${nameByHash.get(hash) ?? 'something else'} is at the service ${count} times`)
  const unexpectedContents = [...counts.keys()]
    .filter((hash) => !nameByHash.has(hash))
    .map(() => 'the service has half a file')
  return [...missingFiles, ...duplicateContents, ...unexpectedContents]
}

function findChangedFiles({ folder }: Setup, saved: Saved[]): string[] {
  const names = new Set(readdirSync(folder))
  return saved
    .filter(({ name, hash }) => !names.has(name) || computeHash(readFileSync(join(folder, name))) !== hash)
    .map(({ name }) => `${name} is not as it was saved`)
}

function computeHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
