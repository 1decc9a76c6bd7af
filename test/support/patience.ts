// Raises the time limit of `vi.waitFor` and `vi.waitUntil`. Their default of one second is too short on a busy
// computer, and the configuration of Vitest has no option for it.
import { vi } from 'vitest'
import { HANG_MS } from './hang.ts'

const { waitFor, waitUntil } = vi
type Options = Parameters<typeof waitFor>[1]
const withLongTimeout = (options: Options): Options => ({
  timeout: HANG_MS,
  ...(typeof options === 'number' ? { timeout: options } : options),
})

// Several test files may share a process, and this file runs before each of them. It replaces the functions only once.
if (!('isPatient' in vi)) {
  Object.assign(vi, {
    isPatient: true,
    waitFor: ((callback, options) => waitFor(callback, withLongTimeout(options))) satisfies typeof vi.waitFor,
    waitUntil: ((callback, options) => waitUntil(callback, withLongTimeout(options))) satisfies typeof vi.waitUntil,
  })
}
