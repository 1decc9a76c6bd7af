// Answers of the calls about the connection and the age of the data.
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { AccountMatch, SyncStatus } from '#contract/sync.ts'
import type { Write } from '../db/write.ts'
import type { Scheduler } from './scheduler.ts'

export type SyncDeps = {
  write: Write
  getStatus: () => SyncStatus
  /** Null without an API key. */
  scheduler: Pick<Scheduler, 'refresh'> | null
  /** Throws `office/not-away`. */
  readAlone: () => void
  checkConnection: (
    serviceUrl: string,
    apiKey: string,
  ) => Promise<{ serviceUrl: string; containers: number | null; account: AccountMatch }>
  /** Null: the key in use. */
  acceptKey: (connection: { serviceUrl: string; apiKey: string } | null) => void
}

export function syncHandlers(deps: SyncDeps): HandlersOf<'sync'> {
  return {
    'sync.status': () => deps.getStatus(),
    'sync.refresh': async () => {
      if (!deps.scheduler) throw new AppError('api/no-key')
      await deps.scheduler.refresh()
    },
    'sync.readAlone': () => deps.readAlone(),
    'sync.dismissNotice': ({ id, at }) =>
      deps.write((db, announce) => {
        db.run('DELETE FROM notice WHERE id = ? AND at = ?', id, at)
        announce('sync')
      }),
    'sync.checkConnection': ({ serviceUrl, apiKey }) => deps.checkConnection(serviceUrl, apiKey.trim()),
    'sync.acceptKey': ({ connection }) =>
      deps.acceptKey(connection && { ...connection, apiKey: connection.apiKey.trim() }),
  }
}
