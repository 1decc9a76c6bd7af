// Settings with an additional account for one run, such as the account of the command line. It has the type of stored
// accounts, but is never stored.
import type { HostDeps } from './host-deps.ts'
import { getCurrentAccount } from './accounts.ts'
import { type HostSettings, SAMPLE_ACCOUNT_ID, type StoredAccount } from '#contract/shell.ts'

/**
 * Wraps the stored settings. Readers see `runAccount` in the list of accounts, and as the current account until the
 * user chooses another one. Neither this entry nor that choice is stored.
 */
export function withRunAccount(settingsStore: HostDeps['settings'], runAccount: StoredAccount): HostDeps['settings'] {
  let isRunAccountCurrent = true
  const accountIdAtStart = settingsStore.read().account
  const withoutRunAccount = (accounts: StoredAccount[]) => accounts.filter(({ id }) => id !== runAccount.id)
  const toStoredSettings = (next: HostSettings): HostSettings => {
    if (!isRunAccountCurrent) return { ...next, accounts: withoutRunAccount(next.accounts) }
    const { account: storedId, accounts } = settingsStore.read()
    // If the user opened the sample during this run and came back, the next start opens the account stored before.
    const nextStartId = storedId === SAMPLE_ACCOUNT_ID ? accountIdAtStart : storedId
    // The file may have an entry with the same id, which must not change.
    const storedEntries = accounts.filter(({ id }) => id === runAccount.id)
    const settings = {
      ...next,
      account: nextStartId,
      accounts: [...withoutRunAccount(next.accounts), ...storedEntries],
    }
    // The account of the next start may have been removed in the meantime.
    return { ...settings, account: getCurrentAccount(settings).id }
  }
  return {
    read: () => {
      const settings = settingsStore.read()
      return {
        ...settings,
        account: isRunAccountCurrent ? runAccount.id : settings.account,
        accounts: [...withoutRunAccount(settings.accounts), runAccount],
      }
    },
    save: (next) => {
      isRunAccountCurrent = next.account === runAccount.id
      settingsStore.save(toStoredSettings(next))
    },
    saveInternal: (next) => settingsStore.saveInternal(toStoredSettings(next)),
    isReset: () => settingsStore.isReset(),
  }
}
