// Checks whether this run can store keys in the system's keychain. Electron asks the system once per run and uses that
// answer until it ends; isAsyncEncryptionAvailable returns true in any case (electron_api_safe_storage.cc). A keychain
// that could not be opened stays closed until the next start, so this file checks only once too.
import { safeStorage } from 'electron'
import type { Log } from '../log.ts'
import { waitWithTimeout } from '../wait-with-timeout.ts'

/**
 * The first bytes of text that Chromium on Linux encrypts without a keyring. It then uses a fixed password from its
 * source code.
 */
const FIXED_PASSWORD_PREFIX = 'v10'
/** A locked keychain asks the user first. The first screen waits no longer than this for the answer. */
const ANSWER_TIMEOUT_MS = 2000
const PROBE = 'probe'

export type KeychainOptions = {
  platform: NodeJS.Platform
  /** Called when the answer is available after `isUsableIfAnswered` has returned null. */
  onAnswer: () => void
  log: Log
}

export type Keychain = {
  /** Waits up to two seconds after the first call; null while the system still waits for the user. */
  isUsableIfAnswered: () => Promise<boolean | null>
  /** Waits until the user has answered. */
  isUsable: () => Promise<boolean>
}

export function createKeychain({ platform, onAnswer, log }: KeychainOptions): Keychain {
  const state = { answer: null as boolean | null, isAwaited: false }
  let asking: Promise<boolean> | null = null
  let first: Promise<unknown> | null = null
  const isUsable = () => {
    asking ??= probe(platform, log).then((answer) => {
      state.answer = answer
      if (state.isAwaited) onAnswer()
      return answer
    })
    return asking
  }
  return {
    isUsable,
    isUsableIfAnswered: async () => {
      first ??= waitWithTimeout(isUsable(), ANSWER_TIMEOUT_MS)
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
