// Uploads run on each desktop of an office. On a follower the leader sends their requests to the service, and the bytes
// go straight to the storage.
import { AppError } from '#contract/errors.ts'
import type { ApiClient } from './api/client.ts'
import type { Core, EngineDeps } from './core.ts'
import { type Uploads, type UploadsDeps, startUploads } from './documents/uploads.ts'
import { createSpoolPaths } from './outbox/spool-paths.ts'
import type { AccountCheck } from './sync/account-check.ts'
import type { Health } from './sync/health.ts'

export type FileUploadsDeps = Pick<UploadsDeps, 'retryFiles' | 'onKeyRefused'> & {
  accountCheck: AccountCheck
  /** That of this desktop’s role now. */
  client: ApiClient
  isFollower: () => boolean
  /** Why the leader sends nothing; null if it sends. */
  followerBlock: Uploads['block']
}

export function startFileUploads(engineDeps: EngineDeps, core: Core, deps: FileUploadsDeps): Uploads {
  const { outside, baseUrl, dataDir, log } = engineDeps
  const { connection, write, walGuard, trusted, health, traffic, progress } = core
  const { accountCheck, isFollower, followerBlock } = deps
  const guarded = accountCheck.guardHttp(outside.http)
  const uploads = startUploads({
    ...deps,
    db: connection.db,
    write,
    walGuard,
    now: trusted.now,
    log,
    outside: {
      ...outside,
      // A follower’s account is checked by its office.
      http: { send: (request, signal) => (isFollower() ? outside.http : guarded).send(request, signal) },
    },
    baseUrl,
    traffic,
    progress,
    pathOf: createSpoolPaths(dataDir).pathOf,
    isServiceFailing: () => !isFollower() && hasFailed(health.get()),
  })
  return { ...uploads, block: () => (isFollower() ? followerBlock() : accountCheck.block()) ?? uploads.block() }
}

/** Whether the last answer was a failure other than a 429, or the service did not answer. */
function hasFailed({ state, error }: Health): boolean {
  return error !== null && state !== 'rate-limited'
}

/** A client that uses the client of this desktop’s role at the time of each request. */
export function createRoleClient(current: () => ApiClient | null): ApiClient {
  const get = () => {
    const client = current()
    if (client === null) throw new AppError('office/busy')
    return client
  }
  return {
    request: async (request) => get().request(request),
    read: async (request, type) => get().read(request, type),
    decode: async (request, answer, type) => get().decode(request, answer, type),
    accept: () => get().accept(),
    report: (request, error) => get().report(request, error),
  }
}
