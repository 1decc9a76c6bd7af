// What this computer keeps of an account and for how long. How much room it takes is in `status.get`.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Retention } from './settings.ts'

export const storage = {
  queries: {
    /** What would go if history were kept for so long, before anybody says so. */
    'storage.preview': {
      input: z.object({ historyMonths: Retention.shape.historyMonths }),
      output: z.object({ containers: z.int(), changes: z.int() }),
    },
  },
  commands: {
    /**
     * At the engine's next start everything the service can send is deleted, and read again from then on. History
     * stays.
     */
    'storage.rebuildMirror': { input: z.object({}), output: z.void() },
  },
  events: {},
} satisfies Contract
