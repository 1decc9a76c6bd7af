// Files the view has written of a list, on their way out. Bytes never travel over the contract: the view puts them
// beside (contract/rules/files.ts), and asks for them to be made ready like every other file.
import { z } from 'zod'
import type { Contract } from './rpc.ts'

export const exported = {
  queries: {},
  commands: {
    /**
     * Makes what was put under this name ready, as `documents.open` does. `export/not-written` when it is not there.
     */
    'exports.take': { input: z.object({ name: z.string().min(1).max(200) }), output: z.object({ file: z.string() }) },
  },
  events: {},
} satisfies Contract
