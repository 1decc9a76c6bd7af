// Keeps API keys: in the system's keychain through safeStorage, or in memory until the program ends. Where there is no
// real keychain the only choice is memory; a file that merely looks encrypted would promise what it cannot hold.
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { AppError } from '#contract/errors.ts'
import type { DesktopState } from '#contract/desktop.ts'
import type { HostDeps } from '#contract/host.ts'
import { createKeychainProbe } from './keychain.ts'
import type { Log } from './log.ts'

/** Ending of what is being written. */
const FRESH = '.new'

export type SecretsOptions = {
  /** Holds one encrypted file per account. */
  folder: string
  platform: NodeJS.Platform
  /** Whether keys can be kept is not what was said of it. */
  changed: () => void
  /** Keys that could not be read can be now. */
  opened: () => void
  log: Log
}

export type Secrets = HostDeps['secrets'] & {
  problem: () => Promise<DesktopState['keychainProblem']>
  /** Asks the keychain again, and says whether it can be used now. */
  retry: () => Promise<boolean>
}

/** Only after `ready`: before it, safeStorage does not work. */
export function createSecrets({ folder, platform, changed, opened, log }: SecretsOptions): Secrets {
  const session = new Map<string, string>()
  const fileOf = (accountId: string) => join(folder, accountId)
  const keychain = createKeychainProbe({ platform, holdsKeys: () => holdsKeys(folder), changed, opened, log })
  const store = async (accountId: string, apiKey: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(fileOf(accountId), await safeStorage.encryptStringAsync(apiKey))
  }
  return {
    storages: async () => ((await keychain.known()) === 'there' ? ['keychain', 'session'] : ['session']),
    problem: async () => {
      const answer = await keychain.known()
      return answer === 'there' ? null : answer
    },
    retry: async () => (await keychain.ask()) === 'there',
    read: async (accountId) => {
      const kept = session.get(accountId)
      if (kept !== undefined) return kept
      try {
        const encrypted = await readIfThere(fileOf(accountId))
        if (!encrypted) return null
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted)
        if (shouldReEncrypt) await store(accountId, result).catch((error: unknown) => { log.write('warn', 'key not encrypted anew', { error: String(error) }) })
        return result
      } catch (error) {
        // Locked or away for now, perhaps: the file stays, and the next start of the engine reads it again.
        log.write('error', 'stored key cannot be read', { accountId, error: String(error) })
        return null
      }
    },
    keep: async (accountId, apiKey, storage) => {
      if (storage === 'session') {
        await rm(fileOf(accountId), { force: true })
        session.set(accountId, apiKey)
        return
      }
      if (storage !== 'keychain' || (await keychain.ask()) !== 'there') throw new AppError('shell/key-not-stored')
      try {
        await store(accountId, apiKey)
      } catch (error) {
        throw new AppError('shell/key-not-stored', {}, error)
      }
      session.delete(accountId)
    },
    forget: async (accountId) => {
      session.delete(accountId)
      await rm(fileOf(accountId), { force: true })
    },
    hash: (apiKey) => createHash('sha256').update(apiKey).digest('hex').slice(0, 16),
  }
}

async function holdsKeys(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).some((name) => !name.endsWith(FRESH))
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The old key stands until the new one is on the disk. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const fresh = `${path}${FRESH}`
  await writeFile(fresh, bytes, { mode: 0o600, flush: true })
  await rename(fresh, path)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
