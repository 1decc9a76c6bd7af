// Everything the view may ask of the engine, in one object. The shell's own calls are in shell.ts.
import { z } from 'zod'
import { containers } from './containers.ts'
import type { Contract } from './rpc.ts'
import { settings } from './settings.ts'
import { shipments } from './shipments.ts'
import { sync } from './sync.ts'

/**
 * What can change under a screen. `clock`: a minute went by, and with it what moves without any data: days left where
 * a day began, bands and verdicts where the last check at the terminal grew old.
 */
export const Topic = z.enum(['containers', 'shipments', 'sync', 'settings', 'clock'])

/**
 * Sent after commit, at most four times a second per topic. Carries ids only to spare a screen a needless refetch:
 * null means "too many to name".
 */
export const Changed = z.object({ topic: Topic, ids: z.array(z.string()).nullable() })

export const engineContract = {
  queries: { ...containers.queries, ...shipments.queries, ...sync.queries, ...settings.queries },
  commands: { ...containers.commands, ...shipments.commands, ...sync.commands, ...settings.commands },
  events: { ...containers.events, ...shipments.events, ...sync.events, ...settings.events, changed: Changed },
} satisfies Contract

export type EngineContract = typeof engineContract
export type Topic = z.infer<typeof Topic>
export type Changed = z.infer<typeof Changed>
