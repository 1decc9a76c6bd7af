// Each patch of test/mutations must apply to the current code; otherwise the oracle that it tests is not tested.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const PATCHES = join(ROOT, 'test', 'mutations')

test.each(readdirSync(PATCHES).filter((file) => file.endsWith('.patch')))('%s still applies', (file) => {
  expect(() =>
    execFileSync('git', ['apply', '--check', '--unidiff-zero', join(PATCHES, file)], { cwd: ROOT, stdio: 'pipe' }),
  ).not.toThrow()
})
