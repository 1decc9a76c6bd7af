// All calls and events between view and engine, in one object. The host's own calls are in shell.ts.
import { z } from 'zod'
import { alerts } from './alerts.ts'
import { batches } from './batches.ts'
import { changes } from './changes.ts'
import { charges } from './charges.ts'
import { containers } from './containers.ts'
import { disputes } from './disputes.ts'
import { documents } from './documents.ts'
import { edits } from './edits.ts'
import { emails } from './emails.ts'
import { exported } from './exports.ts'
import { fields } from './fields.ts'
import { folders } from './folders.ts'
import { office } from './office.ts'
import { own } from './own.ts'
import { handover } from './handover.ts'
import { ownData } from './own-data.ts'
import { rates } from './rates.ts'
import type { Contract, Handlers } from './rpc.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { shipments } from './shipments.ts'
import { snapshots } from './snapshots.ts'
import { status } from './status.ts'
import { storage } from './storage.ts'
import { sync } from './sync.ts'
import { templates } from './templates.ts'
import { terminals } from './terminals.ts'
import { today } from './today.ts'
import { tracking } from './tracking.ts'
import { views } from './views.ts'

/**
 * What can change on a screen. `clock`: a minute passed, and values that depend only on time may have changed: days
 * left after a day began, and bands and verdicts after the last check at the terminal became old. `folders`: watched
 * folders and the queue.
 */
export const Topic = z.enum([
  'containers',
  'shipments',
  'requests',
  'fields',
  'edits',
  'changes',
  'documents',
  'emails',
  'folders',
  'sync',
  'settings',
  'views',
  'alerts',
  'clock',
])

/**
 * Sent after commit, at most four times a second for each topic. `ids` lets a screen skip reads it does not need; null:
 * too many ids to list.
 */
export const Changed = z.object({ topic: Topic, ids: z.array(z.string()).nullable() })

export const engineContract = {
  queries: {
    ...alerts.queries,
    ...batches.queries,
    ...changes.queries,
    ...charges.queries,
    ...containers.queries,
    ...disputes.queries,
    ...documents.queries,
    ...edits.queries,
    ...emails.queries,
    ...fields.queries,
    ...folders.queries,
    ...office.queries,
    ...handover.queries,
    ...own.queries,
    ...ownData.queries,
    ...rates.queries,
    ...search.queries,
    ...settings.queries,
    ...shipments.queries,
    ...snapshots.queries,
    ...status.queries,
    ...storage.queries,
    ...sync.queries,
    ...templates.queries,
    ...terminals.queries,
    ...today.queries,
    ...tracking.queries,
    ...views.queries,
  },
  commands: {
    ...alerts.commands,
    ...batches.commands,
    ...changes.commands,
    ...containers.commands,
    ...documents.commands,
    ...edits.commands,
    ...emails.commands,
    ...exported.commands,
    ...folders.commands,
    ...office.commands,
    ...own.commands,
    ...ownData.commands,
    ...rates.commands,
    ...settings.commands,
    ...snapshots.commands,
    ...storage.commands,
    ...sync.commands,
    ...templates.commands,
    ...terminals.commands,
    ...tracking.commands,
    ...views.commands,
  },
  events: { ...alerts.events, ...sync.events, changed: Changed },
} satisfies Contract

export type EngineContract = typeof engineContract
/** The handlers of every call whose name begins with `Feature` and a dot. */
export type HandlersOf<Feature extends string> = Pick<
  Handlers<EngineContract>,
  Extract<keyof Handlers<EngineContract>, `${Feature}.${string}`>
>
export type Topic = z.infer<typeof Topic>
export type Changed = z.infer<typeof Changed>
