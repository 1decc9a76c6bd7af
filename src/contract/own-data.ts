// What the user made himself, in one file: for another computer, and as a copy of one's own. The file comes out as
// documents do and goes in by `PUT /restore` (files.ts); what it would change is told before anything is changed.
import { z } from 'zod'
import { OWN_PARTS } from './rules/own-parts.ts'
import type { Contract } from './rpc.ts'
import { KeyChoice, Looks, Metered, Theme } from './shell.ts'
import { AfterUpload } from './folders.ts'
import { Instant } from './values.ts'

/** The key, requests and edits that have not left, and everything the service can send again are in none of them. */
export const OwnPart = z.enum(OWN_PARTS)

/** Of the computer rather than the account; the host keeps them, so the view says and sets them. */
export const ComputerSettings = z.object({
  theme: Theme,
  metered: Metered,
  sparesBattery: z.boolean().nullable(),
  keys: KeyChoice,
  looks: Looks,
})

/**
 * `merge`: what is only here stays, and of two the newer counts, or the one here where nobody can tell. `replace`: as
 * in the file.
 */
export const RestoreHow = z.enum(['merge', 'replace'])

/** One part of the file beside what is here. */
export const PartPlan = z.object({
  part: OwnPart,
  inFile: z.int(),
  here: z.int(),
  /** In the file and not here. */
  fresh: z.int(),
  /** In both, and not the same: `newer` are taken over by either way, `older` by replacing only. */
  newer: z.int(),
  older: z.int(),
  /** Removed by replacing; 0 where the file does not have this part. */
  onlyHere: z.int(),
})

export const FolderOfFile = z.object({
  path: z.string(),
  after: AfterUpload,
  alwaysPolls: z.boolean(),
  isRecursive: z.boolean(),
})

export const OwnDataFound = z.object({
  /** Good for one restore. */
  id: z.string(),
  madeAt: Instant,
  /** It was made of an account at another address: dates and mutes name containers by that service's ids. */
  isOtherService: z.boolean(),
  serviceUrl: z.string(),
  parts: z.array(PartPlan),
  /** Containers named in it that this account has not read, or not yet. */
  unknownContainers: z.int(),
})

/** Made by itself before a restore. */
export const OwnDataBackup = z.object({ id: z.string(), at: Instant })

const Outcome = z.object({
  /** How it was before. */
  backup: OwnDataBackup,
  /** For the view to set; null: leave it. */
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
        /** Watched on another computer and not here: only who picks a folder here lets it be watched. */
        folders: z.array(FolderOfFile),
      }),
    },
  },
  commands: {
    /** Makes the file ready as `documents.open` does; `about` is written into it for whoever opens it in an editor. */
    'ownData.export': {
      input: z.object({ computer: ComputerSettings, about: z.array(z.string().max(1_000)).max(50) }),
      output: z.object({ file: z.string(), name: z.string() }),
    },
    /**
     * Reads what was put under this name. `own-data/not-ours`, `own-data/damaged`, `own-data/newer`, `own-data/gone`.
     */
    'ownData.look': { input: z.object({ name: z.string().min(1).max(200) }), output: OwnDataFound },
    /** All of it or nothing. A copy of what was here is made first. */
    'ownData.restore': {
      input: z.object({ id: z.string(), how: RestoreHow, computer: ComputerSettings }),
      output: Outcome,
    },
    /** Puts back what was here before a restore, and keeps a copy of what is here now. */
    'ownData.goBack': { input: z.object({ id: z.string().max(100), computer: ComputerSettings }), output: Outcome },
    /** It is not to be watched here. */
    'ownData.forgetFolder': { input: z.object({ path: z.string() }), output: z.void() },
  },
  events: {},
} satisfies Contract

export type OwnPart = z.infer<typeof OwnPart>
export type ComputerSettings = z.infer<typeof ComputerSettings>
export type RestoreHow = z.infer<typeof RestoreHow>
export type PartPlan = z.infer<typeof PartPlan>
export type FolderOfFile = z.infer<typeof FolderOfFile>
export type OwnDataFound = z.infer<typeof OwnDataFound>
export type OwnDataBackup = z.infer<typeof OwnDataBackup>
