// The compiler checks that each text that the code uses exists, with a value for each placeholder. This test checks
// that each existing text is used and has a valid syntax.
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { en } from '../../src/renderer/src/words/en.ts'
import { t, tn, translateName } from '../../src/renderer/src/words/words.ts'

const rendererDir = resolve(import.meta.dirname, '../../src/renderer/src')

function listKeys(tree: object, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? listKeys(value, `${path}${key}.`) : [`${path}${key}`],
  )
}

const sources = readdirSync(rendererDir, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) =>
      /\.(ts|vue)$/.test(name) && !/messages(-host)?\/|^words\/(en|de|es|zh|catalogue-..|translation)\.ts$/.test(name),
  )
  .map((name) => readFileSync(resolve(rendererDir, name), 'utf8'))
  .join('\n')

/** Keys in the code: `'band.past'` is used as it is, `\`flag.${flag}\`` as a pattern. */
const literalKeys = new Set([...sources.matchAll(/'([A-Za-z][\w/-]*(?:\.[\w/-]+)+)'/g)].map((match) => match[1]))
const patterns = [...sources.matchAll(/`([A-Za-z][\w/-]*\.(?:[\w/.-]|\$\{[^}]*\})*)`/g)].map(
  (match) => new RegExp(`^${(match[1] ?? '').replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[^.]+')}$`),
)
const keys = listKeys(en)
const translate = t as (word: string, values: Record<string, string>) => string

describe('the catalogue', () => {
  test('has many texts', () => expect(keys.length).toBeGreaterThan(300))

  test('has no unused text', () =>
    expect(keys.filter((word) => !literalKeys.has(word) && !patterns.some((pattern) => pattern.test(word)))).toEqual(
      [],
    ))

  test('has no text with invalid message syntax or an unfilled placeholder', () => {
    const brokenKeys = keys.filter((word) => /[{}|@]/.test(translate(word, fillPlaceholders(word))))
    expect(brokenKeys).toEqual([])
  })
})

/** Returns a value for each placeholder of a message. */
function fillPlaceholders(word: string): Record<string, string> {
  const text = word.split('.').reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], en) as string
  return Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map((match): [string, string] => [match[1] ?? '', 'x']))
}

describe('words', () => {
  test('have singular and plural, and numbers with thousands separators', () =>
    expect([
      tn('grid.reordered', 1),
      tn('grid.reordered', 7),
      tn('grid.reordered', 1_048),
      tn('grid.reordered', 0),
    ]).toEqual(['1 row moved, re-sort', '7 rows moved, re-sort', '1,048 rows moved, re-sort', '0 rows moved, re-sort']))

  test('are missing for a name without a text, also one that every object has', () =>
    expect([translateName({ customs: 'hold.customs' }, 'customs'), translateName({}, 'toString')]).toEqual([
      'Customs',
      null,
    ]))
})
