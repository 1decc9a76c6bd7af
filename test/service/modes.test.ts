// The service has modes for tests of clients: irregular answers, short pages, and faults by rule.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFaults, readFaults, type FaultRule } from '#service/faults.ts'
import { createClient, readText, type ListDocument } from './client.ts'
import { uploadDocument } from './uploading.ts'

describe('quirks', () => {
  const [regular, quirky] = [createClient({ containers: 100 }), createClient({ containers: 100, isQuirky: true })]
  const path = '/containers?page[size]=100&include=shipment,pod_terminal,transport_events'
  const list = quirky.list(path)

  test('are active on request, and the same for the same record every time', () => {
    expect(list).toEqual(quirky.list(path))
    expect(list.data.map(({ id }) => id)).toEqual(regular.list(path).data.map(({ id }) => id))
    expect(list).not.toEqual(regular.list(path))
  })

  test('omit, add, empty and rewrite values as the live service does', () => {
    const allAttributes = list.data.map((container) => container.attributes)
    const countWhere = (isMatching: (attributes: Record<string, unknown>) => boolean) =>
      allAttributes.filter(isMatching).length
    expect(countWhere((attributes) => !('current_status' in attributes))).toBeGreaterThan(0)
    expect(countWhere((attributes) => !('import_deadlines' in attributes))).toBeGreaterThan(0)
    expect(countWhere((attributes) => attributes['seal_number'] === '')).toBeGreaterThan(0)
    expect(countWhere((attributes) => attributes['weight_in_lbs'] === 0)).toBeGreaterThan(0)
    expect(countWhere((attributes) => String(attributes['location_at_pod_terminal']).includes('<br>'))).toBeGreaterThan(
      0,
    )
    expect(countWhere((attributes) => /-07:00$/.test(String(attributes['pod_arrived_at'])))).toBeGreaterThan(0)
    expect(countWhere((attributes) => /\.\d{3}Z$/.test(String(attributes['created_at'])))).toBeGreaterThan(0)
    expect(countWhere((attributes) => String(attributes['pod_timezone']).startsWith('US/'))).toBeGreaterThan(0)
    const terminals = list.included.filter(({ type }) => type === 'terminal')
    expect(terminals.every((terminal) => terminal.attributes['id'] === terminal.id)).toBe(true)
    const linked = list.data.flatMap(
      ({ relationships }) => (relationships['transport_events']?.data as { id: string }[] | undefined) ?? [],
    )
    const ids = new Set(list.included.map(({ id }) => id))
    expect(linked.some(({ id }) => !ids.has(id))).toBe(true)
    expect(list.data.some(({ relationships }) => relationships['shipment']?.data === null)).toBe(true)
    expect(
      list.included.some(({ type, attributes }) => type === 'transport_event' && attributes['timestamp'] === null),
    ).toBe(true)
  })

  test('write some deadlines as bare dates, in containers and in events; without quirks each is a date-time', () => {
    const listDeadlines = (isQuirky: boolean) => {
      const client = createClient({ containers: 300, isQuirky })
      const containers = client.listAll('/containers?page[size]=100')
      const members = containers.flatMap(({ attributes }) =>
        Object.values({
          ...(attributes['import_deadlines'] as Record<string, unknown> | undefined),
          lfd: attributes['pickup_lfd'],
          rail: attributes['ind_facility_lfd_on'],
        }),
      )
      const events = containers.flatMap(({ id }) =>
        client
          .list(`/containers/${id}/transport_events`)
          .data.filter(({ attributes }) => /pickup_lfd/.test(String(attributes['event']))),
      )
      return [members, events.flatMap(({ attributes }) => [attributes['timestamp'], attributes['value']])].map(
        (deadlines) => deadlines.filter((deadline) => typeof deadline === 'string'),
      )
    }
    const isBareDate = (deadline: string) => /^\d{4}-\d{2}-\d{2}$/.test(deadline)
    const [regularDeadlines, quirkyDeadlines] = [listDeadlines(false), listDeadlines(true)]
    expect(
      regularDeadlines.map((deadlines) => [
        deadlines.length > 300,
        deadlines.filter((deadline) => !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(deadline)),
      ]),
    ).toEqual([
      [true, []],
      [true, []],
    ])
    expect(quirkyDeadlines.map((deadlines) => deadlines.some(isBareDate))).toEqual([true, true])
  })

  test('repeat the id of some kinds in the attributes', () => {
    const bytes = new TextEncoder().encode('PACKING LIST')
    const document = uploadDocument(quirky, bytes, { filename: 'a.txt', content_type: 'text/plain' })
    const included = quirky.list(
      '/shipments?page[size]=100&include=port_of_lading,destination,destination_terminal,pod_terminal',
    ).included
    const notification = quirky.get('/webhook_notifications/examples?event=container.updated').data
    const records = [document.data, notification, ...included.filter(({ type }) => type !== 'container')]
    expect(new Set(records.filter(({ id, attributes }) => attributes['id'] === id).map(({ type }) => type))).toEqual(
      new Set(['document', 'webhook_notification', 'port', 'metro_area', 'terminal', 'rail_terminal']),
    )
  })

  test('affect errors: null sources, and HTML in place of an empty answer', () => {
    expect((JSON.parse(readText(quirky.sendRaw('GET', '/v2/search'))) as ListDocument).errors[0]).toMatchObject({
      meta: null,
    })
    const notFound = quirky.sendRaw('GET', '/v2/containers/x/route')
    expect([notFound.status, notFound.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    for (const path of ['/webhooks', '/custom_field_definitions', '/search?query=MSCU'])
      expect(quirky.list(path)).not.toHaveProperty('meta')
    const refused = quirky.send('PATCH', `/shipments/${quirky.list('/shipments').data[0]!.id}`, {
      data: { type: 'shipment', attributes: {} },
    })
    expect([refused.status, Object.keys(refused.document)]).toEqual([422, ['error']])
    expect(quirky.send('GET', '/custom_fields?page[size]=2', undefined)).toMatchObject({
      status: 500,
      document: { errors: [{ source: null, detail: null }] },
    })
    for (const name of ['entity_type', 'entity_id', 'definition_id'])
      expect(quirky.send('GET', `/custom_fields?filter[${name}]=x`, undefined).status).toBe(200)
    expect(quirky.send('GET', '/webhook_notifications/examples', undefined)).toMatchObject({
      status: 400,
      document: { errors: [{ source: { parameter: 'event' } }] },
    })
  })

  test('return one record for a declared list, a list without counts, and a result without an id', () => {
    expect(quirky.get('/webhook_notifications/examples?event=container.updated').data.type).toBe('webhook_notification')
    expect(quirky.list('/parties').meta).toEqual({ total: quirky.list('/parties').data.length })
    expect(
      quirky.send('POST', '/tracking_requests/infer_number', { number: 'MSKU1234565' }).document.data,
    ).not.toHaveProperty('id')
  })

  test('show undeclared attributes, reasons and sources', () => {
    const shipments = createClient({ containers: 900, isQuirky: true }).listAll('/shipments?page[size]=100')
    const hasSome = (isMatching: (attributes: Record<string, unknown>) => boolean) =>
      shipments.some((shipment) => isMatching(shipment.attributes))
    expect(hasSome((attributes) => attributes['line_tracking_stopped_reason'] === 'account_closed')).toBe(true)
    expect(hasSome((attributes) => attributes['ref_numbers'] === null)).toBe(true)
    expect(hasSome((attributes) => JSON.stringify(attributes['ref_numbers']) === '[null]')).toBe(true)
    expect(
      hasSome((attributes) => attributes['destination_locode'] === null && attributes['destination_name'] !== null),
    ).toBe(true)
    expect(
      hasSome(
        (attributes) =>
          attributes['pod_eta_at'] !== null &&
          attributes['port_of_discharge_locode'] === null &&
          attributes['pod_timezone'] === null,
      ),
    ).toBe(true)
    expect(hasSome((attributes) => 'pol_original_etd_at' in attributes)).toBe(true)
    const events = list.included.filter(({ type }) => type === 'transport_event')
    expect(events.some((event) => event.attributes['data_source'] === 'rail')).toBe(true)
    expect(events.some(({ relationships }) => 'name' in (relationships['vessel']?.data ?? {}))).toBe(true)
    const definition = {
      data: {
        type: 'custom_field_definition',
        attributes: { entity_type: 'Container', api_slug: 'yard', display_name: 'Yard', data_type: 'short_text' },
      },
    }
    expect(quirky.send('POST', '/custom_field_definitions', definition)).toMatchObject({
      status: 201,
      document: { data: { attributes: { entity_type: 'Cargo' } } },
    })
  })
})

test('pages are cut to --page-max, and all records are still reached', () => {
  const client = createClient({ pageMax: 7 })
  const list = client.list('/containers?page[size]=100')
  expect([list.data.length, list.meta.size]).toEqual([7, 7])
  expect(client.listAll('/containers?page[size]=100').map(({ id }) => id)).toEqual(
    createClient()
      .listAll('/containers?page[size]=100')
      .map(({ id }) => id),
  )
})

describe('faults', () => {
  const drawFaults = (rules: FaultRule[], count: number, url = '/v2/containers', method = 'GET') => {
    const faults = createFaults(rules, '1')
    return Array.from({ length: count }, () => faults.draw(method, url))
  }

  test('apply by method, path, probability and number, equally in every run', () => {
    const rules: FaultRule[] = [
      { kind: 'status', status: 503, retryAfterSeconds: 7, path: '/containers', method: 'get', probability: 0.3 },
    ]
    const failed = drawFaults(rules, 1000).filter(({ answer }) => answer !== null)
    expect(failed.length).toBeGreaterThan(240)
    expect(failed.length).toBeLessThan(360)
    expect(drawFaults(rules, 1000)).toEqual(drawFaults(rules, 1000))
    expect(failed[0]!.answer).toMatchObject({
      kind: 'status',
      when: 'before',
      response: { status: 503, headers: { 'retry-after': '7' } },
    })
    expect(drawFaults(rules, 50, '/v2/shipments').every(({ answer }) => answer === null)).toBe(true)
    expect(drawFaults(rules, 50, '/v2/containers', 'PATCH').every(({ answer }) => answer === null)).toBe(true)
    expect(drawFaults([{ kind: 'reset', times: 2, when: 'after' }], 5).map(({ answer }) => answer)).toEqual([
      { kind: 'reset', when: 'after' },
      { kind: 'reset', when: 'after' },
      null,
      null,
      null,
    ])
  })

  test('delays add up, and the first other fault is the answer', () =>
    expect(
      drawFaults(
        [
          { kind: 'latency', latencyMs: 20 },
          { kind: 'latency', latencyMs: 30 },
          { kind: 'hang' },
          { kind: 'truncate' },
        ],
        1,
      ),
    ).toEqual([{ delayMs: 50, answer: { kind: 'hang', when: 'before' } }]))

  test.each([
    ['{', /cannot be used/],
    ['{}', /it is no list/],
    ['[{"kind":"explosion"}]', /rule 1 is not one/],
    ['[{"kind":"hang"},{"kind":"status","probability":2}]', /rule 2 is not one/],
  ])('a file of %s is refused with a sentence', (content, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), 'faults-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'faults.json')
    writeFileSync(path, content)
    expect(() => readFaults(path, '1')).toThrow(sentence)
  })
})
