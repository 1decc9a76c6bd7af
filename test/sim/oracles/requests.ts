// Checks that every saved request is at the service once, or is shown as waiting or refused.
import type { Resource } from '#service/jsonapi/resource.ts'
import type { TrackingOrder } from '../user.ts'
import { type DesktopCheck, type DesktopState, isReportedDamaged, readRows } from './oracle.ts'

const normalizeNumber = (text: unknown) =>
  String(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
const getRequestNumber = ({ attributes }: Resource) => normalizeNumber(attributes?.['request_number'])

export const savedRequestsAreNotLost: DesktopCheck = (finalState) => {
  const { user } = finalState.world
  if (isReportedDamaged(finalState, 'state')) return []
  return user.orders.flatMap((order) =>
    order.isSaved && order.id !== null
      ? findLoss(finalState, order, finalState.shownRequests.get(order.id) ?? null)
      : [],
  )
}

function findLoss(
  { requests }: DesktopState,
  order: TrackingOrder,
  row: DesktopState['shownRequests'] extends Map<string, infer Row> ? Row : never,
): string[] {
  const name = `${order.id ?? ''} (${order.number})`
  if (order.isCancelled) return row ? [`${name} was cancelled and is shown as ${row.state}`] : []
  if (!row) return [`${name} was saved and is shown nowhere`]
  if (row.number !== order.number) return [`${name} is shown with the number ${row.number}`]
  const isAtService = requests.some((request) => getRequestNumber(request) === normalizeNumber(order.number))
  if (row.state === 'refused') return row.failure ? [] : [`${name} was refused without a reason`]
  return isAtService || row.state === 'waiting' || row.state === 'sending'
    ? []
    : [`${name} is shown as ${row.state} and is not at the service`]
}

/** The service has no request twice, and none that was cancelled before it was sent. */
export const requestsAreSentOnce: DesktopCheck = ({ world, requests, raw }) => {
  const problems: string[] = []
  const numbers = new Set(world.user.orders.map(({ number }) => normalizeNumber(number)))
  for (const number of numbers) {
    const orders = world.user.orders.filter((order) => normalizeNumber(order.number) === number)
    const serviceCount = requests.filter((request) => getRequestNumber(request) === number).length
    const expectedCount = orders.filter(({ isCancelled }) => !isCancelled).length
    if (serviceCount > expectedCount)
      problems.push(`${number}: ${serviceCount} at the service of ${expectedCount} ordered`)
  }
  const sharedRequests = readRows<{ id: string; n: number }>(
    raw,
    'SELECT remote_id AS id, count(*) AS n FROM main.outbox WHERE remote_id IS NOT NULL GROUP BY remote_id HAVING n > 1',
  )
  return [...problems, ...sharedRequests.map(({ id, n }) => `${n} orders claim the request ${id}`)]
}

/** A request is no duplicate of itself: without a second order of its number, the service has it from this order. */
export const ownRequestsAreNoDuplicates: DesktopCheck = ({ world, shownRequests, serviceWrites }) => {
  const { orders } = world.user
  const isAlone = ({ number }: TrackingOrder) => orders.filter((other) => other.number === number).length === 1
  const wasAccepted = ({ number }: TrackingOrder) =>
    serviceWrites.some(({ method, body }) => method === 'POST' && body.includes(`"request_number":"${number}"`))
  return orders
    .filter((order) => order.id !== null && shownRequests.get(order.id)?.state === 'already-tracked')
    .filter((order) => isAlone(order) && wasAccepted(order))
    .map(({ id, number }) => `${id} (${number}) was accepted and is shown as a duplicate`)
}

/** The program stores the read marks and manual last free days that the view confirmed. */
export const userDecisionsAreKept: DesktopCheck = (finalState) => {
  if (isReportedDamaged(finalState, 'state')) return []
  const { world, raw } = finalState
  const { seenThrough, manualDates } = world.user
  const storedMark = readRows<{ id: number | null }>(raw, 'SELECT max(through_id) AS id FROM main.look')[0]?.id ?? 0
  const problems = storedMark < seenThrough ? [`seen up to ${seenThrough}, and only ${storedMark} is remembered`] : []
  for (const [id, date] of manualDates) {
    const stored =
      readRows<{ date: string }>(raw, 'SELECT date FROM main.manual_last_free_day WHERE container_id = ?', id)[0]
        ?.date ?? null
    if (stored !== date) problems.push(`the date of ${id} was set to ${date ?? 'none'} and is ${stored ?? 'none'}`)
  }
  return problems
}
