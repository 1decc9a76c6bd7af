// Starts the engine without a key if the keychain does not answer in time. A locked keychain asks the user, who may be
// away. Until the user answers, the stored data is shown. Then the engine is restarted with the key.
import type { HostDeps } from '#host/host-deps.ts'
import { waitWithTimeout } from '../wait-with-timeout.ts'

/** The longest time that the first screen waits for the keychain. */
const FIRST_READ_TIMEOUT_MS = 2000

type Secrets = HostDeps['secrets']

/** Calls `onKey` when the key of an account becomes available after the engine was started without it. */
export function withLateKeys(secrets: Secrets, onKey: (accountId: string) => void): Secrets {
  const reads = new Map<string, Promise<string | null>>()
  const startRead = (accountId: string) => {
    const reading = secrets.read(accountId)
    reads.set(accountId, reading)
    return reading
  }
  const awaitKey = (accountId: string, reading: Promise<string | null>) =>
    void reading.then((key) => {
      // The user stored another key or removed this one in the meantime.
      if (reads.get(accountId) !== reading) return
      if (key === null) reads.delete(accountId)
      else onKey(accountId)
    })
  return {
    ...secrets,
    readForRun: async (accountId) => {
      const pending = reads.get(accountId)
      const reading = pending ?? startRead(accountId)
      const result = await waitWithTimeout(reading, FIRST_READ_TIMEOUT_MS)
      if (result) reads.delete(accountId)
      else if (!pending) awaitKey(accountId, reading)
      return result?.answer ?? null
    },
    store: async (accountId, apiKey, storage) => {
      reads.delete(accountId)
      await secrets.store(accountId, apiKey, storage)
    },
    forget: async (accountId) => {
      reads.delete(accountId)
      await secrets.forget(accountId)
    },
  }
}
