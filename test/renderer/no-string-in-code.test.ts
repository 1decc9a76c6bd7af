// Every text comes from the catalogue. ESLint checks templates (vue/no-bare-strings-in-template). This test checks
// scripts: sentences, and values of properties that are shown or read aloud.
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const rendererDir = resolve(import.meta.dirname, '../../src/renderer/src')
/** A report for developers, in English. */
const FOR_DEVELOPERS = ['features/status/diagnostics.ts']

/** Files with texts of each language: the messages of each feature, and the files that collect them. */
const CATALOGUE = /messages(-host)?\/|^words\/(en|de|es|zh|catalogue-..|translation)\.ts$/

const scripts = readdirSync(rendererDir, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(ts|vue)$/.test(name) && !CATALOGUE.test(name) && !FOR_DEVELOPERS.includes(name))
  .map((name) => {
    const text = readFileSync(resolve(rendererDir, name), 'utf8')
    const script = name.endsWith('.vue')
      ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body ?? '').join('\n')
      : text
    // Errors for programmers, comments and imports are not shown to users.
    return { name, script: script.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$|^import .*$|new Error\([^\n]*\)/gm, '') }
  })

const templates = readdirSync(rendererDir, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.vue'))
  .map((name) => ({ name, text: readFileSync(resolve(rendererDir, name), 'utf8').split('</script>').at(-1) ?? '' }))

function findInScripts(pattern: RegExp): string[] {
  return scripts.flatMap(({ name, script }) => [...script.matchAll(pattern)].map(([text]) => `${name}: ${text}`))
}

describe('the scripts of the page', () => {
  test('are found', () => expect(scripts.length).toBeGreaterThan(300))

  test('contain no sentence: a capital letter, then words', () =>
    expect(findInScripts(/(['`])\p{Lu}\p{Ll}+( \p{Ll}{2,}|[.!?…]\1)[^'`\n]*/gu)).toEqual([]))

  test('do not join two sentences themselves: the space between them depends on the language', () => {
    const joinedSentences =
      /joined\('\. '|\}\. \$\{|\$\{(\w+\.)?what\} \$\{|joined\(' ', (\w+\.)?what\b|\}\} \{\{ [^}]*\bnext\b|\.what \}\} \{\{/g
    expect([
      ...findInScripts(joinedSentences),
      ...templates.flatMap(({ name, text }) =>
        [...text.matchAll(joinedSentences)].map(([match]) => `${name}: ${match}`),
      ),
    ]).toEqual([])
  })

  test('give no literal text to properties that are shown or read aloud', () => {
    // A key of the catalogue has a dot or is one word. A text has spaces or begins with a capital letter.
    expect(
      findInScripts(
        /\b(title|label|placeholder|hint|note|message|summary|tip|text|'aria-\w+')\s*:\s*(['`])(\p{Lu}\p{Ll}|[^'`\n${}]*\p{Ll}{2,} \p{Ll})[^'`\n]*\2/gu,
      ),
    ).toEqual([])
  })
})
