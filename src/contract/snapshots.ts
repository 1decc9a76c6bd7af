// Lists of containers that are written into a folder on a schedule, for Excel, Power BI or whoever reads them there.
// The engine writes them, with or without a window; columns and words come from the page when a snapshot is saved.
import { z } from 'zod'
import { ContainerFilter, ContainerSort } from './containers.ts'
import type { Contract } from './rpc.ts'
import { Failure, Instant } from './values.ts'

export const MOST_SNAPSHOTS = 30

const Text = z.string().max(200)

export const SnapshotTimes = z.discriminatedUnion('every', [
  /** By the clock of the home zone; `weekday`: Monday to Friday. */
  z.object({ every: z.enum(['day', 'weekday']), at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
  z.object({ every: z.literal('hours'), hours: z.int().min(1).max(24) }),
])

export const SnapshotPlan = z.object({
  /** Name of the list's screen and of the view in it, as they were when it was saved: for who looks at it later. */
  screen: Text,
  view: Text,
  kind: z.enum(['csv', 'xlsx', 'ics']),
  filter: ContainerFilter,
  sort: ContainerSort,
  title: Text,
  /** Keys of container-cells.ts. */
  columns: z
    .array(z.object({ key: Text, title: Text, width: z.number().min(0).max(5_000), isNumber: z.boolean() }))
    .max(100),
  /** As in container-cells.ts, and those of `day` (entries of a calendar) and `column asOf`. */
  words: z.record(Text, z.string().max(500)),
  times: SnapshotTimes,
  /** `dated`: a new file each day, or each run where there are several; `same`: one name, replaced. */
  fileName: z.enum(['dated', 'same']),
  /** What its files are called, without the day and the ending. */
  base: z.string().trim().min(1).max(80),
})

export const Snapshot = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  /** Empty: to be picked on this computer. */ folder: z.string().max(4_000),
  plan: SnapshotPlan,
})

export const SnapshotState = Snapshot.extend({
  /** Null while it has no folder. */
  nextRunAt: Instant.nullable(),
  /** When it was written last, as what, with how many rows. */
  written: z.object({ at: Instant, file: z.string(), rows: z.int() }).nullable(),
  /** Why the last run wrote nothing; null when it did, or there was none. */
  failure: z.object({ at: Instant, failure: Failure }).nullable(),
  /** Being written now. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
})

export const snapshots = {
  queries: {
    /** By name. */
    'snapshots.list': { input: z.object({}), output: z.array(SnapshotState) },
  },
  commands: {
    /**
     * A new one, or one of that id anew. For another folder than it has, what `folders.add` throws,
     * `snapshots/watched-folder` and under Electron the ticket of `folder.pick`. `snapshots/too-many`;
     * `snapshots/same-file` where another one writes a file of the same name there.
     */
    'snapshots.save': {
      input: Snapshot.extend({ ticket: z.string().max(200).nullable().optional() }),
      output: z.void(),
    },
    'snapshots.remove': { input: z.object({ id: Snapshot.shape.id }), output: z.void() },
    /**
     * Begins; what becomes of it is in the list. `snapshots/unknown`, `snapshots/nothing-yet`, `folders/not-picked`
     * without a folder.
     */
    'snapshots.writeNow': { input: z.object({ id: Snapshot.shape.id }), output: z.void() },
  },
  events: {},
} satisfies Contract

export type SnapshotTimes = z.infer<typeof SnapshotTimes>
export type SnapshotPlan = z.infer<typeof SnapshotPlan>
export type Snapshot = z.infer<typeof Snapshot>
export type SnapshotState = z.infer<typeof SnapshotState>
