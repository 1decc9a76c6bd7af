// Watched folders, files dropped onto the window, and the queue of both: files to be uploaded to the service. The
// contract carries no bytes; rules/files.ts describes how hosts receive and serve files.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Failure, Instant } from './values.ts'

/** What happens to the user's file after the upload. Nothing is ever deleted. */
export const AfterUpload = z.enum([
  'leave',
  /** The file is moved to `Uploaded/YYYY-MM` in the same folder. */
  'move',
])

export const FolderSettings = z.object({
  after: AfterUpload,
  /** Check every 30 s instead of waiting for disk events. Network shares and cloud folders are always polled. */
  alwaysPolls: z.boolean(),
  isRecursive: z.boolean(),
})

export const WatchedFolder = FolderSettings.extend({
  id: z.string(),
  /** As the user gave it, absolute. */
  path: z.string(),
  /** `missing`: renamed, deleted or not mounted. Its files stay, and the engine continues to look for it. */
  state: z.enum(['ok', 'missing', 'denied']),
  stateSince: Instant,
  /** It is checked by a timer, because it reports no events or the user chose so. */
  isPolled: z.boolean(),
  /** End of the last complete check of the folder; null before the first. */
  lastScanAt: Instant.nullable(),
  /** When its newest file was first seen; null: no file yet. */
  lastFileAt: Instant.nullable(),
  /** Numbers of its files by state. */
  settling: z.int(),
  underWay: z.int(),
  failed: z.int(),
  done: z.int(),
  /** Done files that could not be moved (`folders/not-writable`); the engine retries it. */
  unmoved: z.int(),
})

/** All files that the service does not have yet. */
export const UploadQueue = z.object({
  /** Files that may still be written to, without those that are blocked and may wait for ever. */
  settling: z.int(),
  queued: z.int(),
  uploading: z.int(),
  /** In the current run, which began when the queue was last empty. */
  done: z.int(),
  total: z.int(),
  bytesLeft: z.int(),
  /** At the rate of the last minutes; null if that is unknown. */
  secondsLeft: z.int().nullable(),
  isPaused: z.boolean(),
  /** What delays all uploads, and when the next attempt is. */
  waitsFor: Failure.nullable(),
  nextTryAt: Instant.nullable(),
})

/** The path is not trimmed, because a name may end with a space, and the ticket signs the whole path. */
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
     * `folders/not-found`, `folders/not-a-folder`, `folders/not-readable`, `folders/already-watched` (the folder, a
     * parent or a subfolder), `folders/own-data`, `folders/not-answering`. Under Electron `folders/not-picked` without
     * the ticket of `folder.pick`. With `move`, `folders/not-writable` if files cannot be moved in it.
     */
    'folders.add': {
      input: FolderSettings.extend({ path: FolderPath, ticket: z.string().max(200).nullable().optional() }),
      output: z.object({ id: z.string() }),
    },
    /** As `folders.add`. A missing folder can be changed; one that does not respond cannot. */
    'folders.change': { input: FolderSettings.extend({ id: z.string() }), output: z.void() },
    /** The user's files remain unchanged, and uploads that began continue. */
    'folders.remove': { input: z.object({ id: z.string() }), output: z.void() },
    /** Checks all watched folders and dropped files now: the host has just received a file. */
    'folders.check': { input: z.object({}), output: z.void() },
    /** Pauses unsent uploads, also after a restart. Uploads that began are finished. */
    'folders.pause': { input: z.object({ isPaused: z.boolean() }), output: z.void() },
  },
} satisfies Partial<Contract>

export type AfterUpload = z.infer<typeof AfterUpload>
export type FolderSettings = z.infer<typeof FolderSettings>
export type WatchedFolder = z.infer<typeof WatchedFolder>
export type UploadQueue = z.infer<typeof UploadQueue>
