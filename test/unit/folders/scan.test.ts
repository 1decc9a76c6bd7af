// The scan of folders pauses after a number of entries.
import { expect, test } from 'vitest'
import { walkFolder } from '#engine/folders/scan.ts'
import type { Clock } from '#engine/outside/clock.ts'
import { type Files, createFiles } from '#engine/outside/files.ts'
import type { Entry } from '#engine/outside/user-files.ts'

const createEntry = (name: string, kind: Entry['kind']): Entry => ({
  name,
  kind,
  ident: `1:${name}`,
  size: 1,
  mtimeNs: '1',
  blocks: 1,
})

test('the scan of many small folders pauses once for 10,000 entries, not for each folder', async () => {
  const scan: Files['scan'] = async function* (folder) {
    await Promise.resolve()
    yield folder === '/in'
      ? Array.from({ length: 4_000 }, (_, n) => createEntry(`d${n}`, 'folder'))
      : [1, 2, 3].map((n) => createEntry(`${n}.pdf`, 'file'))
  }
  let pausedMs = 0
  const clock = {
    sleep: (ms: number) => {
      pausedMs += ms
      return Promise.resolve()
    },
  } satisfies Pick<Clock, 'sleep'>
  let fileCount = 0
  for await (const slice of walkFolder({ ...createFiles(), scan }, clock, '/in', {
    isRecursive: true,
    mayHang: false,
    signal: new AbortController().signal,
  }))
    fileCount += slice.length
  expect([fileCount, pausedMs]).toEqual([12_000, 1_000])
})
