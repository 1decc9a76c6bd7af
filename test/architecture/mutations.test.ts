// Each patch in test/mutations must apply to the current code. Otherwise the check that the patch tests is not tested.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const PATCHES = join(ROOT, 'test', 'mutations')

test.each(readdirSync(PATCHES).filter((file) => file.endsWith('.patch')))('%s applies to the current code', (file) => {
  expect(() =>
    execFileSync('git', ['apply', '--check', '--unidiff-zero', join(PATCHES, file)], { cwd: ROOT, stdio: 'pipe' }),
  ).not.toThrow()
})
