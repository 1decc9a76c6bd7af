// Holds and fees as rows of one list: their names, states and totals.
import type { ChargeRow, ClearedBy } from '#contract/charges.ts'
import { t, tn, type PlainWord } from '../../words/words.ts'
import { formatMoney } from '../../words/money.ts'
import { formatFeeName, formatHoldName, formatHoldState } from '../containers/readiness.ts'

export function formatChargeName({ kind, name }: Pick<ChargeRow, 'kind' | 'name'>): string {
  return kind === 'hold' ? t('hold.named', { name: formatHoldName(name) }) : formatFeeName(name)
}

/** A fee has no state. `formatAmount` says that its amount is still unknown. */
export function formatChargeState({ state }: Pick<ChargeRow, 'state'>): string {
  return state === null ? '' : formatHoldState(state)
}

export function formatAmount(
  { amount, currency }: Pick<ChargeRow, 'amount' | 'currency'>,
  length: 'long' | 'short' = 'long',
): string {
  if (amount === null) return ''
  return amount === 0 ? t('money.pendingShort') : formatMoney(amount, currency, length)
}

const clearerNames: Record<ClearedBy, PlainWord> = {
  line: 'charge.clearedBy.line',
  broker: 'charge.clearedBy.broker',
  'broker-usda': 'charge.clearedBy.broker-usda',
  payer: 'charge.clearedBy.payer',
  terminal: 'charge.clearedBy.terminal',
}

export function formatClearer(clearedBy: ClearedBy | null): string {
  return clearedBy === null ? '' : t(clearerNames[clearedBy])
}

export type ChargeTotal = { currency: string | null; amount: number; isPending: boolean; containers: number }

/** One sentence per currency. Amounts of different currencies are never added. */
export function formatTotal({ amount, currency, isPending, containers }: ChargeTotal): string {
  if (amount === 0 && isPending) return tn('charge.pendingOf', containers)
  const money = formatMoney(amount, currency)
  return tn('charge.totalsOf', containers, { amount: isPending ? t('money.atLeast', { amount: money }) : money })
}
