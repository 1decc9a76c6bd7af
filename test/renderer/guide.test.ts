// The user guide in the program: each mark of Markdown in it is understood, and each link inside it has its target.
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { byTestId, flush, isShown, open, setScreens } from '#support/screens.ts'
import { type Span, parseMarkdown } from '../../src/renderer/src/features/about/markdown.ts'

setScreens()

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

  test('links to no other document, because the program does not have them', () => {
    const links = spans.filter(({ kind }) => kind === 'link')
    expect(links.filter(({ target }) => !target?.startsWith('#'))).toEqual([])
  })

  test('returns from a section to the text before by Back', async () => {
    const { router } = await open({ path: '/guide' })
    const link = [...byTestId('guide-page').querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Track new numbers',
    )
    link?.click()
    await flush()
    expect([router.currentRoute.value.hash, document.activeElement?.id]).toEqual([
      '#track-new-numbers',
      'guide-track-new-numbers',
    ])
    router.back()
    await vi.waitFor(() => expect(router.currentRoute.value.hash).toBe(''))
    expect([router.currentRoute.value.name, isShown('guide-page')]).toEqual(['guide', true])
  })

  test('has its tables with equally long rows', () => {
    const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []))
    expect(tables.length).toBeGreaterThan(1)
    for (const { head, rows } of tables)
      expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([head.length]))
  })
})
