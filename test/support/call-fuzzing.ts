// Random calls: every call of a contract with inputs that are valid, nearly valid or nonsense. Drawn from a seed, so
// that a failure can be repeated.
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
/** Functions for large values, which are created for each call. */
const ODD_VALUES: readonly (() => unknown)[] = [
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
const MAX_LEVELS = 6

/** `ids`: of existing records. */
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
      const root = { input: valueOf({ dice, ids, defs: schema.$defs ?? {} }, schema, 0) }
      for (let errorsLeft = dice.chance(0.3) ? 0 : dice.drawInteger(1, 3); errorsLeft > 0; errorsLeft--)
        corrupt(dice, root)
      return { name, input: root.input }
    },
  }
}

type Generation = { dice: Dice; ids: readonly string[]; defs: Record<string, Schema> }

function valueOf(generation: Generation, schema: Schema, level: number): unknown {
  const { dice, defs } = generation
  if ('const' in schema) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return valueOf(generation, dice.pick(level > MAX_LEVELS ? choices.slice(0, 1) : choices), level + 1)
  if (schema.$ref !== undefined) return valueOf(generation, defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}, level + 1)
  switch (schema.type) {
    case 'object':
      return objectOf(generation, schema, level)
    case 'array':
      return (
        schema.prefixItems?.map((part) => valueOf(generation, part, level + 1)) ??
        Array.from({ length: Math.max(schema.minItems ?? 0, dice.drawInteger(0, 2)) }, () =>
          valueOf(generation, schema.items ?? {}, level + 1),
        )
      )
    case 'string':
      return textOf(generation, schema)
    case 'integer':
    case 'number':
      return dice.drawInteger(Math.max(schema.minimum ?? 0, -1_000_000), Math.min(schema.maximum ?? 1_000, 1_000_000))
    case 'boolean':
      return dice.chance(0.5)
    case 'null':
      return null
    default:
      return dice.pick(ODD_VALUES)()
  }
}

function objectOf(
  generation: Generation,
  { properties = {}, required = [], additionalProperties }: Schema,
  level: number,
): Record<string, unknown> {
  const { dice } = generation
  const named = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (level <= MAX_LEVELS && dice.chance(0.3)),
  )
  const others =
    typeof additionalProperties === 'object' && level <= MAX_LEVELS
      ? Array.from({ length: dice.drawInteger(0, 2) }, (_, i) => [
          `key${i}`,
          valueOf(generation, additionalProperties, level + 1),
        ])
      : []
  return Object.fromEntries([
    ...named.map(([name, part]) => [name, valueOf(generation, part, level + 1)]),
    ...others,
  ]) as Record<string, unknown>
}

function textOf({ dice, ids }: Generation, { format }: Schema): string {
  if (format === 'date') return dice.pick(['2026-11-20', '2024-02-29', '0001-01-01', '9999-12-31'])
  if (format === 'date-time')
    return dice.pick(['2026-11-20T17:00:00.000Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
  if (format === 'uri')
    return dice.pick(['https://track.example/v2', 'https://user:pw@x.example/v2', 'http://127.0.0.1:1/v2'])
  return dice.chance(0.6)
    ? dice.pick(ids)
    : dice.pick(['number', 'lfd', 'Acme', 'note', 'x', 'America/Los_Angeles', '06:00'])
}

/** Replaces, removes or adds one value. */
function corrupt(dice: Dice, root: Record<string, unknown>): void {
  let [holder, key]: [Record<string, unknown>, string] = [root, 'input']
  for (let inner = holder[key]; typeof inner === 'object' && inner !== null && dice.chance(0.75); inner = holder[key]) {
    const keys = Object.keys(inner)
    if (keys.length === 0) break
    holder = inner as Record<string, unknown>
    key = dice.pick(keys)
  }
  const action = dice.drawInteger(0, 9)
  if (action === 0 && holder !== root) Reflect.deleteProperty(holder, key)
  else if (action === 1) holder[`${key}x`] = dice.pick(ODD_VALUES)()
  else holder[key] = dice.pick(ODD_VALUES)()
}
