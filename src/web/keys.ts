// Stores API keys and memberships in offices in the browser host, which has no keychain: in memory until it ends, or in
// a file that only this user can read.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { HostDeps } from '#host/host-deps.ts'
import { replaceFile } from './settings-file.ts'

const OWNER_ONLY_MODE = 0o600

/**
 * `runKey`: a key from the command line, which is valid for this run only and does not replace the stored key.
 * `fileName`: the name of the file in the folder of each account.
 */
export function createKeys(
  dataDir: string,
  runKey: { accountId: string; apiKey: string } | null,
  fileName: 'api-key' | 'membership' = 'api-key',
): HostDeps['secrets'] {
  const session = new Map<string, string>()
  if (runKey) session.set(runKey.accountId, runKey.apiKey)
  const getAccountFolder = (accountId: string) => join(dataDir, 'accounts', accountId)
  const getKeyFile = (accountId: string) => join(getAccountFolder(accountId), fileName)
  const forget = (accountId: string) => {
    session.delete(accountId)
    rmSync(getKeyFile(accountId), { force: true })
  }
  return {
    listStorages: () => Promise.resolve(['session', 'file']),
    read: (accountId) => Promise.resolve(session.get(accountId) ?? readKeyFile(getKeyFile(accountId))),
    store: (accountId, apiKey, storage) => {
      try {
        if (storage === 'keychain') throw new AppError('shell/key-not-stored', { storage })
        if (storage === 'file') {
          mkdirSync(getAccountFolder(accountId), { recursive: true, mode: 0o700 })
          replaceFile(getKeyFile(accountId), apiKey, OWNER_ONLY_MODE)
          // A part file that remained after a crash may have another mode.
          chmodSync(getKeyFile(accountId), OWNER_ONLY_MODE)
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
