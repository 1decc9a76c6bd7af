// How much of the thread pool one folder uses: all other disk work of the engine needs the same four threads.
import { writeFileSync } from 'node:fs'
import type * as FsPromises from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createUserFiles } from '#engine/outside/user-files.ts'
import { tempDir } from '#support/test-engine.ts'

const calls = vi.hoisted(() => ({ running: 0, most: 0 }))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FsPromises>()
  const counting =
    <Parameters extends unknown[], Value>(act: (...parameters: Parameters) => Promise<Value>) =>
    (...parameters: Parameters) => {
      calls.most = Math.max(calls.most, ++calls.running)
      return act(...parameters).finally(() => {
        calls.running--
      })
    }
  return {
    ...real,
    lstat: counting(real.lstat as (...parameters: unknown[]) => Promise<unknown>),
    realpath: counting(real.realpath as (...parameters: unknown[]) => Promise<unknown>),
    statfs: counting(real.statfs as (...parameters: unknown[]) => Promise<unknown>),
  }
})

test('a share gets one call at a time, so that a hanging share blocks one thread', async () => {
  const dir = tempDir()
  for (let n = 0; n < 20; n++) writeFileSync(join(dir, `${n}.pdf`), 'x')
  const files = createUserFiles()
  const names: string[] = []
  for await (const slice of files.scan(dir, 10, true)) names.push(...slice.map(({ name }) => name))
  await files.place(dir)
  expect([names.length, calls.most]).toEqual([20, 1])
})
