// A list that the view exported is stored until the host saves it: completely, under its hash, and without other files.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startTestEngine, type TestEngine } from '#support/test-engine.ts'

/** Writes the file where the host stores a file from the view. */
function writeFile({ dir }: TestEngine, text: string, name: string, token: string): void {
  mkdirSync(join(dir, 'exports', token), { recursive: true })
  writeFileSync(join(dir, 'exports', token, name), text)
}

describe('an exported list', () => {
  test('is stored under its hash, also if it is exported twice, and abandoned files are deleted', async () => {
    const engine = await startTestEngine()
    const sha256 = createHash('sha256').update('a,b\r\n').digest('hex')
    writeFile(engine, 'left by a page that was closed', 'old', 't0')
    for (const token of ['t1', 't2']) {
      writeFile(engine, 'a,b\r\n', 'list', token)
      expect(await engine.client.call('exports.take', { name: 'list' })).toEqual({ file: sha256 })
      expect(existsSync(join(engine.dir, 'exports'))).toBe(false)
    }
    expect(readFileSync(join(engine.dir, 'spool', sha256), 'utf8')).toBe('a,b\r\n')
    expect(readdirSync(join(engine.dir, 'spool'))).toEqual([sha256])
  })

  test('is stored for each of several windows with the same file name', async () => {
    const engine = await startTestEngine()
    const texts = ['one', 'two', 'three']
    for (const [i, text] of texts.entries()) writeFile(engine, text, 'list', `t${i}`)
    const stored = await Promise.all(texts.map(() => engine.client.call('exports.take', { name: 'list' })))
    expect(stored.map(({ file }) => file).toSorted()).toEqual(
      texts.map((text) => createHash('sha256').update(text).digest('hex')).toSorted(),
    )
    expect(existsSync(join(engine.dir, 'exports'))).toBe(false)
  })

  test('is missing while it is incomplete, and under another name', async () => {
    const engine = await startTestEngine()
    writeFile(engine, 'half', 'list', 't1.part')
    await expect(engine.client.call('exports.take', { name: 'list' })).rejects.toMatchObject({
      code: 'export/not-written',
    })
    writeFile(engine, 'whole', 'list', 't2')
    await expect(engine.client.call('exports.take', { name: 'other' })).rejects.toMatchObject({
      code: 'export/not-written',
    })
  })
})
