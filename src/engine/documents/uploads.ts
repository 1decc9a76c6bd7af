// Starts the work on documents that needs a key: uploads files, and polls for results.
import type { AppError } from '#contract/errors.ts'
import type { ApiClient } from '../api/client.ts'
import type { Traffic } from '../api/traffic.ts'
import type { ReadableDb } from '../db/open.ts'
import type { WriterDeps } from '../mirror/slice-writer.ts'
import type { Log } from '../outside/log.ts'
import type { Outside } from '../outside/index.ts'
import type { Progress } from './progress.ts'
import { startResults } from './results.ts'
import { fetchFile } from './storage.ts'
import { type Uploader, startUploader } from './uploader.ts'

export type UploadsDeps = Pick<WriterDeps, 'write' | 'walGuard'> & {
  outside: Pick<Outside, 'clock' | 'files' | 'http' | 'random'>
  client: ApiClient
  baseUrl: string
  traffic: Pick<Traffic, 'sent' | 'received'>
  db: ReadableDb
  now: () => string
  log: Log
  pathOf: (sha256: string) => string
  progress: Progress
  retryFiles: (sightingIds: readonly number[]) => Promise<number>
  onKeyRefused: (failure: AppError) => void
  isFollower?: () => boolean
  /** The service is unreachable, refuses the key, or answered the sync with another failure than a 429. */
  isServiceFailing: () => boolean
}

export type Uploads = Uploader & {
  /** Polls for this document, because the user asked the service to read it again. */
  expectResult(documentId: string): void
  /** Downloads the file of a document for the user. */
  fetch(documentId: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array>
}

export function startUploads(deps: UploadsDeps): Uploads {
  const { outside } = deps
  const results = startResults({ ...deps, clock: outside.clock })
  const uploader = startUploader({ ...deps, random: outside.random, onCreated: () => results.wake() })
  return {
    ...uploader,
    onUsableAnswer: () => {
      uploader.onUsableAnswer()
      results.onUsableAnswer()
    },
    retry: (key) => {
      uploader.retry(key)
      if (key === undefined) results.retry()
    },
    resume: () => {
      uploader.resume()
      results.retry()
    },
    expectResult: (documentId) => results.expectResult(documentId),
    fetch: (documentId, maxBytes, signal) => fetchFile(deps, documentId, { maxBytes, priority: 0, signal }),
    stop: async () => {
      await uploader.stop()
      await results.stop()
    },
  }
}
