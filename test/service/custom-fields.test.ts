// Custom fields (specification 2.8, 4.2): definitions, options, and values under every kind of record.
import { describe, expect, test } from 'vitest'
import { createClient, type Resource } from './client.ts'

const client = createClient()
const [container] = client.list('/containers').data
const [shipment] = client.list('/shipments').data
const [request] = client.list('/tracking_requests').data

const createDefinition = (attributes: object) =>
  client.send('POST', '/custom_field_definitions', { data: { type: 'custom_field_definition', attributes } })
const createDefinitionOrThrow = (api_slug: string, data_type: string, changes: object = {}): Resource => {
  const { status, document } = createDefinition({
    entity_type: 'Shipment',
    api_slug,
    display_name: api_slug,
    data_type,
    ...changes,
  })
  if (status !== 201) throw new Error(JSON.stringify(document))
  return document.data
}
const setValue = (path: string, api_slug: string, sent: unknown) =>
  client.send('POST', `${path}/custom_fields`, {
    data: { type: 'custom_field', attributes: { api_slug, value: sent } },
  })
const shipmentPath = `/shipments/${shipment!.id}`

describe('definitions', () => {
  test('are created, filtered, changed where that is allowed, and deleted together with their values', () => {
    const { id } = createDefinitionOrThrow('broker', 'short_text', { description: 'Who clears it' })
    expect(setValue(shipmentPath, 'broker', 'Ines').status).toBe(201)
    const listSlugs = (query: string) =>
      client.list(`/custom_field_definitions?${query}`).data.map(({ attributes }) => attributes['api_slug'])
    expect(listSlugs('filter[entity_type]=Shipment&filter[data_type]=short_text&filter[display_name]=BRO')).toEqual([
      'broker',
    ])
    expect(listSlugs('filter[entity_type]=Container')).toEqual([])

    const path = `/custom_field_definitions/${id}`
    const patch = (attributes: object) =>
      client.send('PATCH', path, { data: { type: 'custom_field_definition', attributes } })
    expect(patch({ display_name: 'Customs broker' }).document.data.attributes).toMatchObject({
      display_name: 'Customs broker',
      description: 'Who clears it',
    })
    expect(patch({ data_type: 'number' }).document.errors[0]).toMatchObject({
      code: 'immutable',
      source: { pointer: '/data/attributes/data_type' },
    })

    expect(client.sendRaw('DELETE', `/v2${path}`)).toMatchObject({ status: 200, body: new Uint8Array() })
    expect(client.list(`${shipmentPath}/custom_fields`).data).toEqual([])
    expect(client.sendRaw('GET', `/v2${path}`).status).toBe(404)
  })

  test('accept a description up to the limit, and a longer one is refused without losing the stored one', () => {
    const { id } = createDefinitionOrThrow('longwinded', 'short_text', { description: 'first' })
    const patch = (description: string) =>
      client.send('PATCH', `/custom_field_definitions/${id}`, {
        data: { type: 'custom_field_definition', attributes: { description } },
      }).status
    expect(patch('x'.repeat(255))).toBe(200)
    expect(patch('x'.repeat(256))).toBe(422)
    expect(client.get(`/custom_field_definitions/${id}`).data.attributes['description']).toBe('x'.repeat(255))
  })

  test('of containers also accept the entity name that live answers use', () =>
    expect(
      createDefinition({ entity_type: 'Cargo', api_slug: 'live_name', display_name: 'x', data_type: 'boolean' })
        .document.data.attributes['entity_type'],
    ).toBe('Container'))

  test.each([
    ['entity_type', { entity_type: 'Truck' }],
    ['api_slug', { api_slug: 'Two Words' }],
    ['data_type', { data_type: 'colour' }],
    ['display_name', { display_name: '' }],
    ['reference_type', { data_type: 'reference' }],
    ['validation', { validation: 'none' }],
    ['description', { description: 7 }],
  ])('with a wrong %s are refused', (name, changes) => {
    const { status, document } = createDefinition({
      entity_type: 'Shipment',
      api_slug: 'fine',
      display_name: 'Fine',
      data_type: 'number',
      ...changes,
    })
    expect(status).toBe(422)
    expect(document.errors.map(({ source }) => source!.pointer)).toContain(`/data/attributes/${name}`)
  })

  test('are unique per slug and kind of record', () => {
    createDefinitionOrThrow('twice', 'number')
    expect(
      createDefinition({ entity_type: 'Shipment', api_slug: 'twice', display_name: 'x', data_type: 'number' }).document
        .errors[0]!.code,
    ).toBe('taken')
  })
})

describe('options', () => {
  const { id } = createDefinitionOrThrow('priority', 'enum')
  const path = `/custom_field_definitions/${id}/options`
  const createOption = (attributes: object) =>
    client.send('POST', path, { data: { type: 'custom_field_option', attributes } })

  test('are added, ordered by position, changed by either form of body, and deleted', () => {
    const low = createOption({ label: 'Low', value: 'low', position: 2 }).document.data
    const high = createOption({ label: 'High', value: 'high', position: 1 }).document.data
    expect(client.list(path).data.map(({ attributes }) => attributes['value'])).toEqual(['high', 'low'])
    expect(low.links!['self']).toBe(`/v2${path}/${low.id}`)

    expect(
      client.send('PATCH', `${path}/${low.id}`, { label: 'Lowest', position: 0 }).document.data.attributes,
    ).toEqual({ label: 'Lowest', value: 'low', position: 0 })
    expect(
      client.send('PATCH', `${path}/${low.id}`, { data: { type: 'custom_field_option', attributes: { label: 'Low' } } })
        .document.data.attributes['label'],
    ).toBe('Low')
    expect(client.list(path).data.map(({ attributes }) => attributes['value'])).toEqual(['low', 'high'])

    expect(setValue(shipmentPath, 'priority', 'high').document.data.attributes).toEqual({
      api_slug: 'priority',
      value: 'high',
      display_value: 'High',
    })
    expect(client.sendRaw('DELETE', `/v2${path}/${high.id}`)).toMatchObject({ status: 200, body: new Uint8Array() })
    // A field that has the value of a deleted option keeps it.
    expect(client.list(`${shipmentPath}/custom_fields`).data.map(({ attributes }) => attributes)).toContainEqual({
      api_slug: 'priority',
      value: 'high',
      display_value: 'high',
    })
    expect(client.get(`${path}/${low.id}`).data.id).toBe(low.id)
  })

  test.each([
    [{ value: 'x' }, 'label'],
    [{ label: 'X' }, 'value'],
    [{ label: 'X', value: 'a,b' }, 'value'],
    [{ label: 'X', value: 'low' }, 'value'],
    [{ label: 'X', value: 'y', position: -1 }, 'position'],
  ])('%j is refused for its %s', (attributes, name) => {
    const { status, document } = createOption(attributes)
    expect(status).toBe(422)
    expect(document.errors[0]!.source!.pointer).toBe(`/data/attributes/${name}`)
  })

  test('are for enumerations only, and belong to one definition', () => {
    const otherDefinition = createDefinitionOrThrow('plain', 'number')
    expect(
      client.send('POST', `/custom_field_definitions/${otherDefinition.id}/options`, { label: 'A', value: 'a' }).status,
    ).toBe(422)
    const [ownOption] = client.list(path).data
    expect(
      client.sendRaw('GET', `/v2/custom_field_definitions/${otherDefinition.id}/options/${ownOption!.id}`).status,
    ).toBe(404)
  })
})

describe('values', () => {
  test('of every type are stored, shown and refused by their rules', () => {
    createDefinitionOrThrow('text', 'short_text', { validation: { max_length: 5, pattern: '^[a-z]+$' } })
    createDefinitionOrThrow('amount', 'number')
    createDefinitionOrThrow('day', 'date')
    createDefinitionOrThrow('moment', 'datetime')
    createDefinitionOrThrow('done', 'boolean')
    const several = createDefinitionOrThrow('several', 'enum_multi')
    for (const name of ['a', 'b'])
      client.send('POST', `/custom_field_definitions/${several.id}/options`, { label: name.toUpperCase(), value: name })
    createDefinitionOrThrow('link', 'reference', { reference_type: 'container' })
    const values: [string, unknown, unknown, string | null][] = [
      ['text', 'abc', 'abc', 'abc'],
      ['amount', '12.5', 12.5, '12.5'],
      ['day', '2026-11-20', '2026-11-20', '2026-11-20'],
      ['moment', '2026-11-20T09:00:00-08:00', '2026-11-20T09:00:00-08:00', '2026-11-20T09:00:00-08:00'],
      ['done', false, false, 'No'],
      ['several', ['a', 'b'], 'a,b', 'A, B'],
      ['link', { type: 'container', id: container!.id }, { type: 'container', id: container!.id }, container!.id],
      ['amount', null, null, null],
    ]
    for (const [slug, sent, stored, shown] of values) {
      const { status, document } = setValue(shipmentPath, slug, sent)
      expect([status, document.data.attributes]).toEqual([201, { api_slug: slug, value: stored, display_value: shown }])
    }
    const refused: [string, unknown][] = [
      ['text', 'ABC'],
      ['text', 'abcdef'],
      ['text', 7],
      ['amount', '1e99'],
      ['amount', 'x'],
      ['day', '2026-02-30'],
      ['day', '20.11.2026'],
      ['moment', 'soon'],
      ['done', 'yes'],
      ['several', ['c']],
      ['link', { type: 'shipment', id: 'x' }],
    ]
    for (const [slug, sent] of refused) {
      const { status, document } = setValue(shipmentPath, slug, sent)
      expect([status, document.errors[0]!.source!.pointer], `${slug} ${JSON.stringify(sent)}`).toEqual([
        422,
        '/data/attributes/value',
      ])
    }
  })

  test('are replaced by sending them again, changed by slug and by id, and deleted', () => {
    createDefinitionOrThrow('again', 'number')
    const first = setValue(shipmentPath, 'again', 1).document.data
    const second = setValue(shipmentPath, 'again', 2)
    expect([second.status, second.document.data.id]).toEqual([201, first.id])
    const createBody = (sent: unknown) => ({ data: { type: 'custom_field', attributes: { value: sent } } })
    expect(
      client.send('PATCH', `${shipmentPath}/custom_fields/again`, createBody(3)).document.data.attributes['value'],
    ).toBe(3)
    expect(client.send('PATCH', `/custom_fields/${first.id}`, createBody(4)).document.data.attributes['value']).toBe(4)
    expect(client.get(`/custom_fields/${first.id}?include=definition,entity`).included.map(({ type }) => type)).toEqual(
      ['custom_field_definition', 'shipment'],
    )
    expect(client.sendRaw('DELETE', `/v2${shipmentPath}/custom_fields/again`).status).toBe(204)
    expect(client.sendRaw('DELETE', `/v2/custom_fields/${first.id}`).status).toBe(404)
  })

  test('can be set on containers and requests, and lists over all records name the entity', () => {
    createDefinition({ entity_type: 'Container', api_slug: 'gate', display_name: 'Gate', data_type: 'short_text' })
    createDefinition({
      entity_type: 'TrackingRequest',
      api_slug: 'desk',
      display_name: 'Desk',
      data_type: 'short_text',
    })
    const entity = { entity: { data: { type: 'container', id: container!.id } } }
    const created = client.send('POST', '/custom_fields', {
      data: { type: 'custom_field', attributes: { api_slug: 'gate', value: 'G4' }, relationships: entity },
    })
    expect(created.status).toBe(201)
    expect(client.list(`/containers/${container!.id}/custom_fields`).data.map(({ id }) => id)).toEqual([
      created.document.data.id,
    ])
    expect(client.list(`/custom_fields?filter[entity_id]=${container!.id}`).data).toHaveLength(1)
    expect(client.list('/custom_fields?filter[entity_type]=Cargo').data).toHaveLength(1)
    expect(setValue(`/tracking_requests/${request!.id}`, 'desk', 'Two').status).toBe(201)
    expect(client.sendRaw('DELETE', `/v2/custom_fields/${created.document.data.id}`).status).toBe(200)
    const withoutEntity = client.send('POST', '/custom_fields', {
      data: { type: 'custom_field', attributes: { api_slug: 'gate', value: 'x' } },
    })
    expect(withoutEntity.document.errors[0]!.source!.pointer).toBe('/data/relationships/entity')
  })

  test('of a field that does not exist for the record are refused', () => {
    expect(setValue(`/containers/${container!.id}`, 'broker', 'x').document.errors[0]!.source!.pointer).toBe(
      '/data/attributes/api_slug',
    )
    expect(setValue('/containers/nothing', 'gate', 'x').status).toBe(404)
  })
})
