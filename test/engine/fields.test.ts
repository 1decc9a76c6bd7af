// Custom fields are read, shown by type, updated from the service, and edited like other values.
import { describe, expect, test } from 'vitest'
import type { FieldTarget, FieldValue } from '#contract/fields.ts'
import { type Account, createAccountClient } from '#support/account.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import type { Fault } from '#support/network.ts'
import { type SyncedEngine, waitForFirstSweep } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'

type Engine = SyncedEngine & { account: Account; container: FieldTarget; path: string }

/** The period of half an hour, and a minute for the request. */
const FIELD_SYNC_MS = 31 * 60_000
const DAY_MS = 86_400_000

/** Starts an engine on an account that `prepare` changed, and waits for the first sweep. */
async function startWith(prepare: (account: Account, path: string) => void): Promise<Engine> {
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const service = startTrackingService(clock, { containers: 6 })
  const account = createAccountClient(service.act)
  const [first] = account.list('/containers')
  const path = `/containers/${first?.id ?? ''}`
  prepare(account, path)
  const engine = await startTestEngine({ clock, handle: service.handle })
  await waitForFirstSweep(engine)
  return Object.assign(engine, {
    service,
    account,
    container: { type: 'container' as const, id: first?.id ?? '' },
    path,
  })
}

const loadFields = async ({ client }: Engine, target: FieldTarget) =>
  (await client.call('fields.list', { target })).rows
const loadValue = async (engine: Engine, slug: string, target = engine.container) =>
  (await loadFields(engine, target)).find((field) => field.slug === slug)?.value
const waitForValue = (engine: Engine, slug: string, value: FieldValue) =>
  engine.clock.advanceUntil(async () => JSON.stringify(await loadValue(engine, slug)) === JSON.stringify(value))
/** Waits until both fields of `addEveryKind` that have options have two. */
const waitForOptions = (engine: Engine) =>
  engine.clock.advanceUntil(
    async () => (await loadFields(engine, engine.container)).filter(({ options }) => options.length === 2).length === 2,
  )
const loadServiceValue = ({ account, path }: Engine, slug: string) =>
  account.list(`${path}/custom_fields`).find(({ attributes }) => attributes['api_slug'] === slug)?.attributes['value']
const loadEdits = async ({ client }: Engine) => (await client.call('edits.list', { target: null })).rows
const waitUntilSent = (engine: Engine) => engine.clock.advanceUntil(async () => (await loadEdits(engine)).length === 0)
const save = ({ client, container }: Engine, slug: string, value: FieldValue) =>
  client.call('edits.saveField', { target: container, slug, value })
const countFieldRequests = ({ network }: Engine) =>
  network.sent.filter(({ url }) => url.includes('custom_field')).length
const restartNextDay = async (engine: Engine) => {
  await engine.stop()
  await engine.clock.advance(DAY_MS)
  await engine.restart()
}
const startWithNote = () => startWith((account) => account.defineField('Container', 'note', 'short_text'))

const addEveryKind = (account: Account, path: string) => {
  const types = {
    note: 'short_text',
    count: 'number',
    due: 'date',
    slot: 'datetime',
    cleared: 'boolean',
    desk: 'enum',
    papers: 'enum_multi',
  }
  const ids = Object.fromEntries(
    Object.entries(types).map(([slug, type]) => [slug, account.defineField('Container', slug, type).id]),
  )
  for (const [slug, value, label] of [
    ['desk', 'n', 'North'],
    ['desk', 's', 'South'],
    ['papers', 'inv', 'Invoice'],
    ['papers', 'pl', 'Packing list'],
  ] as const)
    account.addOption(ids[slug] ?? '', value, label)
  const values = {
    note: 'hello',
    count: 12.5,
    due: '2026-11-27',
    slot: '2026-11-27T14:30:00Z',
    cleared: false,
    desk: 's',
    papers: ['inv', 'pl'],
  }
  for (const [slug, value] of Object.entries(values)) account.setField(path, slug, value)
}

describe('custom fields of a container', () => {
  test('are shown by type with their options', async () => {
    const engine = await startWith(addEveryKind)
    await waitForValue(engine, 'papers', ['inv', 'pl'])
    await waitForOptions(engine)
    const rows = await loadFields(engine, engine.container)
    expect(Object.fromEntries(rows.map(({ slug, type, value }) => [slug, [type, value]]))).toEqual({
      note: ['text', 'hello'],
      count: ['number', 12.5],
      due: ['date', '2026-11-27'],
      slot: ['instant', '2026-11-27T14:30:00.000Z'],
      cleared: ['boolean', false],
      desk: ['option', 's'],
      papers: ['options', ['inv', 'pl']],
    })
    expect(rows.find(({ slug }) => slug === 'desk')?.options.map(({ value, label }) => [value, label])).toEqual([
      ['n', 'North'],
      ['s', 'South'],
    ])
  })

  test('show within half an hour what another user sets, changes or clears', async () => {
    const engine = await startWithNote()
    await waitForValue(engine, 'note', null)
    engine.account.setField(engine.path, 'note', 'first')
    await engine.clock.advance(FIELD_SYNC_MS)
    expect(await loadValue(engine, 'note')).toBe('first')
    engine.account.setField(engine.path, 'note', 'second')
    await engine.clock.advance(FIELD_SYNC_MS)
    expect(await loadValue(engine, 'note')).toBe('second')
    engine.account.send('DELETE', `${engine.path}/custom_fields/note`)
    await engine.clock.advance(FIELD_SYNC_MS)
    expect(await loadValue(engine, 'note')).toBeNull()
  })

  test('are read together with their container when the user rereads it', async () => {
    const engine = await startWithNote()
    await waitForValue(engine, 'note', null)
    engine.account.setField(engine.path, 'note', 'now')
    const reread = engine.client.call('containers.reread', { id: engine.container.id })
    await engine.clock.advance(2_000)
    await reread
    expect(await loadValue(engine, 'note')).toBe('now')
  })

  test('remain while their list is empty, because only a 404 of the service removes one', async () => {
    const engine = await startWith((account, path) => {
      account.defineField('Container', 'note', 'short_text')
      account.setField(path, 'note', 'kept')
    })
    await waitForValue(engine, 'note', 'kept')
    const empty = new TextEncoder().encode('{"data":[],"meta":{"total":0}}')
    engine.network.fault(({ url }): Fault | null =>
      url.includes('/custom_fields?') ? { kind: 'alter', alter: (response) => ({ ...response, bytes: empty }) } : null,
    )
    for (let check = 0; check < 4; check++) {
      await engine.clock.advance(FIELD_SYNC_MS / 2)
      expect(await loadValue(engine, 'note')).toBe('kept')
    }
  })

  test('are removed with their definition, without a request for each container', async () => {
    const engine = await startWith((account) => {
      const { id } = account.defineField('Container', 'note', 'short_text')
      for (const container of account.list('/containers')) account.setField(`/containers/${container.id}`, 'note', id)
    })
    await engine.clock.advanceUntil(async () => typeof (await loadValue(engine, 'note')) === 'string')
    const [definition] = engine.account.list('/custom_field_definitions')
    engine.account.send('DELETE', `/custom_field_definitions/${definition?.id ?? ''}`)
    const sentBefore = engine.network.sent.length
    await engine.clock.advance(FIELD_SYNC_MS)
    expect(await loadFields(engine, engine.container)).toEqual([])
    expect(
      engine.network.sent.slice(sentBefore).filter(({ url }) => /\/custom_fields\/[^?]/.test(url)).length,
    ).toBeLessThan(4)
  })

  test('cost one request a day in an account without fields', async () => {
    const engine = await startWith(() => undefined)
    await engine.clock.advance(120_000)
    expect([countFieldRequests(engine), await loadFields(engine, engine.container)]).toEqual([1, []])
    await restartNextDay(engine)
    await engine.clock.advance(120_000)
    expect(countFieldRequests(engine)).toBe(2)
  })

  test('that the service forbids leave the sync live', async () => {
    const engine = await startWith(() => undefined)
    await engine.clock.advance(120_000)
    engine.network.fault(({ url }): Fault | null =>
      url.includes('custom_field') ? { kind: 'answer', status: 403 } : null,
    )
    await restartNextDay(engine)
    await engine.clock.advance(120_000)
    expect([countFieldRequests(engine), (await engine.client.call('sync.status', {})).state]).toEqual([2, 'live'])
  })
})

test('a shipment and a tracking request have the custom fields of their own type', async () => {
  const engine = await startWith((account) => {
    account.defineField('Shipment', 'team', 'short_text')
    account.defineField('TrackingRequest', 'buyer', 'short_text')
    account.setField(`/shipments/${account.list('/shipments')[0]?.id ?? ''}`, 'team', 'blue')
  })
  const [shipment] = engine.account.list('/shipments')
  await engine.clock.advanceUntil(
    async () => (await loadValue(engine, 'team', { type: 'shipment', id: shipment?.id ?? '' })) === 'blue',
  )
  const loadSlugs = async (type: FieldTarget['type'], id: string) =>
    (await loadFields(engine, { type, id })).map(({ slug }) => slug)
  expect([
    await loadSlugs('container', engine.container.id),
    await loadSlugs('shipment', shipment?.id ?? ''),
    await loadSlugs('tracking_request', 'a record without values'),
  ]).toEqual([[], ['team'], ['buyer']])
})

describe('a custom field', () => {
  test.each<[string, FieldValue, unknown]>([
    ['note', 'Dock 4', 'Dock 4'],
    ['count', 3, 3],
    ['due', '2026-12-01', '2026-12-01'],
    ['slot', '2026-12-01T08:00:00.000Z', '2026-12-01T08:00:00.000Z'],
    ['cleared', true, true],
    ['desk', 'n', 'n'],
    ['papers', ['pl'], 'pl'],
    ['note', null, undefined],
  ])('%s set to %j is shown at once and is sent to the service after reconnecting', async (slug, value, stored) => {
    const engine = await startWith(addEveryKind)
    await waitForValue(engine, 'papers', ['inv', 'pl'])
    await waitForOptions(engine)
    engine.network.unplug()
    await save(engine, slug, value)
    expect([
      await loadValue(engine, slug),
      (await loadEdits(engine)).map(({ field, state }) => [field, state]),
    ]).toEqual([value, [[{ custom: slug }, 'waiting']]])
    engine.network.plug()
    await waitUntilSent(engine)
    expect([await loadValue(engine, slug), loadServiceValue(engine, slug)]).toEqual([value, stored])
    await engine.clock.advance(FIELD_SYNC_MS)
    expect(await loadValue(engine, slug)).toEqual(value)
  })

  test.each<[string, FieldValue, string]>([
    ['count', 'many', 'type'],
    ['count', 0.1234567, 'type'],
    ['due', '27.11.2026', 'type'],
    ['desk', 'nowhere', 'option'],
    ['papers', ['inv', 'nothing'], 'option'],
    ['short', 'far too long', 'too-long'],
    ['must', null, 'required'],
  ])('%s refuses the value %j: %s', async (slug, value, reason) => {
    const engine = await startWith((account, path) => {
      addEveryKind(account, path)
      account.defineField('Container', 'short', 'short_text', { validation: { max_length: 5 } })
      account.defineField('Container', 'must', 'short_text', { validation: { required: true } })
    })
    await waitForValue(engine, 'papers', ['inv', 'pl'])
    await expect(save(engine, slug, value)).rejects.toMatchObject({ code: 'fields/not-taken', details: { reason } })
    await expect(save(engine, 'no_such', 'x')).rejects.toMatchObject({ code: 'fields/unknown' })
    await expect(
      engine.client.call('edits.saveField', { target: { type: 'container', id: 'no such' }, slug, value }),
    ).rejects.toMatchObject({ code: 'containers/unknown' })
    expect(await loadEdits(engine)).toEqual([])
  })

  test.each<[string, unknown, 'mine' | 'theirs', FieldValue]>([
    ['changed', 'THEIRS', 'mine', 'MINE'],
    ['changed', 'THEIRS', 'theirs', 'THEIRS'],
    ['cleared', null, 'mine', 'MINE'],
    ['cleared', null, 'theirs', null],
  ])('that another user has %s (%j) is a conflict that the user resolves: %s', async (_name, theirs, keep, kept) => {
    const engine = await startWith((account, path) => {
      account.defineField('Container', 'note', 'short_text')
      account.setField(path, 'note', 'BEFORE')
    })
    await waitForValue(engine, 'note', 'BEFORE')
    engine.network.unplug()
    await save(engine, 'note', 'MINE')
    if (theirs === null) engine.account.send('DELETE', `${engine.path}/custom_fields/note`)
    else engine.account.setField(engine.path, 'note', theirs)
    engine.network.plug()
    await engine.clock.advanceUntil(async () => (await loadEdits(engine))[0]?.state === 'conflict')
    const [edit] = await loadEdits(engine)
    expect([edit?.value, edit?.base, edit?.theirs]).toEqual(['MINE', 'BEFORE', theirs])
    await engine.client.call('edits.resolve', { id: edit?.id ?? '', keep })
    await waitUntilSent(engine)
    expect([await loadValue(engine, 'note'), loadServiceValue(engine, 'note') ?? null]).toEqual([kept, kept])
  })
})

describe('an edit of a custom field', () => {
  test('that is undone before it is sent is never sent', async () => {
    const engine = await startWithNote()
    await waitForValue(engine, 'note', null)
    engine.network.unplug()
    const { id } = await save(engine, 'note', 'x')
    await engine.client.call('edits.undo', { id: id ?? '' })
    engine.network.plug()
    await engine.clock.advance(60_000)
    expect([
      await loadValue(engine, 'note'),
      loadServiceValue(engine, 'note'),
      engine.network.sent.some(({ method }) => method === 'POST'),
    ]).toEqual([null, undefined, false])
  })

  test('whose answer was lost is sent again, and the service has one value', async () => {
    const engine = await startWithNote()
    await waitForValue(engine, 'note', null)
    let posts = 0
    engine.network.fault(({ method }): Fault | null => (method === 'POST' && posts++ === 0 ? { kind: 'hang' } : null))
    await save(engine, 'note', 'MAYBE')
    await waitUntilSent(engine)
    expect(engine.account.list(`${engine.path}/custom_fields`).map(({ attributes }) => attributes['value'])).toEqual([
      'MAYBE',
    ])
  })

  test('is refused if the definition was deleted, and other edits of the record are sent', async () => {
    const engine = await startWith((account) => {
      for (const slug of ['note', 'other']) account.defineField('Container', slug, 'short_text')
    })
    await waitForValue(engine, 'note', null)
    await waitForValue(engine, 'other', null)
    engine.network.fault(({ method }): Fault | null => (method === 'POST' ? { kind: 'answer', status: 502 } : null))
    await save(engine, 'note', 'x')
    await engine.clock.advanceUntil(async () => (await loadEdits(engine))[0]?.isUnsure === true)
    const definition = engine.account
      .list('/custom_field_definitions')
      .find(({ attributes }) => attributes['api_slug'] === 'note')
    engine.account.send('DELETE', `/custom_field_definitions/${definition?.id ?? ''}`)
    await restartNextDay(engine)
    await engine.clock.advance(FIELD_SYNC_MS)
    const [edit] = await loadEdits(engine)
    expect([edit?.state, edit?.failure?.code]).toEqual(['refused', 'fields/unknown'])
    engine.network.fault(null)
    await save(engine, 'other', 'goes on')
    await engine.clock.advanceUntil(() => Promise.resolve(loadServiceValue(engine, 'other') === 'goes on'))
  })

  test('that clears the value by two requests succeeds, because the value is absent', async () => {
    const engine = await startWith((account, path) => {
      account.defineField('Container', 'note', 'short_text')
      account.setField(path, 'note', 'gone soon')
    })
    await waitForValue(engine, 'note', 'gone soon')
    let tries = 0
    engine.network.fault(({ method }): Fault | null => (method === 'DELETE' && tries++ === 0 ? { kind: 'hang' } : null))
    await save(engine, 'note', null)
    await waitUntilSent(engine)
    expect([await loadValue(engine, 'note'), loadServiceValue(engine, 'note')]).toEqual([null, undefined])
  })
})

test('an option has the label that the user gave it, also at the service', async () => {
  const engine = await startWith(addEveryKind)
  await engine.clock.advanceUntil(
    async () => (await loadFields(engine, engine.container)).find(({ slug }) => slug === 'desk')?.options.length === 2,
  )
  const options = async () =>
    (await loadFields(engine, engine.container)).find(({ slug }) => slug === 'desk')?.options ?? []
  const [north] = await options()
  engine.network.unplug()
  await engine.client.call('edits.saveLabel', { optionId: north?.id ?? '', label: 'Hamburg' })
  expect((await options()).map(({ label }) => label)).toEqual(['Hamburg', 'South'])
  engine.network.plug()
  await waitUntilSent(engine)
  const [definition] = engine.account.list('/custom_field_definitions?filter[display_name]=desk')
  expect(
    engine.account
      .list(`/custom_field_definitions/${definition?.id ?? ''}/options`)
      .map(({ attributes }) => attributes['label']),
  ).toEqual(['Hamburg', 'South'])
  expect(engine.network.sent.find(({ method }) => method === 'PATCH')?.headers['content-type']).toBe('application/json')
  await expect(engine.client.call('edits.saveLabel', { optionId: 'no such', label: 'x' })).rejects.toMatchObject({
    code: 'fields/unknown',
  })
})

test('options are read once a day, and deleted ones disappear', async () => {
  const engine = await startWith(addEveryKind)
  const loadLabels = async () =>
    (await loadFields(engine, engine.container)).find(({ slug }) => slug === 'desk')?.options.map(({ label }) => label)
  await engine.clock.advanceUntil(async () => (await loadLabels())?.length === 2)
  const [definition] = engine.account.list('/custom_field_definitions?filter[display_name]=desk')
  const path = `/custom_field_definitions/${definition?.id ?? ''}/options`
  const [north, south] = engine.account.list(path)
  engine.account.send('DELETE', `${path}/${north?.id ?? ''}`)
  engine.account.send('PATCH', `${path}/${south?.id ?? ''}`, { label: 'Southern' })
  await restartNextDay(engine)
  await engine.clock.advanceUntil(async () => JSON.stringify(await loadLabels()) === '["Southern"]')
})
