// Watched folders and the queue behind the made-up engine.
import type { DocumentRow } from '#contract/documents.ts'
import { AppError } from '#contract/errors.ts'
import type { UploadQueue, WatchedFolder } from '#contract/folders.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { INBOX, SCANS } from './fake-engine-document-rows.ts'
import { at } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `folders.${string}`>
type Deps = { rows: () => readonly DocumentRow[]; look: () => void; announce: () => void }

export type FakeFolders = {
  handlers: Pick<Handlers<EngineContract>, Names>
  all: WatchedFolder[]
  /** Laid over what the rows say. */
  queue: Partial<UploadQueue>
  announce: () => void
}

const base: WatchedFolder = { id: 'folder-1', path: INBOX, state: 'ok', stateSince: at(-86_400_000 * 12), isPolled: false, lastScanAt: at(-25_000), lastFileAt: at(-7 * 60_000), settling: 2, underWay: 2, failed: 2, done: 131, unmoved: 0, after: 'leave', alwaysPolls: false, isRecursive: false }

export function createFakeFolders({ rows, look, announce }: Deps, isEmpty: boolean): FakeFolders {
  const all: WatchedFolder[] = isEmpty ? [] : [base, { ...base, id: 'folder-2', path: SCANS, isPolled: true, alwaysPolls: true, isRecursive: true, after: 'move', settling: 0, underWay: 0, failed: 0, done: 2_044, lastFileAt: at(-3 * 86_400_000) }]
  const fake: FakeFolders = { all, queue: {}, announce, handlers: {} as FakeFolders['handlers'] }
  const find = (id: string) => {
    const place = all.findIndex((folder) => folder.id === id)
    if (place < 0) throw new AppError('folders/unknown')
    return place
  }
  fake.handlers = {
    'folders.list': () => all.map((folder) => ({ ...folder })),
    'folders.queue': () => ({ ...queueOf(rows()), ...fake.queue }),
    'folders.add': ({ path, after, alwaysPolls, isRecursive }) => {
      if (path.startsWith('nowhere')) throw new AppError('folders/not-found')
      if (all.some((folder) => folder.path === path)) throw new AppError('folders/already-watched')
      const id = `folder-${all.length + 1}`
      all.push({ ...base, after, alwaysPolls, isRecursive, id, path, lastScanAt: null, lastFileAt: null, settling: 0, underWay: 0, failed: 0, done: 0 })
      announce()
      return { id }
    },
    'folders.change': ({ id, ...settings }) => {
      Object.assign(all[find(id)]!, settings)
      announce()
    },
    'folders.remove': ({ id }) => {
      all.splice(find(id), 1)
      announce()
    },
    'folders.look': () => { look() },
    'folders.pause': ({ isPaused }) => {
      fake.queue = { ...fake.queue, isPaused }
      announce()
    },
  }
  return fake
}

function queueOf(rows: readonly DocumentRow[]): UploadQueue {
  const of = (...states: string[]) => rows.filter(({ state }) => states.includes(state))
  const [settling, queued, uploading] = [of('waiting', 'locked', 'online-only'), of('queued'), of('uploading')]
  const open = [...settling, ...queued, ...uploading]
  return {
    settling: settling.length,
    queued: queued.length,
    uploading: uploading.length,
    done: open.length > 0 ? 12 : 0,
    total: open.length > 0 ? 12 + open.length : 0,
    bytesLeft: open.reduce((sum, { sizeBytes, sentBytes }) => sum + (sizeBytes ?? 0) - (sentBytes ?? 0), 0),
    secondsLeft: open.length > 0 ? 95 : null,
    isPaused: false,
    waitsFor: null,
    nextTryAt: null,
  }
}
