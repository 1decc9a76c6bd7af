// The list of tracking requests and their panel, mostly used by keyboard.
import { describe, expect, test } from 'vitest'
import {
  REFUSED,
  UNSENT,
  listRequests,
  startWithRequestStates,
  startWithUnsentRequest,
} from '#support/request-states.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { newBillRequest, isPost } from '#support/tracking-requests.ts'
import {
  all,
  byTestId,
  chooseLine,
  click,
  column,
  createdRequests,
  flush,
  isShown,
  open,
  press,
  setScreens,
  text,
  type,
} from '#support/screens.ts'

setScreens()

const findNumberCell = (index: number) => all(`[data-row="${index}"] [data-key="number"]`)[0]!
const getListCount = () => byTestId('list-count').querySelector('[aria-hidden]')?.textContent.trim()

const openRequests = async (engine: ScreenEngine | Promise<ScreenEngine> = startWithUnsentRequest()) =>
  open({ engine: await engine, path: '/requests' })
const KEY_REFUSED = {
  kind: 'answer',
  status: 401,
  contentType: 'application/json',
  body: '{"errors":[{"status":"401","detail":"no"}]}',
} as const
const UNREACHABLE = { kind: 'fail', reason: 'unreachable' } as const

/** Activates the first row in this state, and returns its number. */
async function activateRow(state: string) {
  const index = column('state').findIndex((word) => word === state)
  await click(findNumberCell(index))
  return column('number')[index]!
}

describe('the list of requests', () => {
  test('opens by keys with requests in progress or waiting for the user, newest first', async () => {
    const { engine, router } = await open({ engine: await startWithUnsentRequest() })
    const [all, shown] = [await listRequests(engine), await listRequests(engine, 'open')]
    await press('g')
    await press('r')
    expect(router.currentRoute.value.name).toBe('requests')
    expect(engine.calls.find(({ name }) => name === 'tracking.list')?.input).toMatchObject({
      filter: { scope: 'open' },
      sort: [{ column: 'created', direction: 'desc' }],
    })
    expect([getListCount(), column('number')]).toEqual([
      `${shown.length} of ${all.length}`,
      shown.map(({ number }) => number),
    ])
    expect(column('state')).toEqual([
      'Waiting to send',
      'Refused',
      'Checking the line',
      'Checking the line',
      'Awaiting line data',
      ...shown.slice(5).map(() => 'Failed'),
    ])
    expect(column('reason')[2]).toBe(
      'The service could not reach the line. The service is retrying automatically, 4 of 14.',
    )
    await click('scope-all')
    expect([getListCount(), column('state').includes('Tracked')]).toEqual([String(all.length), true])
  })

  test('is filtered by text and by state, and says that nothing matches', async () => {
    const { engine } = await openRequests()
    await click('states')
    await click(
      all('.choice')
        .find(({ textContent }) => textContent.trim() === 'Refused')!
        .querySelector('input')!,
    )
    expect(column('state')).toEqual(['Refused'])
    await type('filter-text', 'no such text')
    expect(text('empty-state')).toMatch(/^No requests match this filter\./)
    expect(
      engine.calls.findLast(
        ({ name, input }) => name === 'tracking.list' && 'text' in (input as { filter: object }).filter,
      )?.input,
    ).toMatchObject({ filter: { scope: 'open', states: ['refused'], text: 'no such text' } })
  })

  test.each([
    [
      'offline',
      UNREACHABLE,
      UNREACHABLE,
      '1 request pending: offline. Quaywatch sends it automatically once the service responds.',
    ],
    ['key-rejected', KEY_REFUSED, KEY_REFUSED, '1 request pending: enter a valid key in Settings to send it.'],
    ['live', UNREACHABLE, null, '1 request pending. Quaywatch sends it automatically.'],
    // The service can refuse the key for sending while it still accepts it for reading.
    ['live', KEY_REFUSED, null, '1 request pending: enter a valid key in Settings to send it.'],
  ] as const)('says while %s how many requests have not been sent', async (state, sending, reading, sentence) => {
    const engine = await startScreenEngine()
    engine.network.fault((request) => (isPost(request) ? sending : reading))
    await engine.ask('tracking.create', newBillRequest(UNSENT))
    await engine.clock.advance(20_000)
    await open({ engine, path: '/requests' })
    expect([(await engine.ask('sync.status', {})).state, text('unsent')]).toEqual([state, sentence])
  })

  test('says that there is no request yet and how to begin', async () => {
    await open({ path: '/requests', rows: 0 })
    expect(text('empty-state')).toBe(
      'No tracking requests yet.Add a master B/L, a booking or a container number. Its request and the result appear here.Add tracking',
    )
    await click(byTestId('empty-state').querySelector('button')!)
    expect(isShown('add-number')).toBe(true)
  })

  test('says that no request is open', async () => {
    const engine = await startScreenEngine()
    for (const { id } of await listRequests(engine, 'open'))
      await engine.ask('tracking.dismiss', { id, isDismissed: true })
    await openRequests(engine)
    const { length } = await listRequests(engine)
    expect(text('empty-state')).toBe(`No open requests.${length} requests are under “All”.`)
  })
})

describe('a request', () => {
  test('is dismissed by a key, which activates the next row, and can be restored', async () => {
    await openRequests(startScreenEngine())
    const number = await activateRow('Failed')
    const [, nextNumber] = column('number')
    await press('e')
    expect([
      column('number').includes(number),
      column('number')[0],
      document.activeElement?.closest('[data-row]')?.getAttribute('data-row'),
    ]).toEqual([false, nextNumber, '0'])
    await click('undo')
    expect(column('number')[0]).toBe(number)
    await activateRow('Failed')
    await press('e')
    await press('z', { ctrlKey: true })
    expect(column('number')[0]).toBe(number)
  })

  test('that is still under way is not dismissed', async () => {
    const { engine } = await openRequests()
    await activateRow('Checking the line')
    await press('e')
    expect([
      engine.calls.some(({ name }) => name === 'tracking.dismiss'),
      document.body.textContent.includes('still in progress'),
    ]).toEqual([false, true])
  })

  test('that was not sent can be cancelled', async () => {
    await openRequests()
    const number = await activateRow('Waiting to send')
    await press('Delete')
    expect([column('number').includes(number), isShown('unsent')]).toEqual([false, false])
  })

  test('cannot be cancelled if it was sent meanwhile, and says so', async () => {
    const { engine } = await openRequests()
    await activateRow('Waiting to send')
    const cancelGate = Promise.withResolvers<undefined>()
    engine.intercept('tracking.cancel', (_, callEngine) => cancelGate.promise.then(callEngine))
    await press('Delete')
    engine.network.plug()
    const countPosts = () => engine.network.sent.filter(isPost).length
    const countBefore = countPosts()
    do await flush()
    while (countPosts() === countBefore)
    cancelGate.resolve(undefined)
    await flush()
    expect(document.body.textContent).toContain('This request was already sent and can no longer be cancelled.')
  })

  test('opens its shipment and its containers, and a container leads back to the request', async () => {
    const { router } = await openRequests(startScreenEngine())
    await click('scope-all')
    const number = await activateRow('Tracked')
    await press('Enter')
    expect([text('panel-number'), document.activeElement]).toEqual([number, byTestId('detail-panel')])
    await click(all('[data-testid="container-lines"] button')[0]!)
    expect(text('panel-number')).not.toBe(number)
    await click('back-to-request')
    expect(text('panel-number')).toBe(number)
    await click('request-shipment')
    expect(router.currentRoute.value.name).toBe('shipments')
  })

  test('says in its panel what happened and what to do, and can be dismissed there', async () => {
    const engine = await startScreenEngine()
    const notFoundRequest = (await listRequests(engine)).find(({ reason }) => reason === 'not_found')!
    await openRequests(engine)
    await click(findNumberCell(column('number').indexOf(notFoundRequest.number)))
    expect(text('request')).toMatch(/^Failed ?The line cannot find this number\. ?Check number, type and line/)
    await click('request-dismiss')
    expect(column('number').includes(notFoundRequest.number)).toBe(false)
  })

  test('of an unknown link is reported as unknown', async () => {
    await open({ path: '/requests?request=none' })
    expect(text('detail-panel')).toContain('The saved data does not include this tracking request.')
  })

  test('that failed is replaced by a new request with its number', async () => {
    const { engine } = await openRequests(startWithRequestStates())
    const { id } = (await listRequests(engine)).find(({ number }) => number === REFUSED)!
    await activateRow('Refused')
    await press('r')
    expect([text('replaces'), (byTestId('add-number') as HTMLTextAreaElement).value]).toEqual([
      expect.stringMatching(/^Replaces .* The service refused this request\./),
      REFUSED,
    ])
    await click(all('[data-testid="add-type"] button').find(({ textContent }) => textContent.startsWith('Booking'))!)
    await chooseLine('line-auto')
    await click('add-start')
    expect(createdRequests(engine)).toEqual([
      expect.objectContaining({ number: REFUSED, type: 'booking_number', scac: null, replaces: id }),
    ])
    expect(column('state').includes('Refused')).toBe(false)
  })
})
