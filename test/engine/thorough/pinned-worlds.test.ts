// All oracles check each timeline that once failed in the simulator.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTemplateFolder, createWorkFolder } from '../../sim/volume.ts'
import { PINNED } from '../../sim/pinned.ts'
import { runPlan } from '../../sim/scenario.ts'

const workFolder = createWorkFolder()
const templateFolder = join(workFolder, 'first')
createTemplateFolder(templateFolder)

afterAll(() => rmSync(workFolder, { recursive: true, force: true }))

test.each(Object.entries(PINNED))('%s', async (name, { plan, script, description }) => {
  const { violations } = await runPlan(plan, `pinned ${name}`, { workFolder, templateFolder }, script)
  expect(violations, description).toEqual([])
})
