// Requests as a person at the keyboard meets them.
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { all, byTestId, chooseLine, click, column, createdRequests, isShown, open, press, setScreens, settled, text, type } from '#support/fake-screens.ts'

setScreens()

const cell = (index: number) => all(`[data-row="${index}"] [data-key="number"]`)[0]!
const count = () => byTestId('list-count').querySelector('[aria-hidden]')?.textContent.trim()

/** Stands on the first row in this state. */
async function standOn(state: string) {
  const place = column('state').findIndex((word) => word === state)
  await click(cell(place))
  return column('number')[place]!
}

describe('the list of requests', () => {
  it('opens by keys with what is under way or needs somebody, newest first', async () => {
    const { engine, router } = await open({ rows: 7 })
    await press('g')
    await press('r')
    expect(router.currentRoute.value.name).toBe('requests')
    expect(engine.calls.find(({ name }) => name === 'tracking.list')?.input).toMatchObject({ filter: { scope: 'open' }, sort: [{ column: 'created', direction: 'desc' }] })
    expect([count(), column('state')]).toEqual(['5 of 7', ['Failed', 'Asking the line', 'Waits to be sent', 'Awaiting line data', 'Asking the line']])
    expect(column('reason')[1]).toBe('The line could not be reached. The service tries again by itself, 4 of 14.')
    await click('scope-all')
    expect([count(), column('state').includes('Tracked')]).toEqual(['7', true])
  })

  it('is narrowed by text and by state, and says that nothing matches', async () => {
    const { engine } = await open({ path: '/requests', rows: 23 })
    await click('states')
    await click(all('.choice').find(({ textContent }) => textContent.trim() === 'Refused')!.querySelector('input')!)
    expect(column('state')).toEqual(['Refused'])
    await type('filter-text', 'nobody')
    expect(text('empty-state')).toMatch(/^No request matches this filter\./)
    expect(engine.calls.findLast(({ name, input }) => name === 'tracking.list' && 'text' in (input as { filter: object }).filter)?.input).toMatchObject({ filter: { scope: 'open', states: ['refused'], text: 'nobody' } })
  })

  it.each([
    ['offline', '1 request waits to be sent. It goes out by itself once the service can be reached.'],
    ['key-rejected', '1 request waits to be sent, until a key the service takes is entered in Settings.'],
    ['live', '1 request is not sent yet. It goes out by itself.'],
  ] as const)('says while %s how many have not been sent', async (state, sentence) => {
    await open({ path: '/requests', rows: 7, status: { state } })
    expect(text('unsent')).toBe(sentence)
  })

  it('says that the key is refused for sending even while it still reads', async () => {
    const { engine } = await open({ path: '/requests', rows: 7 })
    const list = engine.handlers['tracking.list']
    engine.handlers['tracking.list'] = async (input) => {
      const answer = await list(input)
      return { ...answer, rows: answer.rows.map((row) => (row.state === 'waiting' ? { ...row, failure: { code: 'api/unauthorized', details: {} } } : row)) }
    }
    engine.announce({ topic: 'requests', ids: null })
    await settled()
    expect(text('unsent')).toBe('1 request waits to be sent, until a key the service takes is entered in Settings.')
  })

  it('says that there is none yet and how to begin', async () => {
    await open({ path: '/requests', rows: 0 })
    expect(text('empty-state')).toBe('No tracking requests yet.Add a master B/L, a booking or a container number; what becomes of it is shown here.Add tracking')
    await click(byTestId('empty-state').querySelector('button')!)
    expect(isShown('add-number')).toBe(true)
  })

  it('says so when none is open', async () => {
    const engine = (await open({ path: '/requests', rows: 7 })).engine
    const list = engine.handlers['tracking.list']
    engine.handlers['tracking.list'] = async (input) => ({ ...(await list(input)), rows: [], total: 0 })
    engine.announce({ topic: 'requests', ids: null })
    await click('scope-all')
    await click('scope-open')
    expect(text('empty-state')).toBe('No request is open.7 requests are under “All”.')
  })
})

describe('a request', () => {
  it('is dismissed by a key, stays dismissed until it is taken back, and focus goes to the next', async () => {
    await open({ path: '/requests', rows: 23 })
    const number = await standOn('Failed')
    const [, next] = column('number')
    await press('e')
    expect([column('number').includes(number), column('number')[0], document.activeElement?.closest('[data-row]')?.getAttribute('data-row')]).toEqual([false, next, '0'])
    await click('undo')
    expect(column('number')[0]).toBe(number)
    await standOn('Failed')
    await press('e')
    await press('z', { ctrlKey: true })
    expect(column('number')[0]).toBe(number)
  })

  it('that is still under way is not dismissed', async () => {
    const { engine } = await open({ path: '/requests', rows: 7 })
    await standOn('Asking the line')
    await press('e')
    expect([engine.calls.some(({ name }) => name === 'tracking.dismiss'), document.body.textContent.includes('still under way')]).toEqual([false, true])
  })

  it('that has not left is taken back', async () => {
    await open({ path: '/requests', rows: 7 })
    const number = await standOn('Waits to be sent')
    await press('Delete')
    expect([column('number').includes(number), isShown('unsent')]).toEqual([false, false])
  })

  it('says so when it has left meanwhile', async () => {
    const { engine } = await open({ path: '/requests', rows: 7 })
    engine.handlers['tracking.cancel'] = () => { throw new AppError('tracking/already-sent') }
    await standOn('Waits to be sent')
    await press('Delete')
    expect(document.body.textContent).toContain('This request has left this computer and cannot be taken back.')
  })

  it('opens what it led to, and a container leads back', async () => {
    const { router } = await open({ path: '/requests', rows: 7 })
    await click('scope-all')
    const number = await standOn('Tracked')
    await press('Enter')
    expect([text('panel-number'), document.activeElement]).toEqual([number, byTestId('detail-panel')])
    await click(all('[data-testid="boxes"] button')[0]!)
    expect(text('panel-number')).not.toBe(number)
    await click('back-to-request')
    expect(text('panel-number')).toBe(number)
    await click('request-shipment')
    expect(router.currentRoute.value.name).toBe('shipments')
  })

  it('says in its panel what happened and what can be done, also by mouse', async () => {
    await open({ path: '/requests', rows: 7 })
    const number = await standOn('Failed')
    await press(' ')
    expect(text('request')).toMatch(/^Failed ?The line does not know this number\. ?Check number, type and line/)
    await click('request-dismiss')
    expect(column('number').includes(number)).toBe(false)
  })

  it('of a link that nobody knows is said to be unknown', async () => {
    await open({ path: '/requests?request=none', rows: 7 })
    expect(text('detail-panel')).toContain('This tracking request is not in the saved data.')
  })

  it('that failed is tried again in its place, with its number, type and references', async () => {
    const { engine } = await open({ path: '/requests', rows: 23 })
    await standOn('Refused')
    const number = column('number')[column('state').indexOf('Refused')]
    await press('r')
    expect([text('replaces'), (byTestId('add-number') as HTMLTextAreaElement).value]).toEqual([expect.stringMatching(/^In place of: .* The service refused this request\./), number])
    await click(all('[data-testid="add-type"] button').find(({ textContent }) => textContent.startsWith('Booking'))!)
    await chooseLine('line-auto')
    await click('add-start')
    expect(createdRequests(engine)).toEqual([expect.objectContaining({ number, type: 'booking_number', scac: null, replaces: 'request-9' })])
    expect(column('state').includes('Refused')).toBe(false)
  })
})
