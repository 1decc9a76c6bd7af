// Lists of containers that are written into a folder on a schedule, for Excel, Power BI and other programs. The engine
// writes them, also without a window. The page supplies columns and texts when the user saves a snapshot.
import { z } from 'zod'
import { ContainerFilter, ContainerSort } from './containers.ts'
import type { Contract } from './rpc.ts'
import { Failure, Instant } from './values.ts'

export const MAX_SNAPSHOTS = 30

const Text = z.string().max(200)

export const SnapshotTimes = z.discriminatedUnion('every', [
  /** By the clock of the home zone; `weekday`: Monday to Friday. */
  z.object({ every: z.enum(['day', 'weekday']), at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
  z.object({ every: z.literal('hours'), hours: z.int().min(1).max(24) }),
])

export const SnapshotPlan = z.object({
  /** The names of the screen and of its view when the snapshot was saved; only shown. */
  screen: Text,
  view: Text,
  kind: z.enum(['csv', 'xlsx', 'ics']),
  filter: ContainerFilter,
  sort: ContainerSort,
  title: Text,
  /** `key`: a key of words/container-cells.ts. */
  columns: z
    .array(z.object({ key: Text, title: Text, width: z.number().min(0).max(5_000), isNumber: z.boolean() }))
    .max(100),
  /** The texts for words/container-cells.ts, and the texts `day …` of calendar entries and `column asOf`. */
  words: z.record(Text, z.string().max(500)),
  times: SnapshotTimes,
  /** `dated`: a new file each day, or each run where there are several; `same`: one name, replaced. */
  fileName: z.enum(['dated', 'same']),
  /** The file name without day and extension. */
  base: z.string().trim().min(1).max(80),
})

export const Snapshot = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  /** Empty: the user must pick a folder on this computer. */
  folder: z.string().max(4_000),
  plan: SnapshotPlan,
})

export const SnapshotState = Snapshot.extend({
  /** Null without a folder. */
  nextRunAt: Instant.nullable(),
  /** The last file that was written, with its time and number of rows. */
  written: z.object({ at: Instant, file: z.string(), rows: z.int() }).nullable(),
  /** Why the last run wrote nothing; null if it did, or if there was no run. */
  failure: z.object({ at: Instant, failure: Failure }).nullable(),
  /** Progress while a file is being written. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
})

export const snapshots = {
  queries: {
    /** By name. */
    'snapshots.list': { input: z.object({}), output: z.array(SnapshotState) },
  },
  commands: {
    /**
     * Creates a snapshot, or replaces the one with that id. For a new folder it throws what `folders.add` throws, and
     * `snapshots/watched-folder`; under Electron it needs the ticket of `folder.pick`. `snapshots/too-many`;
     * `snapshots/same-file` if another snapshot writes the same file.
     */
    'snapshots.save': {
      input: Snapshot.extend({ ticket: z.string().max(200).nullable().optional() }),
      output: z.void(),
    },
    'snapshots.remove': { input: z.object({ id: Snapshot.shape.id }), output: z.void() },
    /**
     * Starts a run; its result is in the list. `snapshots/unknown`, `snapshots/nothing-yet`, `folders/not-picked`
     * without a folder.
     */
    'snapshots.writeNow': { input: z.object({ id: Snapshot.shape.id }), output: z.void() },
  },
} satisfies Partial<Contract>

export type SnapshotTimes = z.infer<typeof SnapshotTimes>
export type SnapshotPlan = z.infer<typeof SnapshotPlan>
export type Snapshot = z.infer<typeof Snapshot>
export type SnapshotState = z.infer<typeof SnapshotState>
