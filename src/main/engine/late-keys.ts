// A locked keychain asks the user, who may be away. Until then stored data is shown without the key, and the engine is
// restarted with the key when it is available.
import type { HostDeps } from '#host/host-deps.ts'
import { answerWithin } from '../soon.ts'

/** The longest time that the first screen waits for the keychain. */
const WITHIN_MS = 2000

type Secrets = HostDeps['secrets']

/** `arrived`: the key of this account is now available, so the run without it must be replaced. */
export function withLateKeys(secrets: Secrets, arrived: (accountId: string) => void): Secrets {
  const asked = new Map<string, Promise<string | null>>()
  const ask = (accountId: string) => {
    const reading = secrets.read(accountId)
    asked.set(accountId, reading)
    return reading
  }
  const follow = (accountId: string, reading: Promise<string | null>) =>
    void reading.then((key) => {
      // The user stored another key or removed this one in the meantime.
      if (asked.get(accountId) !== reading) return
      if (key === null) asked.delete(accountId)
      else arrived(accountId)
    })
  return {
    ...secrets,
    readForRun: async (accountId) => {
      const before = asked.get(accountId)
      const reading = before ?? ask(accountId)
      const known = await answerWithin(reading, WITHIN_MS)
      if (known) asked.delete(accountId)
      else if (!before) follow(accountId, reading)
      return known?.answer ?? null
    },
    store: async (accountId, apiKey, storage) => {
      asked.delete(accountId)
      await secrets.store(accountId, apiKey, storage)
    },
    forget: async (accountId) => {
      asked.delete(accountId)
      await secrets.forget(accountId)
    },
  }
}
