// The texts for an account, shared by the menu and the settings.
import { UNNAMED_ACCOUNT } from '#contract/rules/account-names.ts'
import type { AccountEntry, HostState } from '#contract/shell.ts'
import { t } from '../words/words.ts'

/** Replaces names that the host assigned with texts in the page's language. */
export function translateAccountNames(state: HostState): HostState {
  const { account, accounts, removedAccounts, isSample } = state
  const translateName = (name: string) => (name === UNNAMED_ACCOUNT ? t('account.unnamed') : name)
  return {
    ...state,
    account: { ...account, name: isSample ? t('account.sample') : translateName(account.name) },
    removedAccounts: removedAccounts.map((removed) => ({ ...removed, name: translateName(removed.name) })),
    accounts: accounts.map((entry) => ({
      ...entry,
      name: entry.kind === 'sample' ? t('account.sample') : translateName(entry.name),
    })),
  }
}

/** Returns the address that the account connects to, without the scheme, which does not distinguish accounts. */
export function formatAccountPlace({ kind, serviceUrl }: AccountEntry): string {
  if (kind === 'sample') return t('account.builtIn')
  return serviceUrl === '' ? t('account.notConnected') : serviceUrl.replace(/^https?:\/\//, '')
}
