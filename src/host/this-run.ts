// An account named on the command line: current while the program runs, and never stored.
import type { HostDeps } from './host-deps.ts'
import { currentAccount } from './accounts.ts'
import { type HostSettings, SAMPLE_ACCOUNT_ID, type StoredAccount } from '#contract/shell.ts'

/**
 * The stored settings, with `account` as the current one until the user chooses another, and still in the list after
 * that. Neither is stored.
 */
export function forThisRun(stored: HostDeps['settings'], account: StoredAccount): HostDeps['settings'] {
  let isCurrent = true
  const storedFirst = stored.read().account
  const others = (accounts: StoredAccount[]) => accounts.filter(({ id }) => id !== account.id)
  const withoutRun = (next: HostSettings): HostSettings => {
    const { account: id, accounts } = stored.read()
    // The sample ended, also for the next start.
    const storedId = id === SAMPLE_ACCOUNT_ID ? storedFirst : id
    const own = accounts.filter((each) => each.id === account.id)
    if (!isCurrent) return { ...next, accounts: others(next.accounts) }
    const merged = { ...next, account: storedId, accounts: [...others(next.accounts), ...own] }
    // The stored account may have been removed in the meantime.
    return { ...merged, account: currentAccount(merged).id }
  }
  return {
    read: () => {
      const settings = stored.read()
      return {
        ...settings,
        account: isCurrent ? account.id : settings.account,
        accounts: [...others(settings.accounts), account],
      }
    },
    save: (next) => {
      isCurrent = next.account === account.id
      stored.save(withoutRun(next))
    },
    note: (next) => {
      stored.note(withoutRun(next))
    },
    isReset: () => stored.isReset(),
  }
}
