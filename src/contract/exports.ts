// Files that the view created from a list, for the user to save. The contract carries no bytes: the view sends the file
// to the host (contract/rules/files.ts) and then calls `exports.take`.
import { z } from 'zod'
import type { Contract } from './rpc.ts'

export const exported = {
  commands: {
    /** Prepares the file that was sent under this name. `export/not-written` if there is none. */
    'exports.take': { input: z.object({ name: z.string().min(1).max(200) }), output: z.object({ file: z.string() }) },
  },
} satisfies Partial<Contract>
