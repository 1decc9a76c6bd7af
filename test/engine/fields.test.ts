// Custom fields with the embedded service: all are read, shown by type, updated from the service, and edited like other
// values.
import { describe, expect, test } from 'vitest'
import type { EditTarget } from '#contract/edits.ts'
import type { FieldTarget, FieldValue } from '#contract/fields.ts'
import { type Account, createAccountClient } from '#support/account.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import type { Fault } from '#support/network.ts'
import { type SyncedEngine, loadAllRows, waitForFirstSweep } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'

type Desk = SyncedEngine & { account: Account; container: FieldTarget; path: string }

const HALF_HOUR_MS = 1_860_000
const DAY_MS = 86_400_000

/** An engine after its first sweep of an account that `prepare` changed before. */
async function deskWith(prepare: (account: Account, path: string) => void): Promise<Desk> {
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const service = startTrackingService(clock, { containers: 6 })
  const account = createAccountClient(service.act)
  const [first] = account.list('/containers')
  const path = `/containers/${first?.id ?? ''}`
  prepare(account, path)
  const engine = await startTestEngine({ clock, handle: service.handle })
  await waitForFirstSweep(engine)
  const desk = Object.assign(engine, {
    service,
    account,
    container: { type: 'container' as const, id: first?.id ?? '' },
    path,
  })
  return desk
}

const fieldsOf = async ({ client }: Desk, target: FieldTarget) => (await client.call('fields.list', { target })).rows
const valueOf = async (desk: Desk, slug: string, target = desk.container) =>
  (await fieldsOf(desk, target)).find((field) => field.slug === slug)?.value
const untilShown = (desk: Desk, slug: string, value: FieldValue) =>
  desk.clock.advanceUntil(async () => JSON.stringify(await valueOf(desk, slug)) === JSON.stringify(value))
const serviceValue = ({ account, path }: Desk, slug: string) =>
  account.list(`${path}/custom_fields`).find(({ attributes }) => attributes['api_slug'] === slug)?.attributes['value']
const editsOf = async ({ client }: Desk) => (await client.call('edits.list', { target: null })).rows
const untilSent = (desk: Desk) => desk.clock.advanceUntil(async () => (await editsOf(desk)).length === 0)
const save = ({ client, container }: Desk, slug: string, value: FieldValue) =>
  client.call('edits.saveField', { target: container, slug, value })
const aDayLater = async (desk: Desk) => {
  await desk.stop()
  await desk.clock.advance(DAY_MS)
  await desk.restart()
}
const plainDesk = () => deskWith((account) => account.defineField('Container', 'note', 'short_text'))

const ofEveryKind = (account: Account, path: string) => {
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
    const desk = await deskWith(ofEveryKind)
    await untilShown(desk, 'papers', ['inv', 'pl'])
    await desk.clock.advanceUntil(
      async () => (await fieldsOf(desk, desk.container)).filter(({ options }) => options.length === 2).length === 2,
    )
    const rows = await fieldsOf(desk, desk.container)
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
    const desk = await plainDesk()
    await untilShown(desk, 'note', null)
    desk.account.setField(desk.path, 'note', 'first')
    await desk.clock.advance(HALF_HOUR_MS)
    expect(await valueOf(desk, 'note')).toBe('first')
    desk.account.setField(desk.path, 'note', 'second')
    await desk.clock.advance(HALF_HOUR_MS)
    expect(await valueOf(desk, 'note')).toBe('second')
    desk.account.send('DELETE', `${desk.path}/custom_fields/note`)
    await desk.clock.advance(HALF_HOUR_MS)
    expect(await valueOf(desk, 'note')).toBeNull()
  })

  test('are read together with their container when the user rereads it', async () => {
    const desk = await plainDesk()
    await untilShown(desk, 'note', null)
    desk.account.setField(desk.path, 'note', 'now')
    const reread = desk.client.call('containers.reread', { id: desk.container.id })
    await desk.clock.advance(2_000)
    await reread
    expect(await valueOf(desk, 'note')).toBe('now')
  })

  test('remain while their list is empty, because only a 404 of the service removes one (B11)', async () => {
    const desk = await deskWith((account, path) => {
      account.defineField('Container', 'note', 'short_text')
      account.setField(path, 'note', 'kept')
    })
    await untilShown(desk, 'note', 'kept')
    const empty = new TextEncoder().encode('{"data":[],"meta":{"total":0}}')
    desk.network.fault(({ url }): Fault | null =>
      url.includes('/custom_fields?') ? { kind: 'alter', alter: (response) => ({ ...response, bytes: empty }) } : null,
    )
    for (let check = 0; check < 4; check++) {
      await desk.clock.advance(HALF_HOUR_MS / 2)
      expect(await valueOf(desk, 'note')).toBe('kept')
    }
  })

  test('are removed with their definition, without a request for each container', async () => {
    const desk = await deskWith((account) => {
      const { id } = account.defineField('Container', 'note', 'short_text')
      for (const container of account.list('/containers')) account.setField(`/containers/${container.id}`, 'note', id)
    })
    await desk.clock.advanceUntil(async () => typeof (await valueOf(desk, 'note')) === 'string')
    const [definition] = desk.account.list('/custom_field_definitions')
    desk.account.send('DELETE', `/custom_field_definitions/${definition?.id ?? ''}`)
    const before = desk.network.sent.length
    await desk.clock.advance(HALF_HOUR_MS)
    expect(await fieldsOf(desk, desk.container)).toEqual([])
    expect(desk.network.sent.slice(before).filter(({ url }) => /\/custom_fields\/[^?]/.test(url)).length).toBeLessThan(
      4,
    )
  })

  test('cost one request a day in an account without fields, and the sync stays live if the service forbids them', async () => {
    const desk = await deskWith(() => undefined)
    await desk.clock.advance(120_000)
    const requestCount = () => desk.network.sent.filter(({ url }) => url.includes('custom_field')).length
    expect([requestCount(), await fieldsOf(desk, desk.container)]).toEqual([1, []])
    desk.network.fault(({ url }): Fault | null =>
      url.includes('custom_field') ? { kind: 'answer', status: 403 } : null,
    )
    await aDayLater(desk)
    await desk.clock.advance(120_000)
    expect([requestCount(), (await desk.client.call('sync.status', {})).state]).toEqual([2, 'live'])
  })
})

test('a shipment and a tracking request have the custom fields of their own type', async () => {
  const desk = await deskWith((account) => {
    account.defineField('Shipment', 'team', 'short_text')
    account.defineField('TrackingRequest', 'buyer', 'short_text')
    account.setField(`/shipments/${account.list('/shipments')[0]?.id ?? ''}`, 'team', 'blue')
  })
  const [shipment] = desk.account.list('/shipments')
  await desk.clock.advanceUntil(
    async () => (await valueOf(desk, 'team', { type: 'shipment', id: shipment?.id ?? '' })) === 'blue',
  )
  const slugs = async (type: FieldTarget['type'], id: string) =>
    (await fieldsOf(desk, { type, id })).map(({ slug }) => slug)
  expect([
    await slugs('container', desk.container.id),
    await slugs('shipment', shipment?.id ?? ''),
    await slugs('tracking_request', 'any'),
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
    const desk = await deskWith(ofEveryKind)
    await untilShown(desk, 'papers', ['inv', 'pl'])
    await desk.clock.advanceUntil(
      async () => (await fieldsOf(desk, desk.container)).filter(({ options }) => options.length === 2).length === 2,
    )
    desk.network.unplug()
    await save(desk, slug, value)
    expect([await valueOf(desk, slug), (await editsOf(desk)).map(({ field, state }) => [field, state])]).toEqual([
      value,
      [[{ custom: slug }, 'waiting']],
    ])
    desk.network.plug()
    await untilSent(desk)
    expect([await valueOf(desk, slug), serviceValue(desk, slug)]).toEqual([value, stored])
    await desk.clock.advance(HALF_HOUR_MS)
    expect(await valueOf(desk, slug)).toEqual(value)
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
    const desk = await deskWith((account, path) => {
      ofEveryKind(account, path)
      account.defineField('Container', 'short', 'short_text', { validation: { max_length: 5 } })
      account.defineField('Container', 'must', 'short_text', { validation: { required: true } })
    })
    await untilShown(desk, 'papers', ['inv', 'pl'])
    await expect(save(desk, slug, value)).rejects.toMatchObject({ code: 'fields/not-taken', details: { reason } })
    await expect(save(desk, 'no_such', 'x')).rejects.toMatchObject({ code: 'fields/unknown' })
    await expect(
      desk.client.call('edits.saveField', { target: { type: 'container', id: 'no such' }, slug, value }),
    ).rejects.toMatchObject({ code: 'containers/unknown' })
    expect(await editsOf(desk)).toEqual([])
  })

  test.each<[string, unknown, 'mine' | 'theirs', FieldValue]>([
    ['changed', 'THEIRS', 'mine', 'MINE'],
    ['changed', 'THEIRS', 'theirs', 'THEIRS'],
    ['cleared', null, 'mine', 'MINE'],
    ['cleared', null, 'theirs', null],
  ])('that another user has %s (%j) is a conflict that the user resolves: %s', async (_name, theirs, keep, after) => {
    const desk = await deskWith((account, path) => {
      account.defineField('Container', 'note', 'short_text')
      account.setField(path, 'note', 'BEFORE')
    })
    await untilShown(desk, 'note', 'BEFORE')
    desk.network.unplug()
    await save(desk, 'note', 'MINE')
    if (theirs === null) desk.account.send('DELETE', `${desk.path}/custom_fields/note`)
    else desk.account.setField(desk.path, 'note', theirs)
    desk.network.plug()
    await desk.clock.advanceUntil(async () => (await editsOf(desk))[0]?.state === 'conflict')
    const [edit] = await editsOf(desk)
    expect([edit?.value, edit?.base, edit?.theirs]).toEqual(['MINE', 'BEFORE', theirs])
    await desk.client.call('edits.resolve', { id: edit?.id ?? '', keep })
    await untilSent(desk)
    expect([await valueOf(desk, 'note'), serviceValue(desk, 'note') ?? null]).toEqual([after, after])
  })

  test('that is undone before it is sent is never sent', async () => {
    const desk = await plainDesk()
    await untilShown(desk, 'note', null)
    desk.network.unplug()
    const { id } = await save(desk, 'note', 'x')
    await desk.client.call('edits.undo', { id: id ?? '' })
    desk.network.plug()
    await desk.clock.advance(60_000)
    expect([
      await valueOf(desk, 'note'),
      serviceValue(desk, 'note'),
      desk.network.sent.some(({ method }) => method === 'POST'),
    ]).toEqual([null, undefined, false])
  })

  test('whose answer was lost is sent again, and the service has one value', async () => {
    const desk = await plainDesk()
    await untilShown(desk, 'note', null)
    let hung = 0
    desk.network.fault(({ method }): Fault | null => (method === 'POST' && hung++ === 0 ? { kind: 'hang' } : null))
    await save(desk, 'note', 'MAYBE')
    await untilSent(desk)
    expect(desk.account.list(`${desk.path}/custom_fields`).map(({ attributes }) => attributes['value'])).toEqual([
      'MAYBE',
    ])
  })

  test('whose definition was deleted is refused, and other edits of its record are sent', async () => {
    const desk = await deskWith((account) => {
      for (const slug of ['note', 'other']) account.defineField('Container', slug, 'short_text')
    })
    await untilShown(desk, 'note', null)
    await untilShown(desk, 'other', null)
    desk.network.fault(({ method }): Fault | null => (method === 'POST' ? { kind: 'answer', status: 502 } : null))
    await save(desk, 'note', 'x')
    await desk.clock.advanceUntil(async () => (await editsOf(desk))[0]?.isUnsure === true)
    const definition = desk.account
      .list('/custom_field_definitions')
      .find(({ attributes }) => attributes['api_slug'] === 'note')
    desk.account.send('DELETE', `/custom_field_definitions/${definition?.id ?? ''}`)
    await aDayLater(desk)
    await desk.clock.advance(HALF_HOUR_MS)
    const [edit] = await editsOf(desk)
    expect([edit?.state, edit?.failure?.code]).toEqual(['refused', 'fields/unknown'])
    desk.network.fault(null)
    await save(desk, 'other', 'goes on')
    await desk.clock.advanceUntil(() => Promise.resolve(serviceValue(desk, 'other') === 'goes on'))
  })

  test('whose deletion is sent twice counts as cleared, because the value is absent (C9)', async () => {
    const desk = await deskWith((account, path) => {
      account.defineField('Container', 'note', 'short_text')
      account.setField(path, 'note', 'gone soon')
    })
    await untilShown(desk, 'note', 'gone soon')
    let hung = 0
    desk.network.fault(({ method }): Fault | null => (method === 'DELETE' && hung++ === 0 ? { kind: 'hang' } : null))
    await save(desk, 'note', null)
    await untilSent(desk)
    expect([await valueOf(desk, 'note'), serviceValue(desk, 'note')]).toEqual([null, undefined])
  })
})

test('an option has the label that the user gave it, also at the service', async () => {
  const desk = await deskWith(ofEveryKind)
  await desk.clock.advanceUntil(
    async () => (await fieldsOf(desk, desk.container)).find(({ slug }) => slug === 'desk')?.options.length === 2,
  )
  const options = async () => (await fieldsOf(desk, desk.container)).find(({ slug }) => slug === 'desk')?.options ?? []
  const [north] = await options()
  desk.network.unplug()
  await desk.client.call('edits.saveLabel', { optionId: north?.id ?? '', label: 'Hamburg' })
  expect((await options()).map(({ label }) => label)).toEqual(['Hamburg', 'South'])
  desk.network.plug()
  await untilSent(desk)
  const [definition] = desk.account.list('/custom_field_definitions?filter[display_name]=desk')
  expect(
    desk.account
      .list(`/custom_field_definitions/${definition?.id ?? ''}/options`)
      .map(({ attributes }) => attributes['label']),
  ).toEqual(['Hamburg', 'South'])
  expect(desk.network.sent.find(({ method }) => method === 'PATCH')?.headers['content-type']).toBe('application/json')
  await expect(desk.client.call('edits.saveLabel', { optionId: 'no such', label: 'x' })).rejects.toMatchObject({
    code: 'fields/unknown',
  })
})

test('options are read once a day, and deleted ones disappear', async () => {
  const desk = await deskWith(ofEveryKind)
  const labels = async () =>
    (await fieldsOf(desk, desk.container)).find(({ slug }) => slug === 'desk')?.options.map(({ label }) => label)
  await desk.clock.advanceUntil(async () => (await labels())?.length === 2)
  const [definition] = desk.account.list('/custom_field_definitions?filter[display_name]=desk')
  const path = `/custom_field_definitions/${definition?.id ?? ''}/options`
  const [north, south] = desk.account.list(path)
  desk.account.send('DELETE', `${path}/${north?.id ?? ''}`)
  desk.account.send('PATCH', `${path}/${south?.id ?? ''}`, { label: 'Southern' })
  await aDayLater(desk)
  await desk.clock.advanceUntil(async () => JSON.stringify(await labels()) === '["Southern"]')
})

test('references of a tracking request are edited like those of a container', async () => {
  const desk = await plainDesk()
  const window = { offset: 0, limit: 10 }
  const requests = async () =>
    (await desk.client.call('tracking.list', { filter: { scope: 'all' }, sort: [], window })).rows
  await desk.clock.advanceUntil(async () => (await requests()).length > 0)
  const [request] = await requests()
  const target: EditTarget = { type: 'tracking_request', id: request?.id ?? '' }
  const refs = async () => (await requests()).find(({ id }) => id === target.id)?.refs
  desk.network.unplug()
  await desk.client.call('edits.saveLabels', { target, field: 'refs', words: ['PO-9'] })
  expect(await refs()).toEqual(['PO-9'])
  desk.network.plug()
  await untilSent(desk)
  expect([
    await refs(),
    desk.account.send('GET', `/tracking_requests/${target.id}`).data.attributes['ref_numbers'],
  ]).toEqual([['PO-9'], ['PO-9']])
  await expect(desk.client.call('edits.saveLabels', { target, field: 'tags', words: ['x'] })).rejects.toMatchObject({
    code: 'contract/invalid-input',
  })
  expect((await loadAllRows(desk)).length).toBeGreaterThan(0)
})
