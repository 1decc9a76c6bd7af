// Draws random calls of a contract with inputs that are valid, nearly valid or invalid. Equal seeds give equal calls,
// so that a failure can be repeated.
import { z } from 'zod'
import type { Contract } from '#contract/rpc.ts'
import { type Dice, createDice } from '#service/world/chance.ts'

export type FuzzedCall = { name: string; input: unknown }

/** The parts of JSON schema that zod writes. */
type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
  format?: string
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  minimum?: number
  maximum?: number
  minItems?: number
}

const HALF_CHARACTER = '\ud800'
const nestedArray = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
/** Functions that create invalid values. Large values are created for each call only. */
const INVALID_VALUES: readonly (() => unknown)[] = [
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    '',
    ' ',
    '0',
    'a\r\nb',
    '../../x',
    `${HALF_CHARACTER}.pdf`,
    '\u0000',
    "' OR 1=1 --",
    '%',
    '\u202etxt.exe',
    '💥',
    [],
    [[]],
    {},
    '2026-02-30',
    '9999999-01-01',
    '__proto__',
    'constructor',
    'toString',
    '＝1',
    'NaN',
    '[object Object]',
  ].map((value) => () => value),
  () => 'x'.repeat(70_000),
  () => Array.from({ length: 5_000 }, () => 'x'),
  () => Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, i])),
  () => JSON.parse('{"__proto__":{"a":1},"constructor":null}') as unknown,
  () => nestedArray(200),
  () => nestedArray(60_000),
]
const MAX_DEPTH = 6

/** `ids` are the ids of existing records. Text inputs often contain one of them. */
export function createCallFuzzing(seed: string, contract: Contract, ids: readonly string[]): { next(): FuzzedCall } {
  const dice = createDice('calls', seed)
  const calls = Object.entries({ ...contract.queries, ...contract.commands }).map(([name, { input }]) => ({
    name,
    schema: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema & {
      $defs?: Record<string, Schema>
    },
  }))
  return {
    next: () => {
      const { name, schema } = dice.pick(calls)
      const root = { input: drawValue({ dice, ids, defs: schema.$defs ?? {} }, schema, 0) }
      for (let errorsLeft = dice.drawBoolean(0.3) ? 0 : dice.drawInteger(1, 3); errorsLeft > 0; errorsLeft--)
        corruptValue(dice, root)
      return { name, input: root.input }
    },
  }
}

type Generation = { dice: Dice; ids: readonly string[]; defs: Record<string, Schema> }

function drawValue(generation: Generation, schema: Schema, depth: number): unknown {
  const { dice, defs } = generation
  if ('const' in schema) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return drawValue(generation, dice.pick(depth > MAX_DEPTH ? choices.slice(0, 1) : choices), depth + 1)
  if (schema.$ref !== undefined)
    return drawValue(generation, defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth + 1)
  switch (schema.type) {
    case 'object':
      return drawObject(generation, schema, depth)
    case 'array':
      return (
        schema.prefixItems?.map((part) => drawValue(generation, part, depth + 1)) ??
        Array.from({ length: Math.max(schema.minItems ?? 0, dice.drawInteger(0, 2)) }, () =>
          drawValue(generation, schema.items ?? {}, depth + 1),
        )
      )
    case 'string':
      return drawText(generation, schema)
    case 'integer':
    case 'number':
      return dice.drawInteger(Math.max(schema.minimum ?? 0, -1_000_000), Math.min(schema.maximum ?? 1_000, 1_000_000))
    case 'boolean':
      return dice.drawBoolean(0.5)
    case 'null':
      return null
    default:
      return dice.pick(INVALID_VALUES)()
  }
}

function drawObject(
  generation: Generation,
  { properties = {}, required = [], additionalProperties }: Schema,
  depth: number,
): Record<string, unknown> {
  const { dice } = generation
  const declaredProperties = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth <= MAX_DEPTH && dice.drawBoolean(0.3)),
  )
  const additionalEntries =
    typeof additionalProperties === 'object' && depth <= MAX_DEPTH
      ? Array.from({ length: dice.drawInteger(0, 2) }, (_, i) => [
          `key${i}`,
          drawValue(generation, additionalProperties, depth + 1),
        ])
      : []
  return Object.fromEntries([
    ...declaredProperties.map(([name, part]) => [name, drawValue(generation, part, depth + 1)]),
    ...additionalEntries,
  ]) as Record<string, unknown>
}

function drawText({ dice, ids }: Generation, { format }: Schema): string {
  if (format === 'date') return dice.pick(['2026-11-20', '2024-02-29', '0001-01-01', '9999-12-31'])
  if (format === 'date-time')
    return dice.pick(['2026-11-20T17:00:00.000Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
  if (format === 'uri')
    return dice.pick(['https://track.example/v2', 'https://user:pw@x.example/v2', 'http://127.0.0.1:1/v2'])
  return dice.drawBoolean(0.6)
    ? dice.pick(ids)
    : dice.pick(['number', 'lfd', 'Acme', 'note', 'x', 'America/Los_Angeles', '06:00'])
}

/** Replaces, removes or adds one value. */
function corruptValue(dice: Dice, root: Record<string, unknown>): void {
  let [parent, key]: [Record<string, unknown>, string] = [root, 'input']
  for (
    let child = parent[key];
    typeof child === 'object' && child !== null && dice.drawBoolean(0.75);
    child = parent[key]
  ) {
    const keys = Object.keys(child)
    if (keys.length === 0) break
    parent = child as Record<string, unknown>
    key = dice.pick(keys)
  }
  const action = dice.drawInteger(0, 9)
  if (action === 0 && parent !== root) Reflect.deleteProperty(parent, key)
  else if (action === 1) parent[`${key}x`] = dice.pick(INVALID_VALUES)()
  else parent[key] = dice.pick(INVALID_VALUES)()
}
