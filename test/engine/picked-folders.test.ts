// Where the computer has a folder dialog, the engine watches only folders that were picked in it.
import { createHmac } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getErrorCode } from '#support/error-code.ts'
import { startTestEngine, tempDir } from '#support/test-engine.ts'
import { SETTINGS, createTestWatch } from '#support/watched.ts'

const KEY = 'tickets'

test('a folder is watched with the ticket it was picked with, and with no other', async () => {
  const dir = tempDir()
  const { client } = await startTestEngine({ apiKey: null, ticketKey: KEY, watch: createTestWatch().watch })
  const ticket = createHmac('sha256', KEY).update(dir).digest('hex')
  expect(await getErrorCode(client.call('folders.add', { path: dir, ...SETTINGS }))).toBe('folders/not-picked')
  expect(await getErrorCode(client.call('folders.add', { path: join(dir, '..'), ticket, ...SETTINGS }))).toBe(
    'folders/not-picked',
  )
  expect(await getErrorCode(client.call('folders.add', { path: dir, ticket, ...SETTINGS }))).toBe('no error')
})

test('a folder whose name ends with a space can be watched', async () => {
  const dir = join(tempDir(), 'Scans ')
  mkdirSync(dir)
  const { client } = await startTestEngine({ apiKey: null, ticketKey: KEY, watch: createTestWatch().watch })
  const ticket = createHmac('sha256', KEY).update(dir).digest('hex')
  expect(await getErrorCode(client.call('folders.add', { path: dir, ticket, ...SETTINGS }))).toBe('no error')
  expect((await client.call('folders.list', {})).map(({ path }) => path)).toEqual([dir])
})
