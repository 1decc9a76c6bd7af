// Vitest's `vi.waitFor` and `vi.waitUntil` time out after a second, which is too short on a busy computer. Its
// configuration has no option for them, unlike for `expect.poll`.
import { vi } from 'vitest'
import { HANG_MS } from './hang.ts'

const { waitFor, waitUntil } = vi
type Options = Parameters<typeof waitFor>[1]
const withLongTimeout = (options: Options): Options => ({
  timeout: HANG_MS,
  ...(typeof options === 'number' ? { timeout: options } : options),
})

// Once for each process, because this file runs before each test file, and several test files may share a process.
if (!('isPatient' in vi)) {
  Object.assign(vi, {
    isPatient: true,
    waitFor: ((callback, options) => waitFor(callback, withLongTimeout(options))) satisfies typeof vi.waitFor,
    waitUntil: ((callback, options) => waitUntil(callback, withLongTimeout(options))) satisfies typeof vi.waitUntil,
  })
}
