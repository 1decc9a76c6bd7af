// A folder on a share uses one thread of the pool. All other disk work of the engine needs the same four threads.
import { writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createUserFiles } from '#engine/outside/user-files.ts'
import { tempDir } from '#support/test-engine.ts'

/** Counts the running calls of the file system. Modules import these by name, so the exports must be updated. */
function countCalls() {
  const calls = { running: 0, most: 0 }
  for (const name of ['lstat', 'realpath', 'statfs'] as const) {
    const original = fs[name] as (...parameters: unknown[]) => Promise<unknown>
    vi.spyOn(fs, name).mockImplementation(((...parameters: unknown[]) => {
      calls.most = Math.max(calls.most, ++calls.running)
      return original(...parameters).finally(() => {
        calls.running--
      })
    }) as never)
  }
  syncBuiltinESMExports()
  return calls
}

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('a share gets one call at a time, so that a hanging share blocks one thread', async () => {
  const calls = countCalls()
  const dir = tempDir()
  for (let n = 0; n < 20; n++) writeFileSync(join(dir, `${n}.pdf`), 'x')
  const files = createUserFiles()
  const names: string[] = []
  for await (const slice of files.scan(dir, 10, true)) names.push(...slice.map(({ name }) => name))
  await files.place(dir)
  expect([names.length, calls.most]).toEqual([20, 1])
})
