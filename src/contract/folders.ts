// Watched folders, what was dropped onto the window, and the queue both feed: files on their way to the service.
// Files themselves never travel here: files.ts says how the hosts take and give them.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Failure, Instant } from './values.ts'

/** What happens to the user's file once the service has it. Nothing is ever deleted. */
export const AfterUpload = z.enum([
  'leave',
  /** To `Uploaded/YYYY-MM` in the same folder. */
  'move',
])

export const FolderSettings = z.object({
  after: AfterUpload,
  /**
   * Check every 30 s instead of waiting for events of the disk; network shares and cloud folders are always checked so.
   */
  alwaysPolls: z.boolean(),
  isRecursive: z.boolean(),
})

export const WatchedFolder = FolderSettings.extend({
  id: z.string(),
  /** As the user gave it, absolute. */
  path: z.string(),
  /** `missing`: renamed, deleted or not mounted; nothing that came from it changes, and it is looked for. */
  state: z.enum(['ok', 'missing', 'denied']),
  stateSince: Instant,
  /** It is checked by a timer, because it reports no events or the user chose so. */
  isPolled: z.boolean(),
  /** End of the last complete check of the folder; null before the first. */
  lastScanAt: Instant.nullable(),
  /** When the newest file of it was first seen; null: none yet. */
  lastFileAt: Instant.nullable(),
  /** Files of it by where they stand. */
  settling: z.int(),
  underWay: z.int(),
  failed: z.int(),
  done: z.int(),
  /** Of those that are done: were to be moved and could not be (`folders/not-writable`); tried again by itself. */
  unmoved: z.int(),
})

/** What is not at the service yet, in all. */
export const UploadQueue = z.object({
  /** Without those that say why they cannot be taken: they may wait for ever. */
  settling: z.int(),
  queued: z.int(),
  uploading: z.int(),
  /** Of the present run of work: since nothing was queued for the last time. */
  done: z.int(),
  total: z.int(),
  bytesLeft: z.int(),
  /** At the pace of the last minutes; null while that cannot be told. */
  secondsLeft: z.int().nullable(),
  isPaused: z.boolean(),
  /** What holds everything back, and when it is tried again. */
  waitsFor: Failure.nullable(),
  nextTryAt: Instant.nullable(),
})

/** Not trimmed: a name may end in a blank, and the ticket is of all of it. */
const FolderPath = z
  .string()
  .max(4_000)
  .refine((path) => path.trim() !== '')

export const folders = {
  queries: {
    'folders.list': { input: z.object({}), output: z.array(WatchedFolder) },
    'folders.queue': { input: z.object({}), output: UploadQueue },
  },
  commands: {
    /**
     * `folders/not-found`, `folders/not-a-folder`, `folders/not-readable`, `folders/already-watched` (it, one above or
     * one below), `folders/own-data`, `folders/not-answering`. Under Electron `folders/not-picked` without the ticket
     * of
     * `folder.pick`. With `move`, `folders/not-writable` where nothing can be moved in it.
     */
    'folders.add': {
      input: FolderSettings.extend({ path: FolderPath, ticket: z.string().max(200).nullable().optional() }),
      output: z.object({ id: z.string() }),
    },
    /** As `folders.add`; one that is away can be changed, one that hangs cannot. */
    'folders.change': { input: FolderSettings.extend({ id: z.string() }), output: z.void() },
    /** No file is touched; what was taken from it goes on. */
    'folders.remove': { input: z.object({ id: z.string() }), output: z.void() },
    /** Looks through all of them now, also for what was dropped onto the window: the host has just taken a file. */
    'folders.look': { input: z.object({}), output: z.void() },
    /** Holds back what has not left, over restarts too; what is on its way is finished. */
    'folders.pause': { input: z.object({ isPaused: z.boolean() }), output: z.void() },
  },
  events: {},
} satisfies Contract

export type AfterUpload = z.infer<typeof AfterUpload>
export type FolderSettings = z.infer<typeof FolderSettings>
export type WatchedFolder = z.infer<typeof WatchedFolder>
export type UploadQueue = z.infer<typeof UploadQueue>
