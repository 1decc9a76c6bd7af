// The user's own data in one file, as a backup and for another computer. The host serves the file as it serves
// documents, and receives it by `PUT /restore` (rules/files.ts). The user sees the changes before the restore.
import { z } from 'zod'
import { OWN_PARTS } from './rules/own-parts.ts'
import type { Contract } from './rpc.ts'
import { ShortcutSettings, Appearance, Metered, Theme } from './shell.ts'
import { AfterUpload } from './folders.ts'
import { Instant } from './values.ts'

/** No part contains the key, unsent requests and edits, or data that the service can send again. */
export const OwnPart = z.enum(OWN_PARTS)

/** Settings of the computer, not of the account. The host stores them, so the view reads and sets them. */
export const ComputerSettings = z.object({
  theme: Theme,
  metered: Metered,
  sparesBattery: z.boolean().nullable(),
  keys: ShortcutSettings,
  /** The name in saved files; renaming it would lose the user's choice. */
  looks: Appearance,
})

/**
 * `merge`: data that exists only here remains, and the newer version of two wins, or the local one if that is unknown.
 * `replace`: the file replaces everything.
 */
export const RestoreMode = z.enum(['merge', 'replace'])

/** One part of the file, compared with the local data. */
export const PartPlan = z.object({
  part: OwnPart,
  inFile: z.int(),
  here: z.int(),
  /** Entries that are only in the file. */
  fresh: z.int(),
  /**
   * Entries in both, with different content. Both modes import `newer` ones, and only `replace` imports `older` ones.
   */
  newer: z.int(),
  older: z.int(),
  /** Deleted by `replace`; 0 if the file does not have this part. */
  onlyHere: z.int(),
})

export const FolderInFile = z.object({
  path: z.string(),
  after: AfterUpload,
  alwaysPolls: z.boolean(),
  isRecursive: z.boolean(),
})

export const OwnDataFile = z.object({
  /** Valid for one restore. */
  id: z.string(),
  madeAt: Instant,
  /** The file is from an account at another address: dates and mutes name containers by that service's ids. */
  isOtherService: z.boolean(),
  serviceUrl: z.string(),
  parts: z.array(PartPlan),
  /** Containers in the file that this account has not read. */
  unknownContainers: z.int(),
})

/** A backup that the engine makes before each restore. */
export const OwnDataBackup = z.object({ id: z.string(), at: Instant })

/** Names one entry: `key` is the JSON array of its key columns. */
const EntryName = z.object({ part: OwnPart, key: z.string().max(4_000) })

/** A change of this user that did not count in the office, because another member's change of the entry did. */
export const OvertakenChange = EntryName.extend({
  /** The container's number, the customer, the terminal, or the name of the rates or the link. */
  subject: z.string(),
  /** What the user wrote, and what the office has: a name, a tag, or a priority. Null: removed, or not set. */
  own: z.string().nullable(),
  present: z.string().nullable(),
  /** The member who wrote the present value; null if unknown. */
  author: z.string().nullable(),
  /** When the user wrote it. */
  at: Instant,
})

const Outcome = z.object({
  /** The state before the restore. */
  backup: OwnDataBackup,
  /** Settings for the view to set; null: no change. */
  computer: ComputerSettings.nullable(),
})

export const ownData = {
  queries: {
    'ownData.get': {
      input: z.object({}),
      output: z.object({
        parts: z.array(z.object({ part: OwnPart, count: z.int() })),
        /** Newest first. */
        backups: z.array(OwnDataBackup),
        /** Folders that another computer watched. The user must pick each of them again on this computer. */
        folders: z.array(FolderInFile),
      }),
    },
    /** The oldest 200, oldest first. */
    'ownData.listOvertaken': { input: z.object({}), output: z.array(OvertakenChange) },
  },
  commands: {
    /** Prepares the file as `documents.open` does; `about` is written into it for readers who open it in an editor. */
    'ownData.export': {
      input: z.object({ computer: ComputerSettings, about: z.array(z.string().max(1_000)).max(50) }),
      output: z.object({ file: z.string(), name: z.string() }),
    },
    /**
     * Reads the file that was sent under this name. `own-data/not-ours`, `own-data/damaged`, `own-data/newer`,
     * `own-data/gone`.
     */
    'ownData.check': { input: z.object({ name: z.string().min(1).max(200) }), output: OwnDataFile },
    /** Restores everything or nothing, after a backup of the current data. */
    'ownData.restore': {
      input: z.object({ id: z.string(), how: RestoreMode, computer: ComputerSettings }),
      output: Outcome,
    },
    /** Restores the backup made before a restore, after a backup of the current data. */
    'ownData.goBack': { input: z.object({ id: z.string().max(100), computer: ComputerSettings }), output: Outcome },
    /** Removes the folder from the list of folders to pick again. */
    'ownData.forgetFolder': { input: z.object({ path: z.string() }), output: z.void() },
    /**
     * Decides about an overtaken change: with `isRestored`, the user's value replaces the present one, for all members.
     * `own-data/gone` if it is not listed any more; `office/not-allowed` for a reader.
     */
    'ownData.decideOvertaken': { input: EntryName.extend({ isRestored: z.boolean() }), output: z.void() },
    /** Dismisses all overtaken changes. */
    'ownData.dismissOvertaken': { input: z.object({}), output: z.void() },
  },
} satisfies Partial<Contract>

export type OwnPart = z.infer<typeof OwnPart>
export type ComputerSettings = z.infer<typeof ComputerSettings>
export type RestoreMode = z.infer<typeof RestoreMode>
export type PartPlan = z.infer<typeof PartPlan>
export type FolderInFile = z.infer<typeof FolderInFile>
export type OwnDataFile = z.infer<typeof OwnDataFile>
export type OvertakenChange = z.infer<typeof OvertakenChange>
export type OwnDataBackup = z.infer<typeof OwnDataBackup>
