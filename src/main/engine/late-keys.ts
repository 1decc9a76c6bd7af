// A locked keychain asks the user, who may be away: what is saved is shown meanwhile, without the key, and the engine
// is started once more with it when it comes.
import type { HostDeps } from '#host/host-deps.ts'
import { soon } from '../soon.ts'

/** As long as the first screen can wait for the keychain. */
const WITHIN_MS = 2000

type Secrets = HostDeps['secrets']

/** `arrived`: the key of this account can be had now, and the run without it is to be replaced. */
export function withLateKeys(secrets: Secrets, arrived: (accountId: string) => void): Secrets {
  const asked = new Map<string, Promise<string | null>>()
  const ask = (accountId: string) => {
    const reading = secrets.read(accountId)
    asked.set(accountId, reading)
    return reading
  }
  const follow = (accountId: string, reading: Promise<string | null>) => {
    void reading.then((key) => {
      // Another key was kept or this one forgotten meanwhile.
      if (asked.get(accountId) !== reading) return
      if (key === null) asked.delete(accountId)
      else arrived(accountId)
    })
  }
  return {
    ...secrets,
    readForRun: async (accountId) => {
      const before = asked.get(accountId)
      const reading = before ?? ask(accountId)
      const known = await soon(reading, WITHIN_MS)
      if (known) asked.delete(accountId)
      else if (!before) follow(accountId, reading)
      return known?.answer ?? null
    },
    keep: async (accountId, apiKey, storage) => {
      asked.delete(accountId)
      await secrets.keep(accountId, apiKey, storage)
    },
    forget: async (accountId) => {
      asked.delete(accountId)
      await secrets.forget(accountId)
    },
  }
}
