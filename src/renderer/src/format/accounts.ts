// Words of an account, the same in the menu and in the settings.
import type { AccountEntry } from '#contract/shell.ts'
import { t } from '../words.ts'

/** Where it connects to. The scheme says nothing that tells one account from another. */
export function accountPlace({ kind, serviceUrl }: AccountEntry): string {
  if (kind === 'sample') return t('account.builtIn')
  return serviceUrl === '' ? t('account.notConnected') : serviceUrl.replace(/^https?:\/\//, '')
}
