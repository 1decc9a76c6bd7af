// A list that the view exported, until the shell saves it: complete, stored under its hash, and with no file left
// behind.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startTestEngine, type TestEngine } from '#support/test-engine.ts'

/** As the host does with what the view puts. */
function put({ dir }: TestEngine, text: string, name: string, token: string): void {
  mkdirSync(join(dir, 'exports', token), { recursive: true })
  writeFileSync(join(dir, 'exports', token, name), text)
}

describe('a list that was written into a file', () => {
  test('is made ready under its hash, also when it is the same again, and what nobody asked for goes', async () => {
    const engine = await startTestEngine()
    const sha256 = createHash('sha256').update('a,b\r\n').digest('hex')
    put(engine, 'left by a page that was closed', 'old', 't0')
    for (const token of ['t1', 't2']) {
      put(engine, 'a,b\r\n', 'list', token)
      expect(await engine.client.call('exports.take', { name: 'list' })).toEqual({ file: sha256 })
      expect(existsSync(join(engine.dir, 'exports'))).toBe(false)
    }
    expect(readFileSync(join(engine.dir, 'spool', sha256), 'utf8')).toBe('a,b\r\n')
    expect(readdirSync(join(engine.dir, 'spool'))).toEqual([sha256])
  })

  test('is taken for each window that waits, however many there are and whatever they called it', async () => {
    const engine = await startTestEngine()
    const texts = ['one', 'two', 'three']
    for (const [i, text] of texts.entries()) put(engine, text, 'list', `t${i}`)
    const taken = await Promise.all(texts.map(() => engine.client.call('exports.take', { name: 'list' })))
    expect(taken.map(({ file }) => file).toSorted()).toEqual(
      texts.map((text) => createHash('sha256').update(text).digest('hex')).toSorted(),
    )
    expect(existsSync(join(engine.dir, 'exports'))).toBe(false)
  })

  test('is not there before all of it is, nor under another name', async () => {
    const engine = await startTestEngine()
    put(engine, 'half', 'list', 't1.part')
    await expect(engine.client.call('exports.take', { name: 'list' })).rejects.toMatchObject({
      code: 'export/not-written',
    })
    put(engine, 'whole', 'list', 't2')
    await expect(engine.client.call('exports.take', { name: 'other' })).rejects.toMatchObject({
      code: 'export/not-written',
    })
  })
})
