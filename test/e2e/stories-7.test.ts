// Story 7, paste my sheet and start tracking: five hundred lines as copied from a spreadsheet, under the service's real
// limit, with a restart of the program in the middle. The log of the service is checked. 20 times faster than the wall
// clock.
import { beforeAll, expect, test } from 'vitest'
import type { LogDocument } from '#service/request-log.ts'
import { makeFolder, startService } from '#support/programs.ts'
import { eventually } from './board.ts'
import { startHost } from './host.ts'
import { STORY, type Service, setStage } from './stage.ts'

const stage = setStage()
const RATE = 20
let service: Service
beforeAll(async () => {
  service = await startService('--seed', '1', '--containers', '20', '--clock-rate', String(RATE))
})

/** More lines than a minute's budget. */
const BILLS = Array.from({ length: 130 }, (_, index) => ({
  number: String(260_000_101 + index),
  po: `PO-${9_000 + index}`,
}))
const OTHERS = Array.from(
  { length: 370 },
  (_, index) => ['HBL SHA-26-0457', 'MSCU1234567', `PO ${4_000 + index}`][index % 3]!,
)
const LINES = [
  ...OTHERS.slice(0, 200).map((other) => `${other}\t\t`),
  ...BILLS.map(({ number, po }) => `${number}\tMAEU\t${po}`),
  ...OTHERS.slice(200).map((other) => `${other}\t\t`),
]

const log = async () => (await (await fetch(new URL('/_service/log', service.ready.url))).json()) as LogDocument
const ordersIn = ({ requests }: LogDocument) =>
  requests.filter(({ method, path }) => method === 'POST' && path === '/v2/tracking_requests')

/** The requests that the service received: number and references of each. */
async function requestsAtService(): Promise<Map<string, unknown>> {
  const found: [string, unknown][] = []
  for (let page = 1; ; page++) {
    const answer = await fetch(`${service.ready.url}/tracking_requests?page[size]=100&page[number]=${page}`, {
      headers: { authorization: `Token ${service.ready.key}` },
    })
    const { data } = (await answer.json()) as { data: { attributes: Record<string, unknown> }[] }
    found.push(
      ...data.map(({ attributes }): [string, unknown] => [
        String(attributes['request_number']),
        attributes['ref_numbers'],
      ]),
    )
    if (data.length < 100) return new Map(found)
  }
}

test(
  'story 7: 500 pasted lines are checked before any is sent, ordered once each under the limit and over a restart, and copied back in their order',
  STORY,
  async () => {
    const dataDir = makeFolder()
    const start = () => startHost({ dataDir, service: service.ready, rate: RATE })
    const first = await start()
    const board = await stage.open(first)
    await board.hasAll(20)
    await board.press('Control+n')
    await board.by('add-list').click()
    await board.by('list-text').fill(['MBL\tSCAC\tPO', ...LINES].join('\n'))
    await board.by('list-judge').click()
    await eventually(() => board.says('order')).toBe('Start tracking 130 numbers…')
    await eventually(() => board.by('count-purchase-order').innerText()).toMatch(/^\d+ /)
    expect(ordersIn(await log())).toEqual([])
    await board.by('order').click()
    await board.by('confirm-order-act').click()
    await board.by('order-rows').waitFor()
    const { hash } = new URL(board.page.url())
    await eventually(async () => ordersIn(await log()).length).toBeGreaterThan(20)
    await board.close()
    // Like a power cut: nothing is closed properly.
    await first.stop('SIGKILL')

    const next = await start()
    const after = await stage.open(next, { permissions: ['clipboard-read', 'clipboard-write'] })
    await after.by('search').waitFor()
    await after.page.evaluate((where) => {
      location.hash = where
    }, hash)
    await after.by('order-rows').waitFor()
    await eventually(async () => ordersIn(await log()).filter(({ status }) => status === 201).length).toBe(BILLS.length)
    await after.by('copy-results').click()
    await eventually(async () => (await next.clipboard(after)).split('\n').length).toBe(LINES.length + 1)
    const copied = (await next.clipboard(after))
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t')[0])
    expect(copied).toEqual(LINES.map((line) => line.split('\t')[0]))

    const sent = await requestsAtService()
    for (const { number, po } of BILLS) expect(sent.get(number), number).toEqual([po])
  },
)

test('story 5: all requests that were sent meanwhile are within the service’s limit in every minute, and none was refused', async () => {
  const { buckets, requests } = await log()
  expect(requests.filter(({ status }) => status === 429)).toEqual([])
  for (const [name, { limit, refused, largest }] of Object.entries(buckets)) {
    expect(refused, name).toBe(0)
    expect(largest, name).toBeLessThanOrEqual(limit)
  }
  // More requests were waiting than fit into one minute.
  expect(buckets.tracking_requests.requests).toBeGreaterThan(buckets.tracking_requests.limit)
})
