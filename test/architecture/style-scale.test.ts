// Style sheets must use the sizes of ui/scale.css for type and space, so that all screens share a few sizes.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../src/renderer/src', import.meta.url))
/** Printed pages have their own sizes, in points. */
const PAPER = 'ui/print.css'
const SPACE = /^\s*(?:padding|margin)(?:-[a-z]+)*:|^\s*(?:row-|column-)?gap:/
const TYPE = /^\s*font(?:-size)?:/
/** Any fixed length apart from 0 and a hairline. */
const LENGTH = /(?<![\w.-])(?!1px)-?[\d.]+(?:px|pt|r?em)\b/

/** Returns the declarations of type and space that have a size of their own. */
function findOffScale(name: string, text: string): string[] {
  const styles = name.endsWith('.vue')
    ? [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css!)
    : [text]
  return styles
    .flatMap((css) => css.split('\n'))
    .filter((line) => (SPACE.test(line) || TYPE.test(line)) && LENGTH.test(line))
    .map((line) => `${name}: ${line.trim()}`)
}

test('type, padding, margin and gap use the scale', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:vue|css)$/.test(name))
  expect(files.length).toBeGreaterThan(150)
  expect(
    files
      .filter((name) => name !== PAPER)
      .flatMap((name) => findOffScale(name, readFileSync(join(ROOT, name), 'utf8'))),
  ).toEqual([])
})

test.each([
  ['a.css', '  padding: var(--space-2) 5px;'],
  ['a.css', '  font-size: 12.5px;'],
  ['a.css', '  font: 11px/1.4 var(--font);'],
  ['a.vue', '<style scoped>\na {\n  margin-top: -3px;\n}\n</style>'],
])('%s with %s is off the scale', (name, text) => {
  expect(findOffScale(name, text)).toHaveLength(1)
})

test('hairlines, zero, and lengths other than type and space are allowed', () => {
  expect(findOffScale('a.css', 'a {\n  gap: 1px;\n  margin: 0 auto;\n  width: 300px;\n}')).toEqual([])
})
