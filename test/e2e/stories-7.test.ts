// Story 7 (docs/testing.md), paste my sheet and start tracking. The user pastes five hundred lines from a spreadsheet.
// The service has its real limit, and the program restarts in the middle. The log of the service is checked. The
// programs run 20 times faster than the wall clock.
import { beforeAll, expect, test } from 'vitest'
import type { LogDocument } from '#service/request-log.ts'
import { makeFolder, startService } from '#support/programs.ts'
import { eventually } from './board.ts'
import { startHost } from './host.ts'
import { STORY, type Service, createStage } from './stage.ts'

const stage = createStage()
const RATE = 20
let service: Service
beforeAll(async () => {
  service = await startService('--seed', '1', '--containers', '20', '--clock-rate', String(RATE))
})

/** More numbers than the limit of requests in a minute. */
const BILLS = Array.from({ length: 130 }, (_, index) => ({
  number: String(260_000_101 + index),
  purchaseOrder: `PO-${9_000 + index}`,
}))
const INVALID_NUMBERS = Array.from(
  { length: 370 },
  (_, index) => ['HBL SHA-26-0457', 'MSCU1234567', `PO ${4_000 + index}`][index % 3]!,
)
const LINES = [
  ...INVALID_NUMBERS.slice(0, 200).map((number) => `${number}\t\t`),
  ...BILLS.map(({ number, purchaseOrder }) => `${number}\tMAEU\t${purchaseOrder}`),
  ...INVALID_NUMBERS.slice(200).map((number) => `${number}\t\t`),
]

const loadLog = async () => (await (await fetch(new URL('/_service/log', service.ready.url))).json()) as LogDocument
const listPostedRequests = ({ requests }: LogDocument) =>
  requests.filter(({ method, path }) => method === 'POST' && path === '/v2/tracking_requests')

/** Loads the requests that the service received: the references by number. */
async function loadServiceRequests(): Promise<Map<string, unknown>> {
  const numberAndRefs: [string, unknown][] = []
  for (let page = 1; ; page++) {
    const answer = await fetch(`${service.ready.url}/tracking_requests?page[size]=100&page[number]=${page}`, {
      headers: { authorization: `Token ${service.ready.key}` },
    })
    const { data } = (await answer.json()) as { data: { attributes: Record<string, unknown> }[] }
    numberAndRefs.push(
      ...data.map(({ attributes }): [string, unknown] => [
        String(attributes['request_number']),
        attributes['ref_numbers'],
      ]),
    )
    if (data.length < 100) return new Map(numberAndRefs)
  }
}

test(
  'story 7: 500 pasted lines are checked before any is sent, ordered once each under the limit and over a restart, and copied back in their order',
  STORY,
  async () => {
    const dataDir = makeFolder()
    const startTestHost = () => startHost({ dataDir, service: service.ready, rate: RATE })
    const firstHost = await startTestHost()
    const board = await stage.open(firstHost)
    await board.waitForContainers(20)
    await board.press('Control+n')
    await board.by('add-list').click()
    await board.by('list-text').fill(['MBL\tSCAC\tPO', ...LINES].join('\n'))
    await board.by('list-judge').click()
    await eventually(() => board.textOf('order')).toBe('Start tracking 130 numbers…')
    await eventually(() => board.by('count-purchase-order').innerText()).toMatch(/^\d+ /)
    expect(listPostedRequests(await loadLog())).toEqual([])
    await board.by('order').click()
    await board.by('confirm-order-act').click()
    await board.by('order-rows').waitFor()
    const { hash } = new URL(board.page.url())
    await eventually(async () => listPostedRequests(await loadLog()).length).toBeGreaterThan(20)
    await board.close()
    // Like a power cut: nothing is closed properly.
    await firstHost.stop('SIGKILL')

    const secondHost = await startTestHost()
    const secondBoard = await stage.open(secondHost, { permissions: ['clipboard-read', 'clipboard-write'] })
    await secondBoard.by('search').waitFor()
    await secondBoard.page.evaluate((listHash) => {
      location.hash = listHash
    }, hash)
    await secondBoard.by('order-rows').waitFor()
    await eventually(
      async () => listPostedRequests(await loadLog()).filter(({ status }) => status === 201).length,
    ).toBe(BILLS.length)
    await secondBoard.by('copy-results').click()
    await eventually(async () => (await secondHost.readClipboard(secondBoard)).split('\n').length).toBe(
      LINES.length + 1,
    )
    const copied = (await secondHost.readClipboard(secondBoard))
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t')[0])
    expect(copied).toEqual(LINES.map((line) => line.split('\t')[0]))

    const requestsByNumber = await loadServiceRequests()
    for (const { number, purchaseOrder } of BILLS) expect(requestsByNumber.get(number), number).toEqual([purchaseOrder])
  },
)

test('story 5: all requests that were sent meanwhile are within the service’s limit in every minute, and none was refused', async () => {
  const { buckets, requests } = await loadLog()
  expect(requests.filter(({ status }) => status === 429)).toEqual([])
  for (const [name, { limit, refused, largest }] of Object.entries(buckets)) {
    expect(refused, name).toBe(0)
    expect(largest, name).toBeLessThanOrEqual(limit)
  }
  // More requests were waiting than fit into one minute.
  expect(buckets.tracking_requests.requests).toBeGreaterThan(buckets.tracking_requests.limit)
})
