// Draws random requests to every endpoint. Their ids, queries and bodies are valid, nearly valid or nonsense. They
// depend only on the seed, so a failure can be repeated.
import { ALL_ROUTES } from '#service/endpoints/all.ts'
import type { Route } from '#service/endpoints/routing.ts'
import type { ServiceRequest } from '#service/service.ts'
import { createDice, type Dice } from '#service/world/chance.ts'
import { KEY } from './client.ts'

const LONE_SURROGATE = '\ud800'
const INVALID_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '0',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '\u0000',
  'a\r\nX-Evil: 1',
  '../../etc/passwd',
  '..\\..\\x',
  `${LONE_SURROGATE}.pdf`,
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '%',
  '%2e%2e',
  '\u202etxt.exe',
  '💥',
  [],
  [[]],
  [null],
  {},
  { data: null },
  ['a', 1, null],
  { type: 'shipment' },
  { type: 'container', id: 7 },
  '2026-02-30',
  '9999999-01-01',
  'https://hooks.example/\r\nx',
  '__proto__',
  'constructor',
  'toString',
]
const PARAMETERS = [
  'include',
  'page[size]',
  'page[number]',
  'page',
  'page[]',
  'q',
  'query',
  'number',
  'sort',
  'event',
  'port_id',
  'previous_port_id',
  'latitude',
  'longitude',
  'show_positions[from_timestamp]',
  'show_positions[to_timestamp]',
  ...[
    'status',
    'scac',
    'request_number',
    'tracking_stopped',
    'entity_type',
    'entity_id',
    'definition_id',
    'data_type',
    'display_name',
    'filename',
    'reference',
    'document_types',
    'updated_at][start',
    'created_at][end',
  ].map((name) => `filter[${name}]`),
]
const VALUES = [
  '1',
  '0',
  '-1',
  '1e3',
  '101',
  '999999999999',
  'shipment',
  'containers',
  'shipment.port_of_lading',
  'containers.shipment.containers',
  'raw_events',
  'current_extraction',
  'true',
  'U',
  '-created_at',
  'container.updated',
  'document.extracted',
  '2026-11-20',
  'Cargo',
  '12.5',
  '%',
  '%ff',
  '[',
  'USLAX',
]
const ATTRIBUTES: Readonly<Record<string, unknown>> = {
  request_type: 'bill_of_lading',
  request_number: 'MAEU123456789',
  scac: 'MAEU',
  auto_detect_vocc_scac: true,
  ref_numbers: ['A'],
  ref_number: 'A',
  shipment_tags: ['t'],
  tags: ['t'],
  initial_custom_fields: { shipment: [{ api_slug: 'x', value: 1 }], containers: [] },
  url: 'https://hooks.example',
  active: true,
  events: ['container.updated'],
  headers: [{ name: 'X-A', value: 'b' }],
  company_name: 'Someone',
  entity_type: 'Shipment',
  api_slug: 'colour',
  display_name: 'Colour',
  data_type: 'enum',
  reference_type: 'shipment',
  validation: { pattern: '(a+)+$', max_length: 3 },
  default_value: 1,
  label: 'Red',
  value: 'red',
  position: 1,
  name: 'File',
  attached_document: 'x--y',
  document_type_manual: 'packing_list',
  extracted_data_manual: { a: 1 },
}
const PLAIN_BODIES: readonly unknown[] = [
  { number: 'MSKU1234565' },
  { url: 'https://hooks.example', event: 'container.updated', secret: 's' },
  { degrees: 90 },
  { blob: { filename: 'a.pdf', content_type: 'application/pdf', byte_size: 3, checksum: 'kAFQmDzST7DWlj99KOF/cg==' } },
]

export type Fuzzing = { next(): ServiceRequest }

/** `ids` are the ids of existing records of all types. */
export function createFuzzing(seed: string, ids: readonly string[]): Fuzzing {
  const dice = createDice('fuzz', seed)
  const pickInvalid = () => dice.pick(INVALID_VALUES)
  const pickId = () =>
    dice.drawBoolean(0.7)
      ? dice.pick(ids)
      : dice.drawBoolean(0.5)
        ? String(pickInvalid())
        : dice.pick(['USLAX', '9604196', 'packing_list@2026-03-01', 'colour', 'find', 'events'])
  const drawPath = ({ path, isRoot }: Route) => {
    const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(pickId().toWellFormed().slice(0, 400)))
    return `${isRoot ? '' : '/v2'}${filled}${dice.drawBoolean(0.03) ? '/' : ''}${dice.drawBoolean(0.02) ? '/%zz' : ''}`
  }
  const drawQuery = () => {
    const count = dice.drawBoolean(0.5) ? 0 : dice.drawInteger(1, 3)
    const pairs = Array.from({ length: count }, () => {
      const name = dice.pick(PARAMETERS)
      const value = dice.drawBoolean(0.7) ? dice.pick(VALUES) : String(pickInvalid()).toWellFormed().slice(0, 2000)
      return `${dice.drawBoolean(0.5) ? name : encodeURIComponent(name)}=${dice.drawBoolean(0.8) ? encodeURIComponent(value) : value.replaceAll(/[^\x21-\x7e]/g, '')}`
    })
    return pairs.length > 0 ? `?${pairs.join('&')}` : ''
  }
  return {
    next: () => {
      const route = dice.pick(ALL_ROUTES)
      const method = dice.drawBoolean(0.93)
        ? route.method
        : dice.pick(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'BREW'])
      const authorization = dice.drawBoolean(0.97)
        ? `Token ${KEY}`
        : dice.pick(['Token', 'Token  ', `Bearer ${KEY}`, `token ${KEY}x`])
      const headers = {
        authorization,
        'content-type': dice.pick(['application/vnd.api+json', 'application/json', 'text/plain', '']),
      }
      return {
        method,
        url: drawPath(route) + drawQuery(),
        headers,
        body: method === 'GET' && dice.drawBoolean(0.9) ? null : drawBody(dice, route, ids, pickInvalid),
      }
    },
  }
}

function drawBody(dice: Dice, route: Route, ids: readonly string[], drawInvalid: () => unknown): Uint8Array | null {
  const roll = dice.drawUnit()
  if (roll < 0.05) return null
  if (roll < 0.12) return Uint8Array.from({ length: dice.drawInteger(1, 40) }, () => dice.drawInteger(0, 255))
  const text = JSON.stringify(
    dice.drawBoolean(0.2) ? dice.pick(PLAIN_BODIES) : drawDocument(dice, route, ids, drawInvalid),
  )
  const damaged =
    roll < 0.17
      ? text.slice(0, dice.drawInteger(0, text.length))
      : roll < 0.4
        ? text.replace(
            /"(\w+)":("[^"]*"|\d+|true|\[[^\]]*\])/,
            (_, name: string) => `"${name}":${JSON.stringify(drawInvalid())}`,
          )
        : text
  return new TextEncoder().encode(damaged)
}

/** Draws a document. Its type is derived from the path, which is correct for most endpoints. */
function drawDocument(dice: Dice, { path }: Route, ids: readonly string[], drawInvalid: () => unknown): unknown {
  const collection = path.split('/').findLast((segment) => /^[a-z_]+s$/.test(segment)) ?? 'containers'
  const type = dice.drawBoolean(0.96)
    ? collection === 'options'
      ? 'custom_field_option'
      : collection === 'parties'
        ? 'party'
        : collection.slice(0, -1)
    : drawInvalid()
  const entries = Object.entries(ATTRIBUTES).filter(() => dice.drawBoolean(0.95))
  // Values that must be unique differ in each request.
  const uniqueAttributes = {
    request_number: `MAEU${dice.drawInteger(100_000_000, 999_999_999)}`,
    company_name: `Company ${dice.drawInteger(1, 99_999)}`,
    api_slug: dice.drawBoolean(0.5) ? 'x' : `field_${dice.drawInteger(1, 99_999)}`,
    value: dice.pick(['red', 'blue', 1, true, ['red']]),
  }
  const attributes = {
    ...Object.fromEntries(entries.map(([name, value]) => [name, dice.drawBoolean(0.03) ? drawInvalid() : value])),
    ...uniqueAttributes,
  }
  const linkage = { data: { type: dice.pick(['shipment', 'container', 'party']), id: dice.pick(ids) } }
  const relationships = dice.drawBoolean(0.3)
    ? { entity: linkage, customer: dice.drawBoolean(0.5) ? linkage : drawInvalid() }
    : undefined
  return {
    data: {
      type,
      ...(dice.drawBoolean(0.2) ? { id: dice.drawBoolean(0.7) ? dice.pick(ids) : drawInvalid() } : {}),
      attributes: dice.drawBoolean(0.95) ? attributes : drawInvalid(),
      relationships,
    },
  }
}
