// Which answers the decoder accepts and which it refuses.
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { boolean, instant, number, related, text, texts, zone } from '#engine/api/attributes.ts'
import { decodeDocument, decodeSteps, parseJson } from '#engine/api/decode.ts'

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const decode = (value: unknown) => decodeDocument(bytes(value), 'container')
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const catchCode = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
  return 'no error'
}

describe('the decoder refuses', () => {
  test.each([
    ['truncated JSON', '{"data":[{"id":"1","type":"conta'],
    ['an empty body', ''],
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['no data', { meta: { total: 0 } }],
    ['data of another kind', { data: 'none' }],
    ['neither a record nor a list', { data: null }],
    ['one record without an id', { data: { type: 'container', attributes: {} } }],
    ['one record with an empty id', { data: { id: '', type: 'container' } }],
    ['one record that nests too deep', `{"data":{"id":"c1","type":"container","attributes":{"a":${nested(100)}}}}`],
    ['a bare list', [1, 2]],
  ])('%s', (_name, body) => expect(catchCode(() => decode(body))).toBe('api/malformed'))
  test('text that is not UTF-8', () =>
    expect(catchCode(() => decodeDocument(new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 'container'))).toBe(
      'api/malformed',
    ))
})

describe('the decoder reads', () => {
  test('a byte order mark before the text', () => expect(decode('\uFEFF{"data":[]}').data).toEqual([]))
  test('a list with its included records, next page and count', () => {
    const document = decode({
      data: [
        {
          id: 'c1',
          type: 'container',
          attributes: { number: 'MSCU1234567' },
          relationships: { shipment: { data: { id: 's1', type: 'shipment' } } },
        },
      ],
      included: [{ id: 's1', type: 'shipment', attributes: {} }],
      links: { self: 'x', next: 'https://host/v2/containers?page[number]=2' },
      meta: { size: 30, total: 41 },
    })
    expect(document).toEqual({
      data: [
        {
          type: 'container',
          id: 'c1',
          attributes: { number: 'MSCU1234567' },
          relationships: { shipment: { type: 'shipment', id: 's1' } },
        },
      ],
      included: [{ type: 'shipment', id: 's1', attributes: {}, relationships: {} }],
      unreadable: [],
      next: 'https://host/v2/containers?page[number]=2',
      total: 41,
    })
  })
  test('one record instead of a list', () =>
    expect(decode({ data: { id: 'c1', type: 'container' } }).data).toHaveLength(1))
  test('an empty list', () =>
    expect(decode({ data: [] })).toEqual({ data: [], included: [], unreadable: [], next: null, total: null }))
  test.each(['account', 'cargo', 'container', undefined])('a container with the type %s', (type) =>
    expect(decode({ data: [{ id: 'c1', type }] }).data[0]?.type).toBe('container'),
  )
  test('the type cargo in relationships and included records as a container', () => {
    const { included } = decode({
      data: [],
      included: [{ id: 'c1', type: 'cargo', relationships: { peer: { data: { id: 'c2', type: 'cargo' } } } }],
    })
    expect(included[0]).toMatchObject({ type: 'container', relationships: { peer: { type: 'container', id: 'c2' } } })
  })
  test('relationships that are null, empty, lists, without data, or invalid', () => {
    const relationships = {
      empty: { data: null },
      many: { data: [{ id: 'e1', type: 'transport_event' }, { id: 7 }, null] },
      linked: { links: { related: '/x' } },
      odd: 'text',
    }
    expect(decode({ data: { id: 'c1', type: 'container', relationships } }).data[0]?.relationships).toEqual({
      empty: null,
      many: [{ type: 'transport_event', id: 'e1' }],
    })
  })
  test('included records, without unusable ones', () =>
    expect(
      decode({ data: [], included: [null, { type: 'port' }, { id: 'p1', type: 'port' }] }).included.map(({ id }) => id),
    ).toEqual(['p1']))
  test('a link as an object, and a count under pagination', () => {
    const document = decode({ data: [], links: { next: { href: '/n' } }, meta: { pagination: { records: 3 } } })
    expect([document.next, document.total]).toEqual(['/n', 3])
  })
  test.each([null, 'many', -1, 2.5])('an answer with the invalid count %s, without the count', (total) =>
    expect(decode({ data: [], meta: { total } }).total).toBeNull(),
  )
})

describe('an unusable record of a list is left out, and the others are read:', () => {
  const good = (id: string) => `{"id":"${id}","type":"container","attributes":{"number":"MSCU1234567"}}`
  const listed = (bad: string) => decode(`{"data":[${good('c1')},${bad},${good('c3')}],"meta":{"total":3}}`)
  test.each<[string, string, { id: string | null; fault: string }]>([
    ['without an id', '{"type":"container","attributes":{"number":"GHOST"}}', { id: null, fault: 'no-id' }],
    ['with an empty id', '{"id":"","type":"container"}', { id: null, fault: 'no-id' }],
    ['that is null', 'null', { id: null, fault: 'no-id' }],
    ['that is a number', '7', { id: null, fault: 'no-id' }],
    [
      'with an id of 100,000 letters',
      `{"id":"${'x'.repeat(100_000)}","type":"container"}`,
      { id: 'x'.repeat(200), fault: 'no-id' },
    ],
    [
      'with an attribute that nests 10,000 deep',
      `{"id":"c2","type":"container","attributes":{"a":${nested(10_000)}}}`,
      { id: 'c2', fault: 'too-deep' },
    ],
    [
      'with a relationship that nests too deep',
      `{"id":"c2","type":"container","relationships":{"a":{"data":${nested(100)}}}}`,
      { id: 'c2', fault: 'too-deep' },
    ],
    [
      'with a text of two million letters',
      `{"id":"c2","type":"container","attributes":{"a":"${'x'.repeat(2_000_000)}"}}`,
      { id: 'c2', fault: 'too-large' },
    ],
    [
      'with six hundred holds',
      `{"id":"c2","type":"container","attributes":{"a":[${'{},'.repeat(600)}{}]}}`,
      { id: 'c2', fault: 'too-large' },
    ],
    [
      'with six hundred attributes',
      `{"id":"c2","type":"container","attributes":{${Array.from({ length: 600 }, (_, n) => `"a${n}":1`).join()}}}`,
      { id: 'c2', fault: 'too-large' },
    ],
    [
      'with fifty thousand values',
      `{"id":"c2","type":"container","attributes":{"a":[${'1,'.repeat(50_000)}1]}}`,
      { id: 'c2', fault: 'too-large' },
    ],
  ])('%s', (_name, bad, expected) => {
    const { data, unreadable, total } = listed(bad)
    expect([data.map(({ id }) => id), unreadable, total]).toEqual([['c1', 'c3'], [{ index: 1, ...expected }], 3])
  })
  test('a record with usual nesting and 1,000 events is read', () => {
    const events = Array.from({ length: 1_000 }, (_, n) => ({ type: 'transport_event', id: `e${n}` }))
    const { data, unreadable } = decode({
      data: [
        {
          id: 'c1',
          type: 'container',
          attributes: { a: { b: { c: { d: [1] } } } },
          relationships: { transport_events: { data: events } },
        },
      ],
    })
    expect([data.length, unreadable]).toEqual([1, []])
  })
})

describe('limits before parsing', () => {
  test.each([
    ['refuse JSON that nests too deep', `{"data":${nested(30_000)}}`, 'api/too-deep'],
    ['refuse JSON that nests too deep and has no end', `{"data":${'['.repeat(3_000_000)}`, 'api/too-deep'],
    ['refuse objects that nest too deep', `{"data":${'{"a":'.repeat(30_000)}`, 'api/too-deep'],
    [
      'refuse a page of too many records',
      `{"data":[${'{"id":"1"},'.repeat(6_000)}{"id":"2"}]}`,
      'api/too-many-records',
    ],
    ['refuse too many included records', `{"data":[],"included":[${'{},'.repeat(6_000)}{}]}`, 'api/too-many-records'],
  ])('%s', (_name, body, code) => expect(catchCode(() => decode(body))).toBe(code))
  test('do not count brackets, commas and quotes inside of texts', () => {
    const odd = `${'['.repeat(30_000)}${'{,'.repeat(30_000)}\\" \\\\`
    expect(
      decode({ data: [{ id: 'c1', type: 'container', attributes: { odd, more: '\\' } }] }).data[0]?.attributes['odd'],
    ).toBe(odd)
  })
  test('count depth and records across the steps of a large answer', () => {
    const filler = `"filler":"${'x'.repeat(700_000)}"`
    const record = (n: number) => `{"id":"c${n}","type":"container","attributes":{${filler}}}`
    expect(decode(`{"data":[${record(1)},${record(2)}]}`).data).toHaveLength(2)
    expect(catchCode(() => decode(`{${filler},"data":[${record(1)}${',{}'.repeat(5_001)}]}`))).toBe(
      'api/too-many-records',
    )
    expect(catchCode(() => decode(`{"data":${'['.repeat(10_001)}"${'x'.repeat(700_000)}",${'['.repeat(10_001)}`))).toBe(
      'api/too-deep',
    )
  })
  test('allow a page of 4,000 records', () =>
    expect(
      decode({ data: Array.from({ length: 4_000 }, (_, n) => ({ id: `c${n}`, type: 'container' })) }).data,
    ).toHaveLength(4_000))
})

/** A list that is split several times. Its texts contain all characters that the splitter looks for. */
const long = (count: number, name = 'c') =>
  Array.from({ length: count }, (_, n) => ({
    id: `${name}${n}`,
    type: 'container',
    attributes: { odd: `"data":[ ],{}\\" 港口 ${'x'.repeat(n % 700)}`, empty: [], list: [[n, { n }]] },
  }))

describe('a long list is parsed in parts with the same result', () => {
  const both = { meta: { total: 2_000 }, data: long(2_000), links: { data: 'x' }, included: long(1_500, 'i') }
  const text = JSON.stringify(both)
  test.each([
    ['as the service writes it', text],
    ['with spaces and line breaks', JSON.stringify(both, null, 2)],
    ['after a byte order mark', `\uFEFF${text}`],
    ['under another name than data', JSON.stringify({ data: [], records: long(2_000) })],
    ['below another record', JSON.stringify({ data: { id: '1', type: 'x', attributes: { data: long(2_000) } } })],
    ['in a bare list', JSON.stringify([long(2_000), long(2_000)])],
    ['after a name that ends with data', `{"\\"data":${JSON.stringify(long(2_000))}}`],
  ])('%s', (_name, body) => expect(parseJson(bytes(body))).toEqual(JSON.parse(body.replace('\uFEFF', ''))))
  test('in steps of one part', () => {
    const decoding = decodeSteps(bytes(text), 'container')
    let steps = 0
    while (decoding.next().done !== true) steps++
    expect(steps).toBeGreaterThan(2 * (text.length / 300_000))
  })
  const list = JSON.stringify(long(3_000))
  const commas = [...list.matchAll(/\},(?=\{"id")/g)].map(({ index }) => index + 1)
  test.each([
    [
      'an extra comma at any position',
      commas.filter((_, n) => n % 97 === 0).map((offset) => `{"data":${list.slice(0, offset)},${list.slice(offset)}}`),
    ],
    ['a comma after the last', [`{"data":${list.slice(0, -1)},]}`]],
    ['no end', commas.filter((_, n) => n % 97 === 0).map((offset) => `{"data":${list.slice(0, offset)}`)],
    ['no end of the document', [`{"data":${list}`]],
    ['another bracket at its end', [`{"data":${list.slice(0, -1)}}}`]],
    ['a wrong bracket', [`{"data":${list.replace('"id":"c1500"', '"id":[}')}}`]],
    ['more after the document', [`{"data":${list}}]`]],
  ])('and is refused with %s', (_name, bodies) =>
    expect(new Set(bodies.map((body) => catchCode(() => decode(body))))).toEqual(new Set(['api/malformed'])),
  )
  test('and is refused if it is not UTF-8', () => {
    const whole = bytes(text)
    whole[whole.length - 100] = 0xff
    expect(catchCode(() => decodeDocument(whole, 'container'))).toBe('api/malformed')
  })
})

describe('an attribute', () => {
  const attributes = {
    blank: '  ',
    name: ' MSC Aria ',
    weight: '14242.5',
    zero: 0,
    yes: true,
    maybe: 'true',
    at: '2026-11-20T00:00:00-08:00',
    day: '2026-11-20',
    never: 'TBD',
    refs: ['PO-1', null, '', 7, 'PO-2'],
    alias: 'US/Eastern',
    nowhere: 'Mars/Olympus',
  }
  test('is read if it is valid, and is unknown otherwise', () =>
    expect({
      text: [text(attributes, 'name'), text(attributes, 'blank'), text(attributes, 'zero'), text(attributes, 'gone')],
      number: [
        number(attributes, 'weight'),
        number(attributes, 'zero'),
        number(attributes, 'name'),
        number(attributes, 'blank'),
      ],
      boolean: [boolean(attributes, 'yes'), boolean(attributes, 'maybe'), boolean(attributes, 'gone')],
      instant: [instant(attributes, 'at'), instant(attributes, 'day'), instant(attributes, 'never')],
      texts: [texts(attributes, 'refs'), texts(attributes, 'name')],
      zone: [zone(attributes, 'alias'), zone(attributes, 'nowhere'), zone(attributes, 'gone')],
    }).toEqual({
      text: ['MSC Aria', null, null, null],
      number: [14242.5, 0, null, null],
      boolean: [true, null, null],
      instant: ['2026-11-20T08:00:00.000Z', '2026-11-20T00:00:00.000Z', null],
      texts: [['PO-1', 'PO-2'], []],
      zone: ['US/Eastern', null, null],
    }))
  test('of a to-one relationship is null if it is a list or missing', () => {
    const resource = {
      type: 'container',
      id: 'c',
      attributes: {},
      relationships: { many: [{ type: 'port', id: 'p' }], none: null, one: { type: 'port', id: 'p' } },
    }
    expect(['many', 'none', 'gone', 'one'].map((name) => related(resource, name))).toEqual([
      null,
      null,
      null,
      { type: 'port', id: 'p' },
    ])
  })
})
