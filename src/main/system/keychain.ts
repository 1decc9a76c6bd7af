// Whether this run can store keys in the system's keychain. Electron asks the system once per run and uses that answer
// to the end, although isAsyncEncryptionAvailable returns true in each case (electron_api_safe_storage.cc). A keychain
// that could not be opened remains closed until the next start, so nothing is asked twice here.
import { safeStorage } from 'electron'
import type { Log } from '../log.ts'
import { answerWithin } from '../soon.ts'

/** Linux: there was no keyring, or it was not opened, and Chromium encrypts with a password that is in its source. */
const FIXED_PASSWORD_PREFIX = 'v10'
/** A locked keychain asks the user first, and the first screen must not wait for that. */
const KNOWN_WITHIN_MS = 2000
const PROBE = 'probe'

export type KeychainOptions = {
  platform: NodeJS.Platform
  /** `known` was null, and the answer is now available. */
  answered: () => void
  log: Log
}

export type Keychain = {
  /** Answers at once, or within two seconds of the first question; null while the system waits for the user. */
  known: () => Promise<boolean | null>
  /** Waits until the user has answered. */
  works: () => Promise<boolean>
}

export function createKeychain({ platform, answered, log }: KeychainOptions): Keychain {
  const state = { answer: null as boolean | null, isAwaited: false }
  let asking: Promise<boolean> | null = null
  let first: Promise<unknown> | null = null
  const works = () => {
    asking ??= probe(platform, log).then((answer) => {
      state.answer = answer
      if (state.isAwaited) answered()
      return answer
    })
    return asking
  }
  return {
    works,
    known: async () => {
      first ??= answerWithin(works(), KNOWN_WITHIN_MS)
      if (state.answer === null) await first
      state.isAwaited ||= state.answer === null
      return state.answer
    },
  }
}

/** Never rejects. */
async function probe(platform: NodeJS.Platform, log: Log): Promise<boolean> {
  try {
    const encrypted = await safeStorage.encryptStringAsync(PROBE)
    if (platform === 'linux' && encrypted.subarray(0, 3).toString('latin1') === FIXED_PASSWORD_PREFIX) {
      log.write('warn', 'no keyring in this run', { prefix: FIXED_PASSWORD_PREFIX })
      return false
    }
    return (await safeStorage.decryptStringAsync(encrypted)).result === PROBE
  } catch (error) {
    log.write('warn', 'keychain cannot be used in this run', { error: String(error) })
    return false
  }
}
