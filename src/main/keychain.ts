// Whether the system's keychain can be used, asked one question at a time: each may put a dialog of the system's before the
// user. What came of it is believed for a while, so that looking at a screen asks nothing.
import { safeStorage } from 'electron'
import type { DesktopState } from '#contract/desktop.ts'
import type { Log } from './log.ts'
import { soon } from './soon.ts'

/** Linux: the system's keyring was not there and Chromium used the password that is in its source. */
const FIXED_PASSWORD_PREFIX = 'v10'
/** A locked keyring asks the user first, and the first screen must not wait for that. */
const KNOWN_WITHIN_MS = 2000
/** One that could not be used may be unlocked meanwhile; one that can stays so. */
const BELIEVED_MS = 60_000

/** `there`, or why not. */
export type Keychain = NonNullable<DesktopState['keychainProblem']> | 'there'

export type KeychainOptions = {
  platform: NodeJS.Platform
  /** Keys lie in it, or did. */
  holdsKeys: () => Promise<boolean>
  /** It is not what was said of it. */
  changed: () => void
  /** It could not be used, and now it can. */
  opened: () => void
  log: Log
}

export type KeychainProbe = {
  /** At once, or within two seconds of the first question. */
  known: () => Promise<Keychain>
  /** Asks again unless it is there, however long the answer takes. */
  ask: () => Promise<Keychain>
}

export function createKeychainProbe(options: KeychainOptions): KeychainProbe {
  let asking: Promise<Keychain> | null = null
  let first: ReturnType<typeof soon<Keychain>> | null = null
  let held: { answer: Keychain; atMs: number } | null = null
  let told: Keychain | null = null
  const begin = (): Promise<Keychain> => {
    const mine = look(options).then((answer) => {
      const before = held?.answer ?? null
      held = { answer, atMs: performance.now() }
      asking = null
      const isOther = told !== null && told !== answer
      told = null
      if (isOther) options.changed()
      if (answer === 'there' && before !== null) options.opened()
      return answer
    })
    asking = mine
    first = soon(mine, KNOWN_WITHIN_MS)
    return mine
  }
  const tell = (answer: Keychain) => (told = answer)
  return {
    known: async () => {
      if (held) {
        if (held.answer !== 'there' && !asking && performance.now() - held.atMs >= BELIEVED_MS) void begin()
        return tell(held.answer)
      }
      if (!asking) void begin()
      return tell((await first)?.answer ?? 'unanswered')
    },
    ask: () => (held?.answer === 'there' ? Promise.resolve(held.answer) : (asking ?? begin())),
  }
}

/** Never rejects. */
async function look({ platform, holdsKeys, log }: KeychainOptions): Promise<Keychain> {
  try {
    if (await isReal(platform)) return 'there'
    return (await holdsKeys()) ? 'locked' : 'missing'
  } catch (error) {
    log.write('warn', 'keychain cannot be asked', { error: String(error) })
    return (await holdsKeys().catch(() => false)) ? 'locked' : 'unanswered'
  }
}

async function isReal(platform: NodeJS.Platform): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  if (platform !== 'linux') return true
  // "Available" is always true on Linux. What it was encrypted with shows in the first three bytes.
  const probe = await safeStorage.encryptStringAsync('probe')
  return probe.subarray(0, 3).toString('latin1') !== FIXED_PASSWORD_PREFIX
}
