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
/** Accounts named on a command line. */
const RUN_PREFIX = 'run-'

/** What the user connects to. `freshId` is the id for a data folder that is not used yet. */
export type Connected = { serviceUrl: string; keyHash: string | null; freshId: string }

/** The engine's result: whether the key belongs to the account it runs on. */
export type Found = { accountId: string; match: AccountMatch }

/** The account that the settings name, or the user's own if that account does not exist. */
export function currentAccount(settings: HostSettings): StoredAccount {
  return settings.accounts.find(({ id }) => id === settings.account) ?? settings.accounts[0] ?? FIRST_ACCOUNT
}

export function isOwn({ id }: Account): boolean {
  return id !== SAMPLE_ACCOUNT_ID && !isOfRun({ id })
}

function isOfRun({ id }: Pick<Account, 'id'>): boolean {
  return id.startsWith(RUN_PREFIX)
}

/**
 * The account of this run comes first, also before accounts that are added later. The sample comes last, because it is
 * always available, even if it was never opened.
 */
export function accountEntries(settings: HostSettings): AccountEntry[] {
  const entry = ({ id, name, serviceUrl, waiting }: StoredAccount): AccountEntry => ({
    id,
    name,
    serviceUrl,
    waiting,
    kind: id === SAMPLE_ACCOUNT_ID ? 'sample' : isOfRun({ id }) ? 'run' : 'own',
  })
  const sample = settings.accounts.find(({ id }) => id === SAMPLE_ACCOUNT_ID) ?? SAMPLE_ACCOUNT
  return [...settings.accounts.filter(isOfRun), ...settings.accounts.filter(isOwn), sample].map(entry)
}

/**
 * The account of this run remains current at its own address: a new key there must not abandon its folder, in which
 * requests may wait. Any other address replaces the one of the user's own account. The first key entered may belong to
 * a removed account.
 */
export function connected(settings: HostSettings, target: Connected): HostSettings {
  const { serviceUrl, keyHash, freshId } = target
  const current = currentAccount(settings)
  const isSameAccount = isOwn(current) && isSameAddress(current.serviceUrl, serviceUrl)
  const run = settings.accounts.find((account) => isOfRun(account) && isSameAddress(account.serviceUrl, serviceUrl))
  if (run && !isSameAccount) return { ...settings, account: run.id }
  const own = onOwnAccount(settings, freshId)
  const next = isBlank(currentAccount(own)) ? restoreRemoved(own, target) : own
  return changed(next, next.account, keyHash === null ? { serviceUrl } : { serviceUrl, keyHash })
}

/**
 * The account to which `connected` would give another address, or a key that may belong to another account of the
 * service; null if there is none. The engine's result has priority over the settings, which know no records.
 */
export function otherAccount(settings: HostSettings, target: Connected, found: Found | null): StoredAccount | null {
  const { account } = connected(settings, target)
  const before = settings.accounts.find(({ id }) => id === account)
  if (!before || before.serviceUrl === '') return null
  if (found?.accountId === account) return found.match === 'same' ? null : before
  // The settings store no key for an account named on a command line, so there is nothing to compare. Its engine checks
  // the key (engine/sync/account-check.ts).
  if (!isOwn(before)) return null
  const isOtherKey = target.keyHash !== null && before.keyHash !== null && target.keyHash !== before.keyHash
  return isOtherKey || !isSameAddress(before.serviceUrl, target.serviceUrl) ? before : null
}

/** Replaces `gone`, which is removed. Its data remains. */
export function replaced(settings: HostSettings, gone: StoredAccount, target: Connected): HostSettings {
  const without = {
    ...settings,
    accounts: settings.accounts.filter(({ id }) => id !== gone.id),
    kept: [...settings.kept, gone],
  }
  return added(without, gone.name, target).settings
}

/** Replaces a removed account with the same key, else one that was never connected, else adds an account. */
export function added(
  settings: HostSettings,
  name: string,
  { serviceUrl, keyHash, freshId }: Connected,
): { settings: HostSettings; isBack: boolean } {
  const isBack = removedAccountWith(settings, { serviceUrl, keyHash }) !== undefined
  const blank = settings.accounts.find((account) => isOwn(account) && isBlank(account))
  const without =
    blank && isBack ? { ...settings, accounts: settings.accounts.filter((account) => account !== blank) } : settings
  const next = isBack
    ? restoreRemoved(without, { serviceUrl, keyHash })
    : blank
      ? { ...without, account: blank.id }
      : { ...without, account: freshId, accounts: [...without.accounts, { ...FIRST_ACCOUNT, id: freshId }] }
  return { settings: changed(next, next.account, { name, serviceUrl, keyHash }), isBack }
}

/** Two accounts with one key would each use the whole budget, and show the same records twice. */
export function refuseKeyOfAnother(settings: HostSettings, keyHash: string, exceptId: string | null): void {
  const other = settings.accounts.find(
    (account) => isOwn(account) && account.id !== exceptId && account.keyHash === keyHash,
  )
  if (other) throw new AppError('shell/key-in-other-account', { account: other.name })
}

/** The name is the only thing on a board that shows whose account it is. */
export function refuseNameOfAnother(settings: HostSettings, name: string, exceptId: string): void {
  const other = settings.accounts.find(
    (account) => isOwn(account) && account.id !== exceptId && account.name.toLowerCase() === name.toLowerCase(),
  )
  if (other) throw new AppError('shell/name-in-other-account', { account: other.name })
}

export function changed(settings: HostSettings, id: string, part: Partial<StoredAccount>): HostSettings {
  return {
    ...settings,
    accounts: settings.accounts.map((account) => (account.id === id ? { ...account, ...part } : account)),
  }
}

/** Throws `shell/account-unknown`. With only own accounts allowed also for the sample and the account of this run. */
export function ownAccount(settings: HostSettings, id: string): StoredAccount {
  const found = settings.accounts.find((account) => account.id === id && isOwn(account))
  if (!found) throw new AppError('shell/account-unknown')
  return found
}

/**
 * The next own account becomes current. After the last one, the account of this run becomes current, or else an account
 * that was never connected.
 */
export function removed(
  settings: HostSettings,
  id: string,
  how: { deletesData: boolean; freshId: string },
): HostSettings {
  const gone = ownAccount(settings, id)
  const others = settings.kept.filter((account) => account.id !== id)
  const next = {
    ...settings,
    accounts: settings.accounts.filter((account) => account.id !== id),
    kept: how.deletesData || isBlank(gone) ? others : [...others, gone],
  }
  if (settings.account !== id) return next
  const own = onOwnAccount(next, how.freshId)
  const other = own.accounts.find((account) => isOwn(account) && !isBlank(account)) ?? own.accounts.find(isOfRun)
  return other ? { ...own, account: other.id } : own
}

/** Throws `shell/account-unknown`. */
export function switched(settings: HostSettings, id: string): HostSettings {
  if (id === SAMPLE_ACCOUNT_ID) {
    const sample = settings.accounts.find((account) => account.id === id) ?? SAMPLE_ACCOUNT
    return { ...settings, account: id, accounts: [...settings.accounts.filter((account) => account.id !== id), sample] }
  }
  if (!settings.accounts.some((account) => account.id === id)) throw new AppError('shell/account-unknown')
  return { ...settings, account: id }
}

/** `before`: the account from which the sample was opened in this run, if any. */
export function backFromSample(settings: HostSettings, before: string | null, freshId: string): HostSettings {
  const isThere = settings.accounts.some(({ id }) => id === before)
  return before !== null && isThere ? { ...settings, account: before } : onOwnAccount(settings, freshId)
}

/**
 * A key is valid for one service only. Another address may be a typing mistake, and the server there must not get the
 * key.
 */
export function checkKeyFits(before: HostSettings, after: HostSettings): void {
  const addressIn = ({ accounts }: HostSettings) => accounts.find(({ id }) => id === after.account)?.serviceUrl ?? ''
  if (!isSameAddress(addressIn(before), addressIn(after))) throw new AppError('shell/key-for-other-address')
}

/**
 * An account for an address given on a command line. It has a folder and keys of its own, because a key belongs to the
 * address it was entered for. `hash` tells addresses apart: 12 letters or digits.
 */
export function accountForRun(serviceUrl: string, hash: string): StoredAccount {
  return {
    ...FIRST_ACCOUNT,
    id: `${RUN_PREFIX}${hash}`,
    name: /^https?:\/\/([^/]+)/.exec(serviceUrl)?.[1] ?? serviceUrl,
    serviceUrl,
  }
}

function onOwnAccount(settings: HostSettings, freshId: string): HostSettings {
  const own =
    settings.accounts.find((account) => isOwn(account) && account.id === settings.account) ??
    settings.accounts.find(isOwn)
  if (own) return { ...settings, account: own.id }
  // The usual folder, unless the data of a removed account is still in it.
  const id = settings.kept.some((account) => account.id === FIRST_ACCOUNT.id) ? freshId : FIRST_ACCOUNT.id
  return { ...settings, account: id, accounts: [{ ...FIRST_ACCOUNT, id }, ...settings.accounts] }
}

/** The removed account with this key replaces the current one, which was never connected. */
function restoreRemoved(settings: HostSettings, target: Pick<Connected, 'serviceUrl' | 'keyHash'>): HostSettings {
  const back = removedAccountWith(settings, target)
  if (!back) return settings
  const others = settings.accounts.filter((account) => account.id !== settings.account || !isBlank(account))
  return {
    ...settings,
    account: back.id,
    accounts: [...others, back],
    kept: settings.kept.filter((account) => account !== back),
  }
}

function removedAccountWith(
  { kept }: HostSettings,
  { serviceUrl, keyHash }: Pick<Connected, 'serviceUrl' | 'keyHash'>,
): StoredAccount | undefined {
  return kept.find(
    (account) =>
      account.keyHash !== null && account.keyHash === keyHash && isSameAddress(account.serviceUrl, serviceUrl),
  )
}

function isBlank(account: StoredAccount): boolean {
  return isOwn(account) && account.serviceUrl === ''
}

/** Scheme and host do not depend on case, and a slash at the end has no meaning. */
export function isSameAddress(one: string, other: string): boolean {
  const plain = (address: string) =>
    address.replace(/^https?:\/\/[^/?#]*/i, (origin) => origin.toLowerCase()).replace(/\/+$/, '')
  return plain(one) === plain(other)
}
