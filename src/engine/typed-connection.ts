// The check of a connection that the user typed, and the acceptance of a key. Both work without a stored key.
import { AppError } from '#contract/errors.ts'
import type { AccountMatch } from '#contract/sync.ts'
import { normalizeBaseUrl } from './api/addresses.ts'
import { checkConnection } from './api/check.ts'
import { type ApiClient, createClient, hashKey } from './api/client.ts'
import { createGate } from './api/gate.ts'
import type { Core, EngineDeps } from './core.ts'
import type { Online } from './online.ts'
import { createAllowanceReader } from './outbox/allowance.ts'
import type { SyncDeps } from './sync/handlers.ts'
import { matchAccount } from './sync/same-account.ts'
import { type Source, acceptSource, matchSource } from './sync/source.ts'

/** Limit for a check while the user waits in a form. */
const CHECK_PATIENCE_MS = 15_000

/** Checks an address and key that the user typed, and whether they belong to the account of this folder. */
export function createConnectionCheck(
  deps: EngineDeps,
  core: Core,
  online: Online | null,
  signal: AbortSignal,
): SyncDeps['checkConnection'] {
  const { outside, log } = deps
  const { write, traffic, order } = core
  const { db } = core.connection
  return async (typedUrl, apiKey) => {
    const keyHash = hashKey(apiKey)
    // One gate for each key: each of two gates would use the whole budget.
    const runningGate = online?.keyHash === keyHash ? online.gate : null
    const gate =
      runningGate ??
      createGate({ clock: outside.clock, db, write, keyHash, log, allowance: createAllowanceReader(db, log) })
    // The clock of another service must not change the trusted time.
    const observer = { onServerTime: () => undefined, refused: () => undefined, traffic }
    try {
      const clientFor = (baseUrl: string) => createClient({ outside, gate, baseUrl, apiKey, order, observer, log })
      const checked = await checkConnection(clientFor, typedUrl, apiKey, signal)
      const source = { baseUrl: checked.serviceUrl, keyHash }
      return { ...checked, account: await matchTypedSource(core, source, clientFor(checked.serviceUrl), signal) }
    } finally {
      if (!runningGate) gate.stop()
    }
  }
}

/** If the account is the same, stores the source as accepted, because the user is about to use this key. */
async function matchTypedSource(
  { connection: { db }, write }: Core,
  source: Source,
  client: ApiClient,
  signal: AbortSignal,
): Promise<AccountMatch> {
  const sourceMatch = matchSource(db, source)
  if (sourceMatch !== 'other-key') return sourceMatch === 'same' ? 'same' : 'other'
  const match = await matchAccount({ client, db }, signal, CHECK_PATIENCE_MS)
  if (match === 'same') acceptSource(write, source)
  return match
}

/** Accepts a key as the same account on the user's confirmation, for cases that the engine cannot decide. */
export function createKeyAcceptor({ connection: { db }, write }: Core, online: Online | null): SyncDeps['acceptKey'] {
  return (typedConnection) => {
    if (typedConnection === null) {
      online?.accountCheck.accept()
      return
    }
    const source = { baseUrl: normalizeBaseUrl(typedConnection.serviceUrl), keyHash: hashKey(typedConnection.apiKey) }
    if (matchSource(db, source) === 'other-address') throw new AppError('api/other-account')
    acceptSource(write, source)
  }
}
