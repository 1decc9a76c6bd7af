// Vitest's own `vi.waitFor` and `vi.waitUntil` give up after a second, which a busy computer can need. Its
// configuration has no option for them, as it has for `expect.poll`.
import { vi } from 'vitest'
import { HANG_MS } from './hang.ts'

const { waitFor, waitUntil } = vi
type Options = Parameters<typeof waitFor>[1]
const patient = (options: Options): Options => ({
  timeout: HANG_MS,
  ...(typeof options === 'number' ? { timeout: options } : options),
})

// Once for each process: this file runs before each test file, and those may share a process.
if (!('isPatient' in vi)) {
  Object.assign(vi, {
    isPatient: true,
    waitFor: ((callback, options) => waitFor(callback, patient(options))) satisfies typeof vi.waitFor,
    waitUntil: ((callback, options) => waitUntil(callback, patient(options))) satisfies typeof vi.waitUntil,
  })
}
