// The calls about accounts: which one is current, its key, and the engine that runs on it. The functions that compute
// the new list of accounts are in accounts.ts.
import {
  addAccount,
  leaveSample,
  updateAccount,
  checkKeyMatchesAddress,
  connectAccount,
  getCurrentAccount,
  isOwnAccount,
  isSameAddress,
  findOtherAccount,
  getOwnAccount,
  checkKeyIsUnused,
  checkNameIsUnused,
  removeAccount,
  replaceAccount,
  switchAccount,
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

type SettingsChange = (settings: HostSettings) => HostSettings

/** Runs the work after all earlier work has ended. */
export type Enqueue = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

export type AccountCalls = Extract<keyof Handlers<ShellContract>, `account.${string}` | 'engine.restart'>

export function createAccountHandlers(
  deps: HostDeps,
  memory: HostMemory,
  enqueue: Enqueue,
): Pick<Handlers<ShellContract>, AccountCalls> {
  const { settings, secrets } = deps
  return {
    'account.connect': (connection) => enqueue(() => connect(deps, memory, connection)),
    'account.setOffice': ({ membership }) => enqueue(() => setOffice(deps, memory, membership)),
    'account.add': (account) => enqueue(() => add(deps, memory, account)),
    'account.rename': ({ id, name }) =>
      enqueue(() => {
        getOwnAccount(settings.read(), id)
        checkNameIsUnused(settings.read(), name, id)
        settings.save(updateAccount(settings.read(), id, { name }))
        deps.announce()
        return Promise.resolve()
      }),
    'account.forgetKey': () =>
      enqueue(async () => {
        await secrets.forget(settings.read().account)
        await runCurrent(deps, memory)
      }),
    'account.switch': ({ id }) => enqueue(() => switchTo(deps, memory, id)),
    'account.remove': (removal) => enqueue(() => remove(deps, memory, removal)),
    'account.deleteRemoved': ({ id }) => enqueue(() => deleteRemoved(deps, id)),
    'engine.restart': () => enqueue(() => runCurrent(deps, memory)),
  }
}

type NewAccount = Parameters<Handlers<ShellContract>['account.add']>[0]

async function add(
  deps: HostDeps,
  memory: HostMemory,
  { name, serviceUrl, apiKey, keep, membership }: NewAccount,
): Promise<{ isBack: boolean }> {
  const { settings, secrets, memberships } = deps
  const keyHash = secrets.hash(apiKey)
  checkKeyIsUnused(settings.read(), keyHash, null)
  const target = { serviceUrl, keyHash, freshId: deps.newId() }
  const { settings: next, isBack } = addAccount(settings.read(), name, target)
  const accountId = next.account
  checkNameIsUnused(settings.read(), name, accountId)
  if (membership !== undefined) await storeMembership(deps, accountId, membership)
  const change: SettingsChange = (now) => addAccount(now, name, target).settings
  try {
    await changeAccountWithKey(deps, memory, { accountId, apiKey, keep }, change)
  } catch (error) {
    if (membership !== undefined) await memberships.forget(accountId)
    throw error
  }
  return { isBack }
}

async function setOffice(deps: HostDeps, memory: HostMemory, membership: string | null): Promise<void> {
  const { id } = getCurrentAccount(deps.settings.read())
  if (id === SAMPLE_ACCOUNT_ID) throw new AppError('shell/account-unknown')
  if (membership === null) await deps.memberships.forget(id)
  else await storeMembership(deps, id, membership)
  await runCurrent(deps, memory)
}

/** Stores it where it remains after the program ended, because the password of an invitation works only once. */
async function storeMembership({ memberships }: HostDeps, accountId: string, membership: string): Promise<void> {
  const storage = (await memberships.listStorages()).find((place) => place !== 'session')
  if (storage === undefined) throw new AppError('shell/membership-not-stored')
  await memberships.store(accountId, membership, storage)
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
  const next = connectAccount(settings.read(), target)
  if (keyHash === null) checkKeyMatchesAddress(settings.read(), next)
  else checkKeyIsUnused(settings.read(), keyHash, next.account)
  const otherAccount = findOtherAccount(settings.read(), target, found ?? null)
  if (otherAccount && (!replaces || apiKey === null || !isOwnAccount(otherAccount))) {
    throw new AppError('shell/other-account', {
      account: otherAccount.name,
      accountId: otherAccount.id,
      waiting: otherAccount.waiting,
      isOtherAddress: !isSameAddress(otherAccount.serviceUrl, serviceUrl),
      canReplace: isOwnAccount(otherAccount),
    })
  }
  const change: SettingsChange = (now) =>
    otherAccount ? replaceAccount(now, otherAccount, target) : connectAccount(now, target)
  if (apiKey === null) await changeAccount(deps, memory, change)
  else await changeAccountWithKey(deps, memory, { accountId: change(settings.read()).account, apiKey, keep }, change)
  // A failure is only logged: if the old key remains, its hash does not match and the key is not used.
  if (otherAccount)
    for (const storage of [secrets, deps.memberships])
      await storage.forget(otherAccount.id).catch((error: unknown) => deps.logBug(error))
}

async function switchTo(deps: HostDeps, memory: HostMemory, id: string | null): Promise<void> {
  const before = deps.settings.read()
  const [freshId, { beforeSample }] = [deps.newId(), { ...memory }]
  const change: SettingsChange = (now) =>
    id === null ? leaveSample(now, beforeSample, freshId) : switchAccount(now, id)
  change(before)
  // The sample's service must start before the settings change. Without the service the board would remain empty.
  if (id === SAMPLE_ACCOUNT_ID) await deps.sample.start()
  if (id === SAMPLE_ACCOUNT_ID && before.account !== SAMPLE_ACCOUNT_ID) memory.beforeSample = before.account
  await changeAccount(deps, memory, change)
}

/** Removes the key first: if a later step fails, no request is sent with this key. */
async function remove(
  deps: HostDeps,
  memory: HostMemory,
  { id, deletesData }: { id: string; deletesData: boolean },
): Promise<void> {
  const { settings, secrets, memberships, folders } = deps
  const freshId = deps.newId()
  removeAccount(settings.read(), id, { deletesData, freshId })
  const isCurrent = settings.read().account === id
  // Another program uses this folder, so it must not be removed.
  if (isCurrent && memory.engineFailure?.code === 'db/in-use')
    throw new AppError('db/in-use', memory.engineFailure.details)
  try {
    if (isCurrent) await stopForRestart(deps, memory)
    await secrets.forget(id)
    await memberships.forget(id)
  } catch (error) {
    if (isCurrent) await runCurrent(deps, memory)
    throw error
  }
  let deletionError: unknown = null
  if (deletesData)
    await folders.delete(id).catch((error: unknown) => {
      deletionError = error
    })
  // If the folder still exists, the account stays in the list of removed accounts, so that its id is not used again.
  await changeAccount(deps, memory, (now) =>
    removeAccount(now, id, { deletesData: deletesData && deletionError === null, freshId }),
  )
  if (deletionError !== null) throw new AppError('shell/data-not-deleted', { folder: `accounts/${id}` }, deletionError)
}

/**
 * Deletes the data of a removed account. The account leaves the list only after its folder is deleted: while it is
 * listed, its key restores it.
 */
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
 * Stores a key, and then saves the settings with its address. If the settings cannot be saved, the old key is restored,
 * so that the new key is not used with the old address. The old key is restored for this session only, because this
 * function does not know where it was stored.
 */
async function changeAccountWithKey(
  deps: HostDeps,
  memory: HostMemory,
  key: { accountId: string; apiKey: string; keep: KeyStorage },
  change: SettingsChange,
): Promise<void> {
  const { secrets } = deps
  const before = await secrets.read(key.accountId).catch(() => null)
  await secrets.store(key.accountId, key.apiKey, key.keep)
  await changeAccount(deps, memory, change, async () => {
    await secrets.forget(key.accountId)
    if (before !== null) await secrets.store(key.accountId, before, 'session')
  })
}

/**
 * Saves changed settings and runs the engine on the account that is then current. If this is another account, the old
 * engine ends before clients learn about the new account. `change` is called again after the old engine has ended,
 * because its last message may have changed the count of waiting requests. `onSaveFailed` runs before the next engine
 * starts.
 */
async function changeAccount(
  deps: HostDeps,
  memory: HostMemory,
  change: SettingsChange,
  onSaveFailed: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { settings } = deps
  const isOtherAccount = getCurrentAccount(change(settings.read())).id !== getCurrentAccount(settings.read()).id
  try {
    if (isOtherAccount) await stopForRestart(deps, memory)
    settings.save(change(settings.read()))
    if (isOtherAccount) {
      memory.engineFailure = null
      deps.announce()
    }
  } catch (error) {
    // A failure is only logged: if the new key remains, its hash does not match and the key is not used.
    await onSaveFailed().catch((bug: unknown) => deps.logBug(bug))
    throw error
  } finally {
    await runCurrent(deps, memory)
  }
}

/**
 * Announces the restart before it stops the engine, so that pages do not report a lost connection. The caller must call
 * `runCurrent` afterwards.
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
    const run = await prepareRun(deps, memory)
    memory.hasKey = run.apiKey !== null
    await deps.engine.start(run)
  } catch (error) {
    memory.engineFailure = toFailure(error, deps)
  } finally {
    memory.isEngineStarting = false
  }
  deps.announce()
}

async function prepareRun(deps: HostDeps, memory: HostMemory): Promise<EngineRun> {
  const account = getCurrentAccount(deps.settings.read())
  const { id, serviceUrl } = account
  memory.sampleFailure = null
  if (id !== SAMPLE_ACCOUNT_ID) {
    await deps.sample.stop()
    // Without an address there is no service to send a key to.
    const storedKey = serviceUrl === '' ? null : await (deps.secrets.readForRun?.(id) ?? deps.secrets.read(id))
    const apiKey = storedKey !== null && isKeyForAccount(deps, account, storedKey) ? storedKey : null
    if (apiKey === null) return { accountId: id, serviceUrl, apiKey }
    saveKeyHash(deps, account, apiKey)
    const membership = await deps.memberships.read(id)
    return { accountId: id, serviceUrl, apiKey, ...(membership !== null && { membership }) }
  }
  try {
    return { accountId: id, ...(await deps.sample.start()), isEmbedded: true }
  } catch (error) {
    memory.sampleFailure = toFailure(error, deps)
    return { accountId: id, serviceUrl, apiKey: null }
  }
}

/**
 * Whether the stored key belongs to the account's address. If the program ended after it stored a new key and before it
 * stored the new address, the key does not belong to the old address.
 */
function isKeyForAccount({ secrets }: HostDeps, account: StoredAccount, apiKey: string): boolean {
  return !isOwnAccount(account) || account.keyHash === null || account.keyHash === secrets.hash(apiKey)
}

/** A key that was stored before accounts had key hashes gets its hash at its first use. */
function saveKeyHash({ settings, secrets }: HostDeps, account: StoredAccount, apiKey: string): void {
  const keyHash = secrets.hash(apiKey)
  if (isOwnAccount(account) && account.keyHash !== keyHash)
    settings.saveInternal(updateAccount(settings.read(), account.id, { keyHash }))
}

function toFailure(error: unknown, deps: HostDeps): Failure {
  const wireError = toWireError(error, (bug) => deps.logBug(bug))
  return wireError.code === 'internal' ? { code: 'engine/failed', details: wireError.details } : wireError
}
