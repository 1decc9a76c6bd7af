// The status screen, the diagnostics, and the notices above every screen.
import { describe, expect, test } from 'vitest'
import type { EngineStatus } from '#contract/status.ts'
import type { SyncStatus } from '#contract/sync.ts'
import { writeDiagnostics } from '../../src/renderer/src/features/status/diagnostics.ts'
import { isLineAgeKnown } from '../../src/renderer/src/words/ages.ts'
import { formatOwnTime } from '../../src/renderer/src/words/dates.ts'
import { formatBytes } from '../../src/renderer/src/words/sizes.ts'
import { NOW, instantFromNow, createLiveStatus } from '#support/row-factories.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { alterJson } from '#support/network.ts'
import { startNotices } from '#support/notices.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, copied, flush, isShown, open, press, setScreens, text } from '#support/screens.ts'

setScreens()

const loadStatus = (engine: ScreenEngine) => engine.ask('status.get', {})

describe('the status screen', () => {
  test('counts the three ages separately, each step with its word', async () => {
    const { engine } = await open({ path: '/status' })
    const counts = (await loadStatus(engine)).ages
    expect(Object.values(counts.line).reduce((sum, count) => sum + count)).toBeGreaterThan(0)
    for (const kind of ['service', 'terminal', 'line'] as const) {
      const { fresh, ageing, stale, never } = counts[kind]
      expect(all(`[data-testid="ages-${kind}"] li`).map((item) => item.textContent.trim())).toEqual([
        `${fresh} fresh`,
        `${ageing} ageing`,
        `${stale} stale`,
        `${never} never or unknown`,
      ])
    }
  })

  test('shows requests by purpose against the limit, traffic, sweeps, failures in words and file sizes', async () => {
    const engine = await startScreenEngine()
    const failures = [
      { kind: 'answer', status: 429, headers: { 'retry-after': '1' } },
      { kind: 'answer', status: 502 },
    ] as const
    let requestCount = 0
    engine.network.fault(({ url }) => (url.includes('/v2/containers?') ? (failures[requestCount++] ?? null) : null))
    await engine.clock.advanceUntil(() => requestCount > failures.length)
    engine.network.unplug()
    await engine.clock.advance(60_000)
    // The counts of the last minute change with time, so they are compared with the answer that the screen got.
    let status = await loadStatus(engine)
    engine.intercept('status.get', async (_, callEngine) => (status = await callEngine()))
    await open({ engine, path: '/status' })
    const { lastMinute, allowed } = status.requests.buckets[0]!
    const classes = status.requests.classes.map((requestClass) => requestClass.lastMinute)
    expect(text('asked')).toMatch(
      new RegExp(
        `^All requests${lastMinute} of ${allowed}.*What you opened or refreshed${classes[0]}What you sent${classes[1]}Regular checks${classes[2]}Syncing lists${classes[3]}Completing timelines${classes[4]}$`,
      ),
    )
    expect(text('traffic')).toMatch(
      /^Requests\d+Refused by the request limit1last \d\d:\d\dFailed\d+Received[\d.]+ [kM]BSent0 B$/,
    )
    expect(
      all('[data-testid="sweeps"] tr').map((row) => row.textContent.replaceAll(/\s+/g, ' ').trim()),
    ).toContainEqual(expect.stringMatching(/^Containers Complete\d+ of \d+ ?ended/))
    expect(text('faults')).toMatch(/The tracking service cannot be reached.*\d+ times/)
    expect(text('faults')).toContain('status 502')
    expect(text('files')).toMatch(/Copy of the service’s data[\d.]+ [kM]BCopy/)
  })

  test('shows a list sync that cannot continue as waiting, and no count before there is one', async () => {
    const engine = await startScreenEngine()
    engine.network.unplug()
    await engine.clock.advance(3 * 60_000)
    const startedAt = '2026-11-20T17:30:00.000Z'
    engine.intercept('status.get', async (_, callEngine) => ({
      ...(await callEngine()),
      sweeps: [{ kind: 'containers', state: 'RUNNING', startedAt, endedAt: null, rows: 0, total: 0 }],
    }))
    await open({ engine, path: '/status' })
    const cells = () => all('[data-testid="sweeps"] td').map(({ textContent }) => textContent.trim())
    expect([text('sync-chip'), cells().slice(0, 2)]).toEqual([expect.stringContaining('Offline'), ['Waiting', '0']])
  })

  test('names the reason for an incomplete container sweep, as the chip does', async () => {
    const engine = await startScreenEngine()
    const linkToOtherHost = alterJson((body) => ({
      ...body,
      data: (body['data'] as unknown[]).slice(0, 20),
      links: { next: 'https://tracking.internal.example/v2/containers?page[number]=2' },
    }))
    engine.network.fault(({ url }) => (url.includes('/v2/containers?') ? linkToOtherHost : null))
    await engine.clock.advance(15 * 60_000)
    await open({ engine, path: '/status' })
    const cause =
      'The service’s next-page link points to another host, tracking.internal.example. Quaywatch does not send the key there.'
    expect(text('board-state')).toMatch(/^Incomplete: 20 of 60 containers synced/)
    expect(text('board-state')).toContain(cause)
    expect(text('board-state')).toContain('Last full sync: 15 min ago')
    expect(text('sync-chip')).toBe('Incomplete: 20 of 60 containers synced')
    // The usual pace does not apply, so it is not shown.
    expect(isShown('pace')).toBe(false)
    await click('sync-chip')
    expect(document.body.textContent.split(cause).length - 1, 'on the board, in the chip and among the failures').toBe(
      3,
    )
  })

  test('lists the records that cannot be read, and counts them in the state of the board', async () => {
    const engine = await startScreenEngine()
    const storedId = (
      await engine.ask('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } })
    ).rows[0]!.id
    const damageRecords = alterJson((body) => ({
      ...body,
      data: (body['data'] as { id?: string; attributes: object }[]).map((record, index) =>
        index === 3
          ? { ...record, id: undefined }
          : index === 5
            ? { ...record, id: storedId, attributes: { ...record.attributes, odd: 'x'.repeat(2_000_000) } }
            : record,
      ),
    }))
    engine.network.fault(({ url }) => (url.includes('/v2/containers?') ? damageRecords : null))
    await engine.clock.advance(20_000)
    await open({ engine, path: '/status' })
    expect(text('board-state')).toContain('2 containers on the list cannot be read')
    expect(text('left-out')).toBe(
      `Containers: 2 records skippedPosition 4: no record numberPosition 6, ${storedId}: too large`,
    )
  })

  test('is reached by keys, from the chip and from settings, and is marked in the rail', async () => {
    const { router } = await open()
    await press('g')
    await press('i')
    expect([router.currentRoute.value.name, byTestId('rail-status').getAttribute('aria-current')]).toEqual([
      'status',
      'page',
    ])
    await router.push('/lfd')
    await flush()
    await click('sync-chip')
    await click('open-status')
    expect([router.currentRoute.value.name, isShown('open-status')]).toEqual(['status', false])
    await router.push('/settings')
    await flush()
    expect(byTestId('settings-status').getAttribute('href')).toBe('#/status')
  })

  test('says how long a full sync takes, and not the planned interval if it takes longer', async () => {
    const engine = await startScreenEngine()
    let pass: SyncStatus['pass'] = { tookS: 38, containers: 5000 }
    engine.intercept('sync.status', async (_, callEngine) => ({ ...(await callEngine()), pass }))
    await open({ engine, path: '/status' })
    const announce = async () => {
      engine.announce({ topic: 'sync', ids: null })
      await flush()
    }
    expect(text('pace')).toBe(
      'All containers sync one after another without a pause, within the request limit. A full sync of 5,000 containers takes about 38 seconds.',
    )
    pass = { tookS: 2, containers: 60 }
    await announce()
    expect(text('pace')).toBe(
      'All containers sync every 15 seconds. A full sync of 60 containers takes about 2 seconds.',
    )
    pass = null
    await announce()
    expect(isShown('pace')).toBe(false)
  })

  test('is read again when the sync state changes and when a minute passes', async () => {
    const { engine } = await open({ path: '/status' })
    const countRequests = () => engine.calls.filter(({ name }) => name === 'status.get').length
    // Waits until the reads at the start are complete.
    await engine.clock.advance(5_000)
    await flush()
    const countBefore = countRequests()
    engine.announce({ topic: 'sync', ids: null })
    await flush()
    engine.announce({ topic: 'clock', ids: null })
    await flush()
    engine.announce({ topic: 'containers', ids: null })
    await flush()
    expect(countRequests() - countBefore).toBe(2)
  })

  test('says that nothing failed, and shows no requests, if there is no key', async () => {
    await open({ path: '/status', isPrepared: false, apiKey: null })
    expect([text('no-faults'), isShown('asked'), isShown('sweeps'), text('traffic')]).toEqual([
      'None since Quaywatch started.',
      false,
      false,
      expect.not.stringContaining('last'),
    ])
  })

  test('copies the diagnostics', async () => {
    await open({ path: '/status' })
    await click('copy-diagnostics')
    expect(copied[0]).toMatch(/^\[versions\]\nquaywatch: 0\.1\.0 \(browser\)\n[\s\S]*\n\[rows\]\ncontainers: \d+\n/)
  })
})

describe('the diagnostics', () => {
  const NUMBER = 'MSCU1234567'
  const KEY = 'sk-live-4711-quay'
  const CUSTOMER = 'Harbour Row Forwarding'
  const FOLDER = '/home/erika/quaywatch'
  const secrets = [NUMBER, KEY, CUSTOMER, 'erika', 'harbour']

  /** Input of a report in which every external value contains secrets. */
  function poisonInput(plain: EngineStatus): Parameters<typeof writeDiagnostics>[0] {
    const poison = `${NUMBER} ${KEY} ${CUSTOMER} ${FOLDER}`
    const details = {
      reason: poison,
      host: 'harbour.example',
      address: `https://${KEY}@harbour.example`,
      path: FOLDER,
      status: poison,
      [NUMBER]: 1,
      [KEY]: true,
    }
    const status: EngineStatus = {
      ...plain,
      serviceUrl: `https://${KEY}:${KEY}@harbour.example/erika/v2`,
      errors: [
        {
          at: instantFromNow(0),
          path: `/erika/v2/containers/${NUMBER}/transport_events`,
          failure: { code: 'api/refused', details },
          count: 2,
        },
        {
          at: instantFromNow(0),
          path: `/${KEY}/${CUSTOMER}`,
          failure: { code: 'api/server-error', details: { ...details, status: 502 } },
          count: 1,
        },
      ],
      files: [
        { name: `${FOLDER}/state.db`, bytes: 1 },
        { name: `${NUMBER}.db`, bytes: 2 },
        { name: 'mirror.db', bytes: 3 },
      ],
    }
    status.versions = { ...status.versions, node: poison, sqlite: poison }
    const { state: host } = createFakeShell({
      version: poison,
      account: { id: 'harbour', name: CUSTOMER, serviceUrl: `https://harbour.example/${KEY}` },
      failures: [{ code: 'internal', details }],
    })
    const sync = {
      ...createLiveStatus(),
      state: 'trouble' as const,
      error: { code: 'api/refused' as const, details },
      notices: [{ id: 1, code: 'db/state-broken' as const, at: instantFromNow(0), details }],
    }
    return { status, host, sync, userAgent: `${poison} (X11; Linux x86_64; ${KEY}) Chrome/140.0.1 ${CUSTOMER}` }
  }

  test('contain no key, container number, customer or path', async () => {
    const report = writeDiagnostics(poisonInput(await loadStatus(await startScreenEngine()))).toLowerCase()
    expect(secrets.filter((secret) => report.includes(secret.toLowerCase()))).toEqual([])
  })

  test('contain codes, counts, sizes and the shape of paths', async () => {
    const report = writeDiagnostics(poisonInput(await loadStatus(await startScreenEngine())))
    for (const part of [
      'api/refused at /…/v2/containers/…/transport_events, 2 times',
      'api/server-error status 502 at /…/…, 1 times',
      'mirror.db: 3',
      'system: Linux, view: Chrome 140.0.1',
      'state: trouble',
    ]) {
      expect(report).toContain(part)
    }
  })
})

describe('sizes', () =>
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [12_392, '12 kB'],
    [1_500_000, '1.5 MB'],
    [92_274_688, '92 MB'],
    [3_480_211_904, '3.5 GB'],
  ])('of %d bytes are shown as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text)))

describe('the age of the line', () =>
  test('is "unknown" if the shipment was never read', async () => {
    const ages = { service: instantFromNow(0), terminal: null, line: null }
    expect([isLineAgeKnown({ ages, masterBill: null }), isLineAgeKnown({ ages, masterBill: 'BILL1' })]).toEqual([
      false,
      true,
    ])
    // No list contains the shipment of this container, so the age of the line is unknown.
    const withoutShipments = alterJson((body) => ({
      ...body,
      included: (body['included'] as { type: string }[] | undefined)?.filter(({ type }) => type !== 'shipment'),
    }))
    const engine = await startScreenEngine({
      isPrepared: false,
      beforeStart: (network) =>
        network.fault(({ url }) =>
          url.includes('/v2/shipments')
            ? { kind: 'answer', status: 404 }
            : url.includes('/v2/containers?')
              ? withoutShipments
              : null,
        ),
    })
    await engine.clock.advanceUntil(async () => (await engine.ask('containers.summary', {})).total > 0)
    const { id } = (await engine.rows())[0]!
    await open({ engine, path: `/lfd?container=${id}` })
    expect(text('three-ages')).toMatch(/Line checked ?unknown$/)
  }))

test('each notice has its own button, which the notice describes', async () => {
  await open({ engine: await startNotices() })
  const buttons = () => all('.banner').map((banner) => banner.querySelector('button')!)
  const descriptions = () =>
    buttons().map((button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent)
  const [first, , third] = descriptions()
  expect(new Set(descriptions()).size).toBe(3)
  await click(buttons()[1]!)
  expect(descriptions()).toEqual([first, third])
  await click(buttons()[1]!)
  expect(descriptions()).toEqual([first])
})

describe('several notices', () => {
  const buttons = () => all('.banner.dismissal button')

  test('lose only one on a double click, because the second click was not meant for the next notice', async () => {
    await open({ engine: await startNotices() })
    await click(buttons()[0]!, { detail: 1 })
    expect(buttons().length).toBe(2)
    await click(buttons()[0]!, { detail: 2 })
    expect(buttons().length).toBe(2)
    await click(buttons()[0]!, { detail: 1 })
    expect(buttons().length).toBe(1)
  })

  test('pass focus to the next notice, then to the previous one, and after the last one list keys enter the list', async () => {
    await open({ engine: await startNotices() })
    const [first, second, third] = buttons()
    second!.focus()
    for (const [dismissed, next] of [
      [second!, third!],
      [third!, first!],
      [first!, document.body],
    ] as const) {
      expect(document.activeElement).toBe(dismissed)
      await click(dismissed)
      expect(document.activeElement).toBe(next)
    }
    await press('j')
    expect(document.activeElement?.closest('[data-row]')).not.toBeNull()
  })
})

test('the banner of a rejected key says until when the key was accepted, and how to try it again', async () => {
  const engine = await startScreenEngine()
  const { lastSuccessAt } = await engine.ask('sync.status', {})
  engine.network.fault(() => ({
    kind: 'answer',
    status: 401,
    contentType: 'application/json',
    body: '{"errors":[{"status":"401","detail":"no"}]}',
  }))
  await engine.clock.advanceUntil(async () => (await engine.ask('sync.status', {})).state === 'key-rejected')
  await open({ engine })
  const bannerText = all('.banner')[0]?.textContent ?? ''
  expect(bannerText).toContain(`The service accepted this key until ${formatOwnTime(lastSuccessAt!, Date.parse(NOW))}.`)
  expect([bannerText.includes('copied the whole key'), bannerText.includes('press “Refresh” to try it again')]).toEqual(
    [false, true],
  )
  await click('sync-chip')
  await click('reread-all')
  expect(engine.calls.map(({ name }) => name)).toContain('sync.refresh')
})
