// An order of many numbers: its results line by line, its copy, and its comparison with the tracked shipments.
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { HttpRequest } from '#engine/outside/http.ts'
import type { Fault } from '#support/network.ts'
import type { ScreenEngine } from '#support/screen-engine.ts'
import {
  all,
  byTestId,
  chooseLine,
  click,
  copied,
  createdRequests,
  flush,
  isShown,
  setScreens,
  text,
} from '#support/screens.ts'
import { openBatch, pasteList, VALID_NUMBERS, changeValue, getLine, submitNumbers } from '#support/batch-screen.ts'

setScreens()

describe('an order', () => {
  const startOrder = async (...numbers: string[]) => {
    const opened = await openBatch()
    opened.engine.network.unplug()
    await pasteList('PO 4711', ...(numbers.length > 0 ? numbers : VALID_NUMBERS.slice(0, 2)))
    await submitNumbers()
    return opened
  }
  const loadState = async ({ client }: ScreenEngine, number: string) =>
    (
      await client.call('tracking.list', {
        filter: { scope: 'all', text: number },
        sort: [],
        window: { offset: 0, limit: 1 },
      })
    ).rows[0]?.state
  const planLimit: Fault = {
    kind: 'answer',
    status: 422,
    contentType: 'application/vnd.api+json',
    body: '{"errors":[{"code":"limit_reached","detail":"Plan limit reached."}]}',
  }
  /** Connects the network, with this fault for tracking requests, until the condition is true. */
  const sendUntil = async (
    engine: ScreenEngine,
    fault: (request: HttpRequest) => Fault | null,
    isReached: () => Promise<boolean>,
  ) => {
    engine.network.fault((request) =>
      request.method === 'POST' && request.url.endsWith('/tracking_requests') ? fault(request) : null,
    )
    engine.network.plug()
    await engine.clock.advanceUntil(isReached)
    await flush()
  }

  test('shows each line in the order of the list, with its result', async () => {
    // The service lets a request for this number fail.
    const { engine } = await startOrder(VALID_NUMBERS[0], 'TESTTRFAILED')
    const listOutcomes = () => all('[data-testid="order-line"] .word').map(({ textContent }) => textContent)
    expect(listOutcomes()).toEqual(['Left out: Purchase order', 'Waiting to send', 'Waiting to send'])
    // A line without a request has no explanation: its outcome takes that column too.
    const listSpans = () =>
      all('[data-testid="order-line"]').map((line) => [...line.querySelectorAll('td')].map((cell) => cell.colSpan))
    expect(listSpans()).toEqual([
      [1, 1, 1, 2, 1],
      [1, 1, 1, 1, 1, 1],
      [1, 1, 1, 1, 1, 1],
    ])
    await sendUntil(
      engine,
      () => null,
      async () => (await loadState(engine, 'TEST-TR-FAILED')) === 'failed',
    )
    expect(listOutcomes()).toEqual([
      'Left out: Purchase order',
      expect.stringMatching(/^(Checking the line|Tracked)/),
      'Failed',
    ])
    await click('count-failed')
    expect(all('[data-testid="order-line"]').length).toBe(1)
  })

  test('retries its failed lines with one line of the user, and shows that they were replaced', async () => {
    const { engine } = await startOrder('TESTTRFAILED')
    expect(isShown('retry-failed')).toBe(false)
    await sendUntil(
      engine,
      () => null,
      async () => (await loadState(engine, 'TEST-TR-FAILED')) === 'failed',
    )
    await click('retry-failed')
    await chooseLine('line-auto')
    await click('retry-many-act')
    await flush()
    expect(createdRequests(engine)).toMatchObject([{ number: 'TEST-TR-FAILED', scac: null }])
    expect([text('order-rows'), isShown('retry-failed')]).toEqual([
      expect.stringContaining('Failed · Dismissed'),
      false,
    ])
  })

  test('is copied in the order of the list, in columns for a spreadsheet', async () => {
    await startOrder()
    await click('copy-results')
    expect(copied[0]?.split('\n').map((row) => row.split('\t').slice(0, 5))).toEqual([
      ['As listed', 'Number', 'Type', 'Line', 'Outcome'],
      ['PO 4711', '', '', '', 'Left out: Purchase order'],
      [VALID_NUMBERS[0], VALID_NUMBERS[0], 'Master B/L', 'COSU', 'Waiting to send'],
      [VALID_NUMBERS[1], VALID_NUMBERS[1], 'Master B/L', 'COSU', 'Waiting to send'],
    ])
  })

  test('shows and copies the references of each line, also of one that was left out', async () => {
    const { engine } = await openBatch()
    engine.network.unplug()
    await pasteList('MBL\tPO', 'HBL SHA-26-0457\tPO-4716', `${VALID_NUMBERS[0]}\tPO-4711`)
    await submitNumbers()
    expect(all('[data-testid="order-line"] td:last-child').map(({ textContent }) => textContent)).toEqual([
      'PO-4716',
      'PO-4711',
    ])
    await click('copy-results')
    expect(copied[0]?.split('\n').map((row) => row.split('\t').at(-1))).toEqual(['Refs', 'PO-4716', 'PO-4711'])
  })

  test('names the references that a tracked number does not get, in the review and in the results', async () => {
    const { engine } = await openBatch()
    const [container] = await engine.rows()
    engine.network.unplug()
    await pasteList('MBL\tPO', `${container!.number}\tPO 77109`, `${VALID_NUMBERS[0]}\tPO-4711`)
    const sentence = 'Reference not added: PO 77109. To add it, edit the references of the container or shipment.'
    expect(all('[data-testid="refs-not-added"]').map(({ textContent }) => textContent)).toEqual([sentence])
    await submitNumbers()
    expect(all('[data-testid="order-line"]').map(({ textContent }) => textContent.includes(sentence))).toEqual([
      true,
      false,
    ])
    await click('copy-results')
    expect(copied[0]?.split('\n')[1]).toContain(sentence)
  })

  /** Sends the first page of a list that has two. Most of its lines are blank, which is fastest. */
  const startLongList = async () => {
    const opened = await openBatch()
    opened.engine.network.unplug()
    await pasteList(VALID_NUMBERS[0], ...Array.from({ length: 500 }, () => ''), 'PO 4711', VALID_NUMBERS[1])
    await submitNumbers()
    return opened
  }

  test('of the first 500 lines leaves the remaining lines on the next page', async () => {
    await startLongList()
    await click('next-lines')
    expect([text('page'), all('[data-line]').map((row) => row.dataset['line'])]).toEqual([
      'Lines 501–503 of 503',
      ['500', '501', '502'],
    ])
  })

  test('has the line numbers of the list, over pages, with blank lines, and when it is filtered', async () => {
    await startLongList()
    await click('next-lines')
    await submitNumbers()
    await click('count-waits')
    expect(all('[data-testid="order-line"] .place').map(({ textContent }) => textContent)).toEqual(['503'])
  })

  test('stopped by a full plan shows the waiting lines, and continues when the user requests it', async () => {
    const { engine } = await startOrder()
    await sendUntil(
      engine,
      () => planLimit,
      async () => (await engine.client.call('batches.hold', {})) !== null,
    )
    expect(text('plan-hold')).toBe(
      'Your plan has reached its limit: 2 numbers wait on this computer. The service said: “Plan limit reached.”Resume sending',
    )
    engine.network.fault(null)
    await click(byTestId('plan-hold').querySelector('button')!)
    expect(isShown('plan-hold')).toBe(false)
  })

  test('is undone except for lines that were sent, and is among the earlier lists', async () => {
    const { engine } = await startOrder()
    await sendUntil(
      engine,
      ({ body }) =>
        typeof body === 'string' && body.includes(VALID_NUMBERS[1]) ? { kind: 'fail', reason: 'unreachable' } : null,
      async () => (await loadState(engine, VALID_NUMBERS[0])) === 'pending',
    )
    await click('take-back')
    expect(all('[data-testid="order-line"] .word').map(({ textContent }) => textContent)).toEqual([
      'Left out: Purchase order',
      'Checking the line',
      'Cancelled',
    ])
    expect([text('count-cancelled'), text('count-left')]).toEqual(['1 cancelled', '1 left out'])
    await click('start-over')
    expect(text('earlier-list')).toContain('2 of 3 ordered')
    await click('earlier-list')
    expect(isShown('order-rows')).toBe(true)
  })

  test('is compared with the tracked shipments: unlisted shipments are shown and copied', async () => {
    const { engine } = await openBatch()
    const [container] = await engine.rows()
    await pasteList(container!.number)
    await click('compare')
    const unlistedCount =
      new Set(
        (await engine.rows())
          .filter(({ trackingStoppedAt }) => trackingStoppedAt === null)
          .map(({ shipmentId }) => shipmentId),
      ).size - 1
    expect(text('compare-count')).toContain(`${unlistedCount} tracked shipment`)
    await click('compare-copy')
    expect(copied[0]?.split('\n').length).toBe(unlistedCount + 1)
    expect(copied[0]).not.toContain(container!.number)
  })

  const listComparedNumbers = (engine: ScreenEngine) =>
    engine.calls
      .filter(({ name }) => name === 'batches.unlisted')
      .map(({ input }) => (input as { numbers: string[] }).numbers)

  test('is compared by its corrected numbers, left out or not, before and after it is sent', async () => {
    const { engine } = await openBatch()
    const [container] = await engine.rows()
    await pasteList('PO 4711', 'COSU6123456700', VALID_NUMBERS[1])
    await changeValue(getLine(0)?.querySelector('.number input'), container!.number)
    await changeValue(getLine(1)?.querySelector('.number input'), VALID_NUMBERS[0])
    await click('compare')
    await click(byTestId('compare-dialog').querySelector('button')!)
    await submitNumbers()
    await click('compare')
    expect(listComparedNumbers(engine)).toEqual([
      [container!.number, VALID_NUMBERS[0], VALID_NUMBERS[1]],
      [container!.number, VALID_NUMBERS[0], VALID_NUMBERS[1]],
    ])
  })

  test('is compared with all its pages, and shows the error if the comparison fails', async () => {
    const { engine } = await startLongList()
    await click('compare')
    expect(listComparedNumbers(engine)).toEqual([[VALID_NUMBERS[0], 'PO 4711', VALID_NUMBERS[1]]])
    engine.intercept('batches.unlisted', () => Promise.reject(new AppError('contract/invalid-input')))
    await click(byTestId('compare-dialog').querySelector('button')!)
    await click('compare')
    expect(text('compare-failure')).toContain('a request that it does not accept')
  })
})
