// Whether a refusal means that the plan allows no more numbers. The service does not document this, so the status and
// the message decide. A refusal about one attribute never means it. Pure.
import { AppError } from '#contract/errors.ts'

const PAYMENT_REQUIRED = 402
const STATUSES = [PAYMENT_REQUIRED, 403, 422, 400, 409]
const WORDS =
  /\b(plan|subscription|quota|allowance|upgrade|billing|entitlement|credits?)\b|limit[\s_-]*(reached|exceeded)|(reached|exceeded?s?)[\s\w_-]*limit|(shipment|container|tracking|account)[\s_-]*limit|maximum number of/i

export function isPlanLimit({ code, details }: AppError): boolean {
  const { status, reason, serviceCode, pointer } = details
  if (code !== 'api/refused' && code !== 'api/forbidden') return false
  if (status === PAYMENT_REQUIRED) return true
  if (typeof status !== 'number' || !STATUSES.includes(status)) return false
  if (typeof pointer === 'string' && pointer.includes('/attributes/')) return false
  return WORDS.test(`${plain(serviceCode)} ${plain(reason)}`)
}

export function planLimitOf(refusal: AppError): AppError {
  const { status = null, reason = null } = refusal.details
  return new AppError('tracking/plan-limit', { status, reason }, refusal)
}

function plain(said: unknown): string {
  return typeof said === 'string' ? said.replaceAll('_', ' ') : ''
}
