// `safeStorage` and a keychain of the system, as in Electron 45. Electron requests the key at the first use, and uses
// it until the program ends, even if the keychain changes meanwhile (electron_api_safe_storage.cc).
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Real from 'electron'
import { app, assertReady } from './app.ts'
import { failOnUnknownMembers } from './modelled.ts'

type Encryptor = { prefix: string; secret: string }

export const keyring = {
  /**
   * The key that the system returns. On Linux the prefix `v10` means the fixed password of Chromium instead of a
   * keychain. Null if the system refuses, which macOS can do.
   */
  systemKey: { prefix: 'v11', secret: 'keyring' } as Encryptor | null,
  shouldReEncrypt: false,
  /** If set, the system asks the user, and answers only after this promise is resolved. */
  prompt: null as Promise<void> | null,
  /** Number of requests to the system since the last `restart`. */
  requestCount: 0,
  /** The key that this run of the program uses. Null before the first use. */
  encryptor: null as Promise<Encryptor | null> | null,
  /** Simulates a restart of the program. */
  restart: () => {
    Object.assign(keyring, { requestCount: 0, encryptor: null })
  },
  reset: () => {
    Object.assign(keyring, { systemKey: { prefix: 'v11', secret: 'keyring' }, shouldReEncrypt: false, prompt: null })
    keyring.restart()
  },
  /** Stores the key in the program's data folder, so that it exists after a restart of the program. */
  useFile: () => {
    const path = join(app.getPath('userData'), 'standin-keyring')
    if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 })
    keyring.systemKey = { prefix: 'v11', secret: readFileSync(path, 'utf8') }
  },
}

const PREFIX_BYTES = 3
const IV_END = PREFIX_BYTES + 12
const TAG_END = IV_END + 16
const NOT_ENCRYPTED = 'Error while encrypting the text provided to safeStorage.encryptStringAsync.'
const NOT_DECRYPTED = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.'

async function requestEncryptor(problem: string): Promise<{ prefix: string; key: Buffer }> {
  assertReady('safeStorage cannot be used before app is ready')
  if (!keyring.encryptor) {
    keyring.requestCount++
    keyring.encryptor = Promise.resolve(keyring.prompt).then(() => keyring.systemKey)
  }
  const encryptor = await keyring.encryptor
  if (!encryptor) throw new Error(problem)
  return { prefix: encryptor.prefix, key: createHash('sha256').update(encryptor.secret).digest() }
}

export const safeStorage = failOnUnknownMembers('safeStorage', {
  /** Like Electron, returns true after the system has answered, even if it refused. */
  isAsyncEncryptionAvailable: async () => {
    await requestEncryptor('').catch(() => undefined)
    return app.isReady()
  },
  encryptStringAsync: async (text: string) => {
    const { prefix, key } = await requestEncryptor(NOT_ENCRYPTED)
    const iv = randomBytes(IV_END - PREFIX_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from(prefix), iv, cipher.getAuthTag(), bytes])
  },
  /** The prefixes may differ, except that text encrypted with Chromium's own password needs that password. */
  decryptStringAsync: async (encrypted: Buffer) => {
    const { prefix, key } = await requestEncryptor(NOT_DECRYPTED)
    const isFixedPassword = (name: string) => name === 'v10'
    if (isFixedPassword(prefix) !== isFixedPassword(encrypted.subarray(0, PREFIX_BYTES).toString('latin1')))
      throw new Error(NOT_DECRYPTED)
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(PREFIX_BYTES, IV_END)).setAuthTag(
        encrypted.subarray(IV_END, TAG_END),
      )
      return {
        result: decipher.update(encrypted.subarray(TAG_END), undefined, 'utf8') + decipher.final('utf8'),
        shouldReEncrypt: keyring.shouldReEncrypt,
      }
    } catch {
      throw new Error(NOT_DECRYPTED)
    }
  },
}) satisfies Pick<Real.SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>
