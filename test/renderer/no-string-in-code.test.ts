// Every word comes from the catalogue. Templates are the linter's (vue/no-bare-strings-in-template); here is what
// stands in scripts: sentences, and what is given to something that shows it or reads it out.
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../src/renderer/src')
/** A report for whoever mends the program, in the language its code is written in. */
const FOR_MENDERS = ['features/status/diagnostics.ts']

/** Words of every language: the messages of each feature, and where they come together. */
const CATALOGUE = /messages(-host)?\/|^words\/(en|de|es|zh|spoken-..|translation)\.ts$/

const scripts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(ts|vue)$/.test(name) && !CATALOGUE.test(name) && !FOR_MENDERS.includes(name))
  .map((name) => {
    const text = readFileSync(resolve(root, name), 'utf8')
    const script = name.endsWith('.vue')
      ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body ?? '').join('\n')
      : text
    // What is thrown for a programmer is no word on screen, and neither is a comment or what is imported from where.
    return { name, script: script.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$|^import .*$|new Error\([^\n]*\)/gm, '') }
  })

const templates = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.vue'))
  .map((name) => ({ name, text: readFileSync(resolve(root, name), 'utf8').split('</script>').at(-1) ?? '' }))

function found(pattern: RegExp): string[] {
  return scripts.flatMap(({ name, script }) => [...script.matchAll(pattern)].map(([text]) => `${name}: ${text}`))
}

describe('the scripts of the page', () => {
  it('are looked at', () => {
    expect(scripts.length).toBeGreaterThan(300)
  })

  it('hold no sentence: a capital, then words', () => {
    expect(found(/(['`])\p{Lu}\p{Ll}+( \p{Ll}{2,}|[.!?…]\1)[^'`\n]*/gu)).toEqual([])
  })

  it('leave it to the language what stands between two sentences', () => {
    const between =
      /joined\('\. '|\}\. \$\{|\$\{(\w+\.)?what\} \$\{|joined\(' ', (\w+\.)?what\b|\}\} \{\{ [^}]*\bnext\b|\.what \}\} \{\{/g
    expect([
      ...found(between),
      ...templates.flatMap(({ name, text }) => [...text.matchAll(between)].map(([said]) => `${name}: ${said}`)),
    ]).toEqual([])
  })

  it('give no word of their own to what is shown or read out', () => {
    // A key of the catalogue has a dot or stands alone; words have blanks or begin with a capital.
    expect(
      found(
        /\b(title|label|placeholder|hint|note|message|summary|tip|text|'aria-\w+')\s*:\s*(['`])(\p{Lu}\p{Ll}|[^'`\n${}]*\p{Ll}{2,} \p{Ll})[^'`\n]*\2/gu,
      ),
    ).toEqual([])
  })
})
