// safeStorage and its keychain, as in Electron 45: the system is asked at the first use, and its answer is used until
// the end of the run, whatever happens to the keychain meanwhile (electron_api_safe_storage.cc).
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Real from 'electron'
import { app, onlyAfterReady } from './app.ts'
import { failOnUnknownMembers } from './modelled.ts'

type Encryptor = { prefix: string; secret: string }

export const keyring = {
  /**
   * The answer of the system. On Linux the prefix `v10` means Chromium's own fixed password. Null: it refuses,
   * which macOS can do.
   */
  gives: { prefix: 'v11', secret: 'keyring' } as Encryptor | null,
  shouldReEncrypt: false,
  /** If set, the system asks the user, and answers only after this promise is resolved. */
  prompt: null as Promise<void> | null,
  /** How often the system was asked in this run. */
  questions: 0,
  encryptor: null as Promise<Encryptor | null> | null,
  /** Simulates a restart of the program. */
  newRun: () => {
    Object.assign(keyring, { questions: 0, encryptor: null })
  },
  /** The state at the start of a test. */
  reset: () => {
    Object.assign(keyring, { gives: { prefix: 'v11', secret: 'keyring' }, shouldReEncrypt: false, prompt: null })
    keyring.newRun()
  },
  /** A keychain that survives the process, as a file in the program's data folder. */
  open: () => {
    const path = join(app.getPath('userData'), 'standin-keyring')
    if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 })
    keyring.gives = { prefix: 'v11', secret: readFileSync(path, 'utf8') }
  },
}

const PREFIX_BYTES = 3
const IV_END = PREFIX_BYTES + 12
const TAG_END = IV_END + 16
const NOT_ENCRYPTED = 'Error while encrypting the text provided to safeStorage.encryptStringAsync.'
const NOT_DECRYPTED = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.'

async function encryptorOf(problem: string): Promise<{ prefix: string; key: Buffer }> {
  onlyAfterReady('safeStorage cannot be used before app is ready')
  if (!keyring.encryptor) {
    keyring.questions++
    keyring.encryptor = Promise.resolve(keyring.prompt).then(() => keyring.gives)
  }
  const encryptor = await keyring.encryptor
  if (!encryptor) throw new Error(problem)
  return { prefix: encryptor.prefix, key: createHash('sha256').update(encryptor.secret).digest() }
}

export const safeStorage = failOnUnknownMembers('safeStorage', {
  /** Never false after the system has answered, even if it refused. */
  isAsyncEncryptionAvailable: async () => {
    await encryptorOf('').catch(() => undefined)
    return app.isReady()
  },
  encryptStringAsync: async (text: string) => {
    const { prefix, key } = await encryptorOf(NOT_ENCRYPTED)
    const iv = randomBytes(IV_END - PREFIX_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from(prefix), iv, cipher.getAuthTag(), bytes])
  },
  /**
   * Another version of the same keychain's key can still be decrypted. Chromium's own password and a keychain are
   * different.
   */
  decryptStringAsync: async (encrypted: Buffer) => {
    const { prefix, key } = await encryptorOf(NOT_DECRYPTED)
    const isWeak = (name: string) => name === 'v10'
    if (isWeak(prefix) !== isWeak(encrypted.subarray(0, PREFIX_BYTES).toString('latin1')))
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
