// API keys in the browser host, which has no keychain: in memory for the session, or in a file only this user may read.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { HostDeps } from '#host/host-deps.ts'
import { replaceFile } from './settings-file.ts'

const ONLY_THIS_USER = 0o600

/** `runKey`: a key from the command line, which is valid for this run only and does not replace the stored key. */
export function createKeys(dataDir: string, runKey: { accountId: string; apiKey: string } | null): HostDeps['secrets'] {
  const session = new Map<string, string>()
  if (runKey) session.set(runKey.accountId, runKey.apiKey)
  const folderOf = (accountId: string) => join(dataDir, 'accounts', accountId)
  const fileOf = (accountId: string) => join(folderOf(accountId), 'api-key')
  const forget = (accountId: string) => {
    session.delete(accountId)
    rmSync(fileOf(accountId), { force: true })
  }
  return {
    storages: () => Promise.resolve(['session', 'file']),
    read: (accountId) => Promise.resolve(session.get(accountId) ?? readKeyFile(fileOf(accountId))),
    store: (accountId, apiKey, storage) => {
      try {
        if (storage === 'keychain') throw new AppError('shell/key-not-stored', { storage })
        if (storage === 'file') {
          mkdirSync(folderOf(accountId), { recursive: true, mode: 0o700 })
          replaceFile(fileOf(accountId), apiKey, ONLY_THIS_USER)
          // A part file that remained after a crash may have another mode.
          chmodSync(fileOf(accountId), ONLY_THIS_USER)
          session.delete(accountId)
        } else {
          forget(accountId)
          session.set(accountId, apiKey)
        }
        return Promise.resolve()
      } catch (error) {
        return Promise.reject(
          error instanceof AppError ? error : new AppError('shell/key-not-stored', { storage }, error),
        )
      }
    },
    forget: (accountId) => {
      forget(accountId)
      return Promise.resolve()
    },
    hash: (apiKey) => createHash('sha256').update(apiKey).digest('hex').slice(0, 16),
  }
}

function readKeyFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
