// Stores API keys: in the system's keychain through safeStorage, or in memory until the program ends. Without a real
// keychain memory is the only choice; a file that only looks encrypted would give no protection.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { AppError } from '#contract/errors.ts'
import type { DesktopState } from '#contract/desktop.ts'
import type { HostDeps } from '#host/host-deps.ts'
import { createKeychain } from './keychain.ts'
import type { Log } from '../log.ts'

/** The name ending of a file that is being written. */
const TEMPORARY_SUFFIX = '.new'

export type SecretsOptions = {
  /** Contains one encrypted file for each account. */
  folder: string
  platform: NodeJS.Platform
  /** Called when the results of `listStorages` and `findProblem` may have changed. */
  onChange: () => void
  log: Log
}

export type Secrets = HostDeps['secrets'] & {
  findProblem: (accountId: string) => Promise<DesktopState['keychainProblem']>
}

/** Call it after `ready`, because safeStorage does not work earlier. */
export function createSecrets({ folder, platform, onChange, log }: SecretsOptions): Secrets {
  const session = new Map<string, string>()
  /** Accounts whose stored key could not be decrypted. */
  const unreadable = new Set<string>()
  const { getKeyFile, store, readStored, reEncrypt } = createKeyFiles(folder, log)
  const keychain = createKeychain({ platform, onAnswer: onChange, log })
  const forget = async (accountId: string) => {
    unreadable.delete(accountId)
    session.delete(accountId)
    await rm(getKeyFile(accountId), { force: true })
  }
  return {
    listStorages: async () => ((await keychain.isUsableIfAnswered()) === true ? ['keychain', 'session'] : ['session']),
    findProblem: async (accountId) => {
      const isUsable = await keychain.isUsableIfAnswered()
      if (isUsable === null) return 'unanswered'
      if (!isUsable) return existsSync(getKeyFile(accountId)) ? 'locked' : 'missing'
      return unreadable.has(accountId) ? 'unreadable' : null
    },
    read: async (accountId) => {
      const inSession = session.get(accountId)
      if (inSession !== undefined) return inSession
      try {
        const stored = await readStored(accountId)
        if (stored === null) return null
        unreadable.delete(accountId)
        if (stored.shouldReEncrypt) await reEncrypt(accountId, stored.result)
        return stored.result
      } catch (error) {
        // The file is not deleted, because a later start may open the keychain that encrypted it.
        log.write('error', 'stored key cannot be read', { accountId, error: String(error) })
        unreadable.add(accountId)
        onChange()
        return null
      }
    },
    store: async (accountId, apiKey, storage) => {
      if (storage === 'session') {
        await forget(accountId)
        session.set(accountId, apiKey)
        return
      }
      if (storage !== 'keychain' || !(await keychain.isUsable())) throw new AppError('shell/key-not-stored')
      await store(accountId, apiKey).catch((error: unknown) => {
        throw new AppError('shell/key-not-stored', {}, error)
      })
      unreadable.delete(accountId)
      session.delete(accountId)
    },
    forget,
    hash: (apiKey) => createHash('sha256').update(apiKey).digest('hex').slice(0, 16),
  }
}

/** One encrypted file for each account. */
function createKeyFiles(folder: string, log: Log) {
  const getKeyFile = (accountId: string) => join(folder, accountId)
  const store = async (accountId: string, apiKey: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(getKeyFile(accountId), await safeStorage.encryptStringAsync(apiKey))
  }
  const readStored = async (accountId: string) => {
    const encrypted = await readIfPresent(getKeyFile(accountId))
    if (!encrypted) return null
    return safeStorage.decryptStringAsync(encrypted)
  }
  const reEncrypt = (accountId: string, apiKey: string) =>
    store(accountId, apiKey).catch((error: unknown) =>
      log.write('warn', 'key not encrypted again', { error: String(error) }),
    )
  return { getKeyFile, store, readStored, reEncrypt }
}

async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Replaces the file only after the new content is on the disk. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}${TEMPORARY_SUFFIX}`
  await writeFile(temporary, bytes, { mode: 0o600, flush: true })
  await rename(temporary, path)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
