// The calls about accounts: which one is current, its key, and the engine that runs on it. The functions that compute
// the new list of accounts are in accounts.ts.
import {
  added,
  backFromSample,
  changed,
  checkKeyFits,
  connected,
  currentAccount,
  isOwn,
  isSameAddress,
  otherAccount,
  ownAccount,
  refuseKeyOfAnother,
  refuseNameOfAnother,
  removed,
  replaced,
  switched,
} from './accounts.ts'
import { AppError, toWireError } from '#contract/errors.ts'
import type { EngineRun, HostDeps, HostMemory } from './host-deps.ts'
import type { Handlers } from '#contract/rpc.ts'
import {
  type HostSettings,
  type KeyStorage,
  SAMPLE_ACCOUNT_ID,
  type ShellContract,
  type StoredAccount,
} from '#contract/shell.ts'
import type { Failure } from '#contract/values.ts'

type Change = (settings: HostSettings) => HostSettings

export type InTurn = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

export type AccountCalls = Extract<keyof Handlers<ShellContract>, `account.${string}` | 'engine.restart'>

export function accountHandlers(
  deps: HostDeps,
  memory: HostMemory,
  inTurn: InTurn,
): Pick<Handlers<ShellContract>, AccountCalls> {
  const { settings, secrets } = deps
  return {
    'account.connect': (connection) => inTurn(() => connect(deps, memory, connection)),
    'account.add': ({ name, serviceUrl, apiKey, keep }) =>
      inTurn(async () => {
        const keyHash = secrets.hash(apiKey)
        refuseKeyOfAnother(settings.read(), keyHash, null)
        const target = { serviceUrl, keyHash, freshId: deps.newId() }
        const { settings: next, isBack } = added(settings.read(), name, target)
        refuseNameOfAnother(settings.read(), name, next.account)
        await moveWithKey(
          deps,
          memory,
          { accountId: next.account, apiKey, keep },
          (now) => added(now, name, target).settings,
        )
        return { isBack }
      }),
    'account.rename': ({ id, name }) =>
      inTurn(() => {
        ownAccount(settings.read(), id)
        refuseNameOfAnother(settings.read(), name, id)
        settings.save(changed(settings.read(), id, { name }))
        deps.announce()
        return Promise.resolve()
      }),
    'account.forgetKey': () =>
      inTurn(async () => {
        await secrets.forget(settings.read().account)
        await runCurrent(deps, memory)
      }),
    'account.switch': ({ id }) => inTurn(() => switchTo(deps, memory, id)),
    'account.remove': (removal) => inTurn(() => remove(deps, memory, removal)),
    'account.deleteRemoved': ({ id }) => inTurn(() => deleteRemoved(deps, id)),
    'engine.restart': () => inTurn(() => runCurrent(deps, memory)),
  }
}

type Connection = Parameters<Handlers<ShellContract>['account.connect']>[0]

async function connect(
  deps: HostDeps,
  memory: HostMemory,
  { serviceUrl, apiKey, keep, found, replaces = false }: Connection,
): Promise<void> {
  const { settings, secrets } = deps
  const keyHash = apiKey === null ? null : secrets.hash(apiKey)
  const target = { serviceUrl, keyHash, freshId: deps.newId() }
  const next = connected(settings.read(), target)
  if (keyHash === null) checkKeyFits(settings.read(), next)
  else refuseKeyOfAnother(settings.read(), keyHash, next.account)
  const other = otherAccount(settings.read(), target, found ?? null)
  if (other && (!replaces || apiKey === null || !isOwn(other))) {
    throw new AppError('shell/other-account', {
      account: other.name,
      accountId: other.id,
      waiting: other.waiting,
      isOtherAddress: !isSameAddress(other.serviceUrl, serviceUrl),
      canReplace: isOwn(other),
    })
  }
  const change: Change = (now) => (other ? replaced(now, other, target) : connected(now, target))
  if (apiKey === null) await moveTo(deps, memory, change)
  else await moveWithKey(deps, memory, { accountId: change(settings.read()).account, apiKey, keep }, change)
  // Its old data is recognized by the hash of the key and is not used.
  if (other) await secrets.forget(other.id).catch((error: unknown) => deps.logBug(error))
}

async function switchTo(deps: HostDeps, memory: HostMemory, id: string | null): Promise<void> {
  const before = deps.settings.read()
  const [freshId, { beforeSample }] = [deps.newId(), { ...memory }]
  const change: Change = (now) => (id === null ? backFromSample(now, beforeSample, freshId) : switched(now, id))
  change(before)
  // Must run before anything is changed: without its service the board would be empty, with no way to fill it.
  if (id === SAMPLE_ACCOUNT_ID) await deps.sample.start()
  if (id === SAMPLE_ACCOUNT_ID && before.account !== SAMPLE_ACCOUNT_ID) memory.beforeSample = before.account
  await moveTo(deps, memory, change)
}

/** Removes the key first: if a later step fails, no request is sent with this key. */
async function remove(
  deps: HostDeps,
  memory: HostMemory,
  { id, deletesData }: { id: string; deletesData: boolean },
): Promise<void> {
  const { settings, secrets, folders } = deps
  const freshId = deps.newId()
  removed(settings.read(), id, { deletesData, freshId })
  const isCurrent = settings.read().account === id
  // Another program uses this folder.
  if (isCurrent && memory.engineFailure?.code === 'db/in-use')
    throw new AppError('db/in-use', memory.engineFailure.details)
  try {
    if (isCurrent) await stopForRestart(deps, memory)
    await secrets.forget(id)
  } catch (error) {
    if (isCurrent) await runCurrent(deps, memory)
    throw error
  }
  let problem: unknown = null
  if (deletesData)
    await folders.delete(id).catch((error: unknown) => {
      problem = error
    })
  // A folder that still exists must not be reused for another account.
  await moveTo(deps, memory, (now) => removed(now, id, { deletesData: deletesData && problem === null, freshId }))
  if (problem !== null) throw new AppError('shell/data-not-deleted', { folder: `accounts/${id}` }, problem)
}

/** Remove it from the list only after its folder is deleted: as long as it is listed, its key restores it. */
async function deleteRemoved(deps: HostDeps, id: string): Promise<void> {
  const { settings, folders } = deps
  if (!settings.read().kept.some((account) => account.id === id)) throw new AppError('shell/account-unknown')
  try {
    await folders.delete(id)
  } catch (error) {
    throw new AppError('shell/data-not-deleted', { folder: `accounts/${id}` }, error)
  }
  const now = settings.read()
  settings.save({ ...now, kept: now.kept.filter((account) => account.id !== id) })
  deps.announce()
}

/**
 * A key is stored before the settings name its address. If the settings cannot be saved, the new key must not remain
 * beside the old address: the old key is restored, for this session only, because its storage place is not known here.
 */
async function moveWithKey(
  deps: HostDeps,
  memory: HostMemory,
  key: { accountId: string; apiKey: string; keep: KeyStorage },
  change: Change,
): Promise<void> {
  const { secrets } = deps
  const before = await secrets.read(key.accountId).catch(() => null)
  await secrets.store(key.accountId, key.apiKey, key.keep)
  await moveTo(deps, memory, change, async () => {
    await secrets.forget(key.accountId)
    if (before !== null) await secrets.store(key.accountId, before, 'session')
  })
}

/**
 * No engine runs between two accounts: the first engine has ended before clients are notified of the next account.
 * `change` is called again after that, because the last message of the engine may have changed the count of waiting
 * requests. `unsaved` runs before the engine does.
 */
async function moveTo(
  deps: HostDeps,
  memory: HostMemory,
  change: Change,
  unsaved: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { settings } = deps
  const isOther = currentAccount(change(settings.read())).id !== currentAccount(settings.read()).id
  try {
    if (isOther) await stopForRestart(deps, memory)
    settings.save(change(settings.read()))
    if (isOther) {
      memory.engineFailure = null
      deps.announce()
    }
  } catch (error) {
    // Its old data is then recognized by the hash of the key and is not used.
    await unsaved().catch((bug: unknown) => deps.logBug(bug))
    throw error
  } finally {
    await runCurrent(deps, memory)
  }
}

/**
 * Announces first, so that pages do not report the end of this engine as a lost connection. Call `runCurrent`
 * afterwards.
 */
async function stopForRestart(deps: HostDeps, memory: HostMemory): Promise<void> {
  memory.isEngineStarting = true
  deps.announce()
  await deps.engine.stop()
}

/** Runs the engine on the current account; an error is stored in `memory`. */
export async function runCurrent(deps: HostDeps, memory: HostMemory): Promise<void> {
  memory.engineFailure = null
  try {
    await stopForRestart(deps, memory)
    const run = await runOf(deps, memory)
    memory.hasKey = run.apiKey !== null
    await deps.engine.start(run)
  } catch (error) {
    memory.engineFailure = asFailure(error, deps)
  } finally {
    memory.isEngineStarting = false
  }
  deps.announce()
}

async function runOf(deps: HostDeps, memory: HostMemory): Promise<EngineRun> {
  const account = currentAccount(deps.settings.read())
  const { id, serviceUrl } = account
  memory.sampleFailure = null
  if (id !== SAMPLE_ACCOUNT_ID) {
    await deps.sample.stop()
    // Without an address there is no service to send a key to.
    const storedKey = serviceUrl === '' ? null : await (deps.secrets.readForRun?.(id) ?? deps.secrets.read(id))
    const apiKey = storedKey !== null && isKeyOf(deps, account, storedKey) ? storedKey : null
    if (apiKey !== null) noteKey(deps, account, apiKey)
    return { accountId: id, serviceUrl, apiKey }
  }
  try {
    return { accountId: id, ...(await deps.sample.start()), isEmbedded: true }
  } catch (error) {
    memory.sampleFailure = asFailure(error, deps)
    return { accountId: id, serviceUrl, apiKey: null }
  }
}

/** The program may have ended after it stored the new key and before its address: that key is not for the old one. */
function isKeyOf({ secrets }: HostDeps, account: StoredAccount, apiKey: string): boolean {
  return !isOwn(account) || account.keyHash === null || account.keyHash === secrets.hash(apiKey)
}

/** A key that was stored before accounts had key hashes gets its hash at its first use. */
function noteKey({ settings, secrets }: HostDeps, account: StoredAccount, apiKey: string): void {
  const keyHash = secrets.hash(apiKey)
  if (isOwn(account) && account.keyHash !== keyHash) settings.note(changed(settings.read(), account.id, { keyHash }))
}

function asFailure(error: unknown, deps: HostDeps): Failure {
  const wire = toWireError(error, (bug) => deps.logBug(bug))
  return wire.code === 'internal' ? { code: 'engine/failed', details: wire.details } : wire
}
