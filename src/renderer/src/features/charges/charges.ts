// Holds and fees as rows of one list: what they are called, how they stand, what they add up to.
import type { ChargeRow, ClearedBy } from '#contract/charges.ts'
import { t, tn, type PlainWord } from '../../words/words.ts'
import { formatMoney } from '../../words/money.ts'
import { feeName, holdName, holdState } from '../containers/readiness.ts'

export function chargeName({ kind, name }: Pick<ChargeRow, 'kind' | 'name'>): string {
  return kind === 'hold' ? t('hold.named', { name: holdName(name) }) : feeName(name)
}

/** A fee has none; that its price is still to come stands with its amount. */
export function chargeState({ state }: Pick<ChargeRow, 'state'>): string {
  return state === null ? '' : holdState(state)
}

export function amountWord(
  { amount, currency }: Pick<ChargeRow, 'amount' | 'currency'>,
  length: 'long' | 'short' = 'long',
): string {
  if (amount === null) return ''
  return amount === 0 ? t('money.pendingShort') : formatMoney(amount, currency, length)
}

const clearers: Record<ClearedBy, PlainWord> = {
  line: 'charge.clearedBy.line',
  broker: 'charge.clearedBy.broker',
  'broker-usda': 'charge.clearedBy.broker-usda',
  payer: 'charge.clearedBy.payer',
  terminal: 'charge.clearedBy.terminal',
}

export function clearerWord(who: ClearedBy | null): string {
  return who === null ? '' : t(clearers[who])
}

export type ChargeTotal = { currency: string | null; amount: number; isPending: boolean; containers: number }

/** One sentence per currency; amounts of different currencies are never added. */
export function totalWord({ amount, currency, isPending, containers }: ChargeTotal): string {
  if (amount === 0 && isPending) return tn('charge.pendingOf', containers)
  const money = formatMoney(amount, currency)
  return tn('charge.totalsOf', containers, { amount: isPending ? t('money.atLeast', { amount: money }) : money })
}
