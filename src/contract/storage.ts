// How long this computer stores the data of an account. The size of the files is in `status.get`.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Retention } from './settings.ts'

export const storage = {
  queries: {
    /** What would be deleted if history were stored for this number of months. */
    'storage.preview': {
      input: z.object({ historyMonths: Retention.shape.historyMonths }),
      output: z.object({ containers: z.int(), changes: z.int() }),
    },
  },
  commands: {
    /** At the next start, the engine deletes what the service can send, and reads it again. History remains. */
    'storage.rebuildMirror': { input: z.object({}), output: z.void() },
  },
} satisfies Partial<Contract>
