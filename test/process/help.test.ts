// `--help` prints the options at once, also if there is no build.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeFolder } from '#support/programs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Creates the project without a build. The scripts are copies, because they find the project beside them. */
function createUnbuiltProject(): string {
  const folder = makeFolder()
  for (const name of ['scripts', 'package.json']) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  for (const name of ['src', 'test', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name), 'junction')
  return folder
}

test.each(['web', 'office', 'bench'])('npm run %s -- --help prints the options without a build', async (name) => {
  const folder = createUnbuiltProject()
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`scripts/${name}.mjs`, '--help'], {
    cwd: folder,
  })
  expect([stdout, stderr]).toEqual(['', expect.stringMatching(new RegExp(`^npm run ${name} -- `))])
  expect(existsSync(join(folder, 'out'))).toBe(false)
})
