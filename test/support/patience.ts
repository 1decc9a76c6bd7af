// Vitest's own `vi.waitFor` and `vi.waitUntil` give up after a second, which a busy computer can need. Its configuration
// has no option for them, as it has for `expect.poll`.
import { vi } from 'vitest'
import { HANG_MS } from './hang.ts'

const { waitFor, waitUntil } = vi
type Options = Parameters<typeof waitFor>[1]
const patient = (options: Options): Options => ({ timeout: HANG_MS, ...(typeof options === 'number' ? { timeout: options } : options) })

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
