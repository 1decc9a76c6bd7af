// Settings with an additional account for one run, such as the account of the command line. That account is not stored.
import type { HostDeps } from './host-deps.ts'
import { getCurrentAccount } from './accounts.ts'
import { type HostSettings, SAMPLE_ACCOUNT_ID, type StoredAccount } from '#contract/shell.ts'

/**
 * Wraps the stored settings. Readers see `account` in the list of accounts, and as the current account until the user
 * chooses another one. Both are left out when the settings are stored.
 */
export function withRunAccount(stored: HostDeps['settings'], account: StoredAccount): HostDeps['settings'] {
  let isCurrent = true
  const firstStoredId = stored.read().account
  const withoutRunAccount = (accounts: StoredAccount[]) => accounts.filter(({ id }) => id !== account.id)
  const toStored = (next: HostSettings): HostSettings => {
    if (!isCurrent) return { ...next, accounts: withoutRunAccount(next.accounts) }
    const { account: storedId, accounts } = stored.read()
    // The user has left the sample, so the next start must not open it.
    const nextStartId = storedId === SAMPLE_ACCOUNT_ID ? firstStoredId : storedId
    // The file may have an entry with the same id, which must not change.
    const storedEntry = accounts.filter(({ id }) => id === account.id)
    const settings = { ...next, account: nextStartId, accounts: [...withoutRunAccount(next.accounts), ...storedEntry] }
    // The stored account may have been removed in the meantime.
    return { ...settings, account: getCurrentAccount(settings).id }
  }
  return {
    read: () => {
      const settings = stored.read()
      return {
        ...settings,
        account: isCurrent ? account.id : settings.account,
        accounts: [...withoutRunAccount(settings.accounts), account],
      }
    },
    save: (next) => {
      isCurrent = next.account === account.id
      stored.save(toStored(next))
    },
    saveInternal: (next) => stored.saveInternal(toStored(next)),
    isReset: () => stored.isReset(),
  }
}
