// The user guide in the program: each mark of Markdown in it is understood, and each link inside it has its target.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Span, parseMarkdown } from '../../src/renderer/src/features/about/markdown.ts'

const blocks = parseMarkdown(readFileSync('docs/user-guide.md', 'utf8'))
const spans = blocks.flatMap((block): Span[] => {
  if (block.kind === 'paragraph') return block.spans
  if (block.kind === 'list') return block.items.flat()
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : []
})

describe('the user guide', () => {
  test('leaves no mark of Markdown in a text', () => {
    const texts = spans.filter(({ kind }) => kind !== 'code').map(({ text }) => text)
    expect(texts.filter((text) => /\*\*|`|\]\(|^\||^#/.test(text))).toEqual([])
  })

  test('has a heading for each link inside it', () => {
    const anchors = new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [`#${block.anchor}`] : [])))
    const targets = spans.flatMap(({ target }) => (target?.startsWith('#') ? [target] : []))
    expect(targets.length).toBeGreaterThan(10)
    expect(targets.filter((target) => !anchors.has(target))).toEqual([])
  })

  test('has its tables with equally long rows', () => {
    const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []))
    expect(tables.length).toBeGreaterThan(1)
    for (const { head, rows } of tables)
      expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([head.length]))
  })
})
