// How much of the thread pool one folder uses: all other disk work of the engine needs the same four threads.
import { writeFileSync } from 'node:fs'
import type * as FsPromises from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createUserFiles } from '#engine/outside/user-files.ts'
import { tempDir } from '#support/test-engine.ts'

const asked = vi.hoisted(() => ({ now: 0, most: 0 }))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FsPromises>()
  const counted =
    <Parameters extends unknown[], Value>(act: (...parameters: Parameters) => Promise<Value>) =>
    (...parameters: Parameters) => {
      asked.most = Math.max(asked.most, ++asked.now)
      return act(...parameters).finally(() => {
        asked.now--
      })
    }
  return {
    ...real,
    lstat: counted(real.lstat as (...parameters: unknown[]) => Promise<unknown>),
    realpath: counted(real.realpath as (...parameters: unknown[]) => Promise<unknown>),
    statfs: counted(real.statfs as (...parameters: unknown[]) => Promise<unknown>),
  }
})

test('a share is asked one thing at a time, so that one that hangs holds one thread', async () => {
  const dir = tempDir()
  for (let n = 0; n < 20; n++) writeFileSync(join(dir, `${n}.pdf`), 'x')
  const files = createUserFiles()
  const names: string[] = []
  for await (const slice of files.scan(dir, 10, true)) names.push(...slice.map(({ name }) => name))
  await files.place(dir)
  expect([names.length, asked.most]).toEqual([20, 1])
})
