// Every request shown as saved is at the service or visible as waiting or refused; applied at most once.
import type { Resource } from '#service/jsonapi/resource.ts'
import type { Order } from '../user.ts'
import { type Check, type Scene, isReportedDamaged, rowsOf } from './oracle.ts'

const plain = (text: unknown) =>
  String(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
const numberOf = ({ attributes }: Resource) => plain(attributes?.['request_number'])

export const nothingSavedIsLost: Check = (scene) => {
  const { user } = scene.world
  if (isReportedDamaged(scene, 'state')) return []
  return user.orders.flatMap((order) =>
    order.isSaved && order.id !== null ? lostOf(scene, order, scene.shown.get(order.id) ?? null) : [],
  )
}

function lostOf(
  { requests }: Scene,
  order: Order,
  row: Scene['shown'] extends Map<string, infer Row> ? Row : never,
): string[] {
  const name = `${order.id ?? ''} (${order.number})`
  if (order.isCancelled) return row ? [`${name} was taken back and is shown as ${row.state}`] : []
  if (!row) return [`${name} was saved and is shown nowhere`]
  if (row.number !== order.number) return [`${name} is shown with the number ${row.number}`]
  const isAtService = requests.some((request) => numberOf(request) === plain(order.number))
  if (row.state === 'refused') return row.failure ? [] : [`${name} was refused and nothing says why`]
  return isAtService || row.state === 'waiting' || row.state === 'sending'
    ? []
    : [`${name} is shown as ${row.state} and is not at the service`]
}

/** The service has as many requests as were saved, none that was cancelled, and none twice. */
export const nothingIsSentTwice: Check = ({ world, requests, raw }) => {
  const problems: string[] = []
  const numbers = new Set(world.user.orders.map(({ number }) => plain(number)))
  for (const number of numbers) {
    const orders = world.user.orders.filter((order) => plain(order.number) === number)
    const there = requests.filter((request) => numberOf(request) === number).length
    const meant = orders.filter(({ isCancelled }) => !isCancelled).length
    if (there > meant) problems.push(`${number}: ${there} at the service of ${meant} ordered`)
  }
  const shared = rowsOf<{ id: string; n: number }>(
    raw,
    'SELECT remote_id AS id, count(*) AS n FROM main.outbox WHERE remote_id IS NOT NULL GROUP BY remote_id HAVING n > 1',
  )
  return [...problems, ...shared.map(({ id, n }) => `${n} orders claim the request ${id}`)]
}

/** Read marks and manual dates. */
export const decisionsRemain: Check = (scene) => {
  if (isReportedDamaged(scene, 'state')) return []
  const { world, raw } = scene
  const { seenThrough, manual } = world.user
  const mark = rowsOf<{ id: number | null }>(raw, 'SELECT max(through_id) AS id FROM main.look')[0]?.id ?? 0
  const problems = mark < seenThrough ? [`seen up to ${seenThrough}, and only ${mark} is remembered`] : []
  for (const [id, date] of manual) {
    const stored =
      rowsOf<{ date: string }>(raw, 'SELECT date FROM main.manual_last_free_day WHERE container_id = ?', id)[0]?.date ??
      null
    if (stored !== date) problems.push(`the date of ${id} was set to ${date ?? 'none'} and is ${stored ?? 'none'}`)
  }
  return problems
}
