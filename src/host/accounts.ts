// The list of accounts in the settings, and which of them is current. Pure functions: they compute new settings and do
// nothing else. There are three kinds: the user's own accounts, those named on a command line, and the sample.
import { UNNAMED_ACCOUNT } from '#contract/rules/account-names.ts'
import { AppError } from '#contract/errors.ts'
import {
  type Account,
  type AccountEntry,
  type HostSettings,
  SAMPLE_ACCOUNT_ID,
  type StoredAccount,
} from '#contract/shell.ts'
import type { AccountMatch } from '#contract/sync.ts'

export const SAMPLE_ACCOUNT: StoredAccount = {
  id: SAMPLE_ACCOUNT_ID,
  name: 'Sample',
  serviceUrl: '',
  keyHash: null,
  waiting: 0,
}
const FIRST_ACCOUNT: StoredAccount = { id: 'main', name: UNNAMED_ACCOUNT, serviceUrl: '', keyHash: null, waiting: 0 }
/** The ids of accounts that a command line names begin with this. */
const RUN_PREFIX = 'run-'

/** The address and key that the user entered. `freshId` is the id for a data folder that is not used yet. */
export type ConnectionTarget = { serviceUrl: string; keyHash: string | null; freshId: string }

/** The engine's result: whether the entered key belongs to the account on which the engine runs. */
export type KeyCheck = { accountId: string; match: AccountMatch }

/** Returns the account that the settings name, or the user's own account if that one does not exist. */
export function getCurrentAccount(settings: HostSettings): StoredAccount {
  return settings.accounts.find(({ id }) => id === settings.account) ?? settings.accounts[0] ?? FIRST_ACCOUNT
}

export function isOwnAccount({ id }: Account): boolean {
  return id !== SAMPLE_ACCOUNT_ID && !isRunAccount({ id })
}

function isRunAccount({ id }: Pick<Account, 'id'>): boolean {
  return id.startsWith(RUN_PREFIX)
}

/**
 * Returns all accounts in the order of the menu. The account of this run comes first, even before accounts that are
 * added later. The sample comes last. It is always listed, even if it was never opened.
 */
export function listAccounts(settings: HostSettings): AccountEntry[] {
  const toEntry = ({ id, name, serviceUrl, waiting }: StoredAccount): AccountEntry => ({
    id,
    name,
    serviceUrl,
    waiting,
    kind: id === SAMPLE_ACCOUNT_ID ? 'sample' : isRunAccount({ id }) ? 'run' : 'own',
  })
  const sample = settings.accounts.find(({ id }) => id === SAMPLE_ACCOUNT_ID) ?? SAMPLE_ACCOUNT
  return [...settings.accounts.filter(isRunAccount), ...settings.accounts.filter(isOwnAccount), sample].map(toEntry)
}

/**
 * Connects the current account to the target. If the target is the address of the account of this run, that account
 * stays current, because requests may wait in its folder. Any other address replaces the address of the user's own
 * account. A first key may restore the removed account to which it belongs.
 */
export function connectAccount(settings: HostSettings, target: ConnectionTarget): HostSettings {
  const { serviceUrl, keyHash, freshId } = target
  const current = getCurrentAccount(settings)
  const isSameAccount = isOwnAccount(current) && isSameAddress(current.serviceUrl, serviceUrl)
  const runAccount = settings.accounts.find(
    (account) => isRunAccount(account) && isSameAddress(account.serviceUrl, serviceUrl),
  )
  if (runAccount && !isSameAccount) return { ...settings, account: runAccount.id }
  const ownSettings = selectOwnAccount(settings, freshId)
  const next = isNeverConnected(getCurrentAccount(ownSettings)) ? restoreRemoved(ownSettings, target) : ownSettings
  return updateAccount(next, next.account, keyHash === null ? { serviceUrl } : { serviceUrl, keyHash })
}

/**
 * Returns the account to which `connectAccount` would give another address, or a key that may belong to another account
 * of the service. Returns null if there is none. The engine's result has priority, because the engine compares records
 * and the settings contain only hashes of keys.
 */
export function findOtherAccount(
  settings: HostSettings,
  target: ConnectionTarget,
  keyCheck: KeyCheck | null,
): StoredAccount | null {
  const { account } = connectAccount(settings, target)
  const before = settings.accounts.find(({ id }) => id === account)
  if (!before || before.serviceUrl === '') return null
  if (keyCheck?.accountId === account) return keyCheck.match === 'same' ? null : before
  // The settings store no key for an account named on a command line, so there is nothing to compare. Its engine checks
  // the key (engine/sync/account-check.ts).
  if (!isOwnAccount(before)) return null
  const isOtherKey = target.keyHash !== null && before.keyHash !== null && target.keyHash !== before.keyHash
  return isOtherKey || !isSameAddress(before.serviceUrl, target.serviceUrl) ? before : null
}

/** Removes `old` from the list and adds an account with its name for the target. The data folder of `old` remains. */
export function replaceAccount(settings: HostSettings, old: StoredAccount, target: ConnectionTarget): HostSettings {
  const remaining = {
    ...settings,
    accounts: settings.accounts.filter(({ id }) => id !== old.id),
    kept: [...settings.kept, old],
  }
  return addAccount(remaining, old.name, target).settings
}

/**
 * Restores the removed account with the same key. If there is none, it uses an account that was never connected, or
 * else adds one. `isBack`: a removed account was restored.
 */
export function addAccount(
  settings: HostSettings,
  name: string,
  { serviceUrl, keyHash, freshId }: ConnectionTarget,
): { settings: HostSettings; isBack: boolean } {
  const isBack = findRemovedAccount(settings, { serviceUrl, keyHash }) !== undefined
  const unusedAccount = settings.accounts.find((account) => isOwnAccount(account) && isNeverConnected(account))
  const remaining =
    unusedAccount && isBack
      ? { ...settings, accounts: settings.accounts.filter((account) => account !== unusedAccount) }
      : settings
  const next = isBack
    ? restoreRemoved(remaining, { serviceUrl, keyHash })
    : unusedAccount
      ? { ...remaining, account: unusedAccount.id }
      : { ...remaining, account: freshId, accounts: [...remaining.accounts, { ...FIRST_ACCOUNT, id: freshId }] }
  return { settings: updateAccount(next, next.account, { name, serviceUrl, keyHash }), isBack }
}

/**
 * Throws `shell/key-in-other-account`. Two accounts with one key would each use the whole request budget, and would
 * show the same records twice.
 */
export function checkKeyIsUnused(settings: HostSettings, keyHash: string, exceptId: string | null): void {
  const other = settings.accounts.find(
    (account) => isOwnAccount(account) && account.id !== exceptId && account.keyHash === keyHash,
  )
  if (other) throw new AppError('shell/key-in-other-account', { account: other.name })
}

/** Throws `shell/name-in-other-account`: only the name shows the user which account is open. */
export function checkNameIsUnused(settings: HostSettings, name: string, exceptId: string): void {
  const other = settings.accounts.find(
    (account) => isOwnAccount(account) && account.id !== exceptId && account.name.toLowerCase() === name.toLowerCase(),
  )
  if (other) throw new AppError('shell/name-in-other-account', { account: other.name })
}

export function updateAccount(settings: HostSettings, id: string, part: Partial<StoredAccount>): HostSettings {
  return {
    ...settings,
    accounts: settings.accounts.map((account) => (account.id === id ? { ...account, ...part } : account)),
  }
}

/** Throws `shell/account-unknown`, also for the sample and for the account of this run. */
export function getOwnAccount(settings: HostSettings, id: string): StoredAccount {
  const account = settings.accounts.find((account) => account.id === id && isOwnAccount(account))
  if (!account) throw new AppError('shell/account-unknown')
  return account
}

/**
 * Removes an own account. If it was current, the next own account becomes current. If there is no other own account,
 * the account of this run becomes current, or else an account that was never connected.
 */
export function removeAccount(
  settings: HostSettings,
  id: string,
  options: { deletesData: boolean; freshId: string },
): HostSettings {
  const removed = getOwnAccount(settings, id)
  const otherRemoved = settings.kept.filter((account) => account.id !== id)
  const next = {
    ...settings,
    accounts: settings.accounts.filter((account) => account.id !== id),
    kept: options.deletesData || isNeverConnected(removed) ? otherRemoved : [...otherRemoved, removed],
  }
  if (settings.account !== id) return next
  const ownSettings = selectOwnAccount(next, options.freshId)
  const other =
    ownSettings.accounts.find((account) => isOwnAccount(account) && !isNeverConnected(account)) ??
    ownSettings.accounts.find(isRunAccount)
  return other ? { ...ownSettings, account: other.id } : ownSettings
}

/** Makes the account with this id current. Throws `shell/account-unknown`. */
export function switchAccount(settings: HostSettings, id: string): HostSettings {
  if (id === SAMPLE_ACCOUNT_ID) {
    const sample = settings.accounts.find((account) => account.id === id) ?? SAMPLE_ACCOUNT
    return { ...settings, account: id, accounts: [...settings.accounts.filter((account) => account.id !== id), sample] }
  }
  if (!settings.accounts.some((account) => account.id === id)) throw new AppError('shell/account-unknown')
  return { ...settings, account: id }
}

/** Returns from the sample to the account from which it was opened in this run, or to the user's own account. */
export function leaveSample(settings: HostSettings, accountBeforeSample: string | null, freshId: string): HostSettings {
  const exists = settings.accounts.some(({ id }) => id === accountBeforeSample)
  return accountBeforeSample !== null && exists
    ? { ...settings, account: accountBeforeSample }
    : selectOwnAccount(settings, freshId)
}

/**
 * Throws `shell/key-for-other-address` if the new settings would send the stored key to another address. A key is valid
 * for one service only. The other address may be a typing mistake, and the server there must not receive the key.
 */
export function checkKeyMatchesAddress(before: HostSettings, after: HostSettings): void {
  const getAddress = ({ accounts }: HostSettings) => accounts.find(({ id }) => id === after.account)?.serviceUrl ?? ''
  if (!isSameAddress(getAddress(before), getAddress(after))) throw new AppError('shell/key-for-other-address')
}

/**
 * Creates an account for an address from a command line. It has its own folder and keys, because a key belongs to the
 * address for which it was entered. `hash`: 12 letters or digits that identify the address.
 */
export function createRunAccount(serviceUrl: string, hash: string): StoredAccount {
  return {
    ...FIRST_ACCOUNT,
    id: `${RUN_PREFIX}${hash}`,
    name: /^https?:\/\/([^/]+)/.exec(serviceUrl)?.[1] ?? serviceUrl,
    serviceUrl,
  }
}

function selectOwnAccount(settings: HostSettings, freshId: string): HostSettings {
  const ownAccount =
    settings.accounts.find((account) => isOwnAccount(account) && account.id === settings.account) ??
    settings.accounts.find(isOwnAccount)
  if (ownAccount) return { ...settings, account: ownAccount.id }
  // Uses the default folder, unless it still contains the data of a removed account.
  const id = settings.kept.some((account) => account.id === FIRST_ACCOUNT.id) ? freshId : FIRST_ACCOUNT.id
  return { ...settings, account: id, accounts: [{ ...FIRST_ACCOUNT, id }, ...settings.accounts] }
}

/** Restores the removed account with this key. It replaces the current account, which was never connected. */
function restoreRemoved(
  settings: HostSettings,
  target: Pick<ConnectionTarget, 'serviceUrl' | 'keyHash'>,
): HostSettings {
  const removed = findRemovedAccount(settings, target)
  if (!removed) return settings
  const others = settings.accounts.filter((account) => account.id !== settings.account || !isNeverConnected(account))
  return {
    ...settings,
    account: removed.id,
    accounts: [...others, removed],
    kept: settings.kept.filter((account) => account !== removed),
  }
}

function findRemovedAccount(
  { kept }: HostSettings,
  { serviceUrl, keyHash }: Pick<ConnectionTarget, 'serviceUrl' | 'keyHash'>,
): StoredAccount | undefined {
  return kept.find(
    (account) =>
      account.keyHash !== null && account.keyHash === keyHash && isSameAddress(account.serviceUrl, serviceUrl),
  )
}

function isNeverConnected(account: StoredAccount): boolean {
  return isOwnAccount(account) && account.serviceUrl === ''
}

/** Scheme and host do not depend on case, and a slash at the end has no meaning. */
export function isSameAddress(one: string, other: string): boolean {
  const normalize = (address: string) =>
    address.replace(/^https?:\/\/[^/?#]*/i, (origin) => origin.toLowerCase()).replace(/\/+$/, '')
  return normalize(one) === normalize(other)
}
