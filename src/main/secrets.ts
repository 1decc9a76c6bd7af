// Keeps API keys: in the system's keychain through safeStorage, or in memory until the program ends. Where there is no
// real keychain the only choice is memory; a file that merely looks encrypted would promise what it cannot hold.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { AppError } from '#contract/errors.ts'
import type { DesktopState } from '#contract/desktop.ts'
import type { HostDeps } from '#contract/host.ts'
import type { Log } from './log.ts'
import { soon } from './soon.ts'

/** Linux: the system's keyring was not there and Chromium used the password that is in its source. */
const FIXED_PASSWORD_PREFIX = 'v10'
/** A locked keyring asks the user first, and the first screen must not wait for that. */
const KNOWN_WITHIN_MS = 2000

export type SecretsOptions = {
  /** Holds one encrypted file per account. */
  folder: string
  platform: NodeJS.Platform
  /** It turned out later that keys can be kept. */
  changed: () => void
  log: Log
}

/** `there`, or why not. */
type Keychain = NonNullable<DesktopState['keychainProblem']> | 'there'

export type Secrets = HostDeps['secrets'] & { problem: () => Promise<DesktopState['keychainProblem']> }

/** Only after `ready`: before it, safeStorage does not work. */
export function createSecrets({ folder, platform, changed, log }: SecretsOptions): Secrets {
  const session = new Map<string, string>()
  const fileOf = (accountId: string) => join(folder, accountId)
  const keychain = createProbe(platform, changed, log)
  const store = async (accountId: string, apiKey: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(fileOf(accountId), await safeStorage.encryptStringAsync(apiKey))
  }
  return {
    storages: async () => ((await keychain(KNOWN_WITHIN_MS)) === 'there' ? ['keychain', 'session'] : ['session']),
    problem: async () => {
      const answer = await keychain(KNOWN_WITHIN_MS)
      return answer === 'there' ? null : answer
    },
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
      if (storage !== 'keychain' || (await keychain(null)) !== 'there') throw new AppError('shell/key-not-stored')
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

/** Asks once and keeps the answer; a question that failed is asked again. `null` waits as long as it takes. */
function createProbe(platform: NodeJS.Platform, changed: () => void, log: Log): (withinMs: number | null) => Promise<Keychain> {
  let asked: Promise<Keychain> | null = null
  return async (withinMs) => {
    asked ??= isKeychainReal(platform).then((isReal) => (isReal ? 'there' as const : 'missing' as const), (error: unknown) => {
      log.write('warn', 'keychain cannot be asked', { error: String(error) })
      asked = null
      return 'unanswered' as const
    })
    if (withinMs === null) return asked
    const asking = asked
    const known = await soon(asking, withinMs)
    if (!known) void asking.then(changed)
    return known?.answer ?? 'unanswered'
  }
}

async function isKeychainReal(platform: NodeJS.Platform): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  if (platform !== 'linux') return true
  // "Available" is always true on Linux. What it was encrypted with shows in the first three bytes.
  const probe = await safeStorage.encryptStringAsync('probe')
  return probe.subarray(0, 3).toString('latin1') !== FIXED_PASSWORD_PREFIX
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** The old key stands until the new one is on the disk. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const fresh = `${path}.new`
  await writeFile(fresh, bytes, { mode: 0o600, flush: true })
  await rename(fresh, path)
}
