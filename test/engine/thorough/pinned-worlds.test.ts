// Timelines that once failed in the simulator, each checked by all of its oracles.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFirstFolder, makeWorkFolder } from '../../sim/disk.ts'
import { PINNED } from '../../sim/pinned.ts'
import { runPlan } from '../../sim/scenario.ts'

const workFolder = makeWorkFolder()
const firstFolder = join(workFolder, 'first')
makeFirstFolder(firstFolder)

afterAll(() => rmSync(workFolder, { recursive: true, force: true }))

test.each(Object.entries(PINNED))('%s', async (name, { plan, script, says }) => {
  const { violations } = await runPlan(plan, `pinned ${name}`, { workFolder, firstFolder }, script)
  expect(violations, says).toEqual([])
})
