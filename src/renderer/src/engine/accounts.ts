// The texts for an account, shared by the menu and the settings.
import { UNNAMED_ACCOUNT } from '#contract/rules/account-names.ts'
import type { AccountEntry, HostState } from '#contract/shell.ts'
import { t } from '../words/words.ts'

/** Replaces names that the host assigned with texts in the page's language. */
export function inUserLanguage(state: HostState): HostState {
  const { account, accounts, removedAccounts, isSample } = state
  const own = (name: string) => (name === UNNAMED_ACCOUNT ? t('account.unnamed') : name)
  return {
    ...state,
    account: { ...account, name: isSample ? t('account.sample') : own(account.name) },
    removedAccounts: removedAccounts.map((each) => ({ ...each, name: own(each.name) })),
    accounts: accounts.map((entry) => ({
      ...entry,
      name: entry.kind === 'sample' ? t('account.sample') : own(entry.name),
    })),
  }
}

/** The address it connects to, without the scheme, which does not distinguish accounts. */
export function accountPlace({ kind, serviceUrl }: AccountEntry): string {
  if (kind === 'sample') return t('account.builtIn')
  return serviceUrl === '' ? t('account.notConnected') : serviceUrl.replace(/^https?:\/\//, '')
}
