// The path of content in the spool, before and for a while after its upload: named by its hash.
import { join } from 'node:path'
import { SPOOL_FOLDER } from '#contract/rules/files.ts'

export type SpoolPaths = { folder: string; pathOf: (sha256: string) => string }

export function spoolPaths(dataDir: string): SpoolPaths {
  const folder = join(dataDir, SPOOL_FOLDER)
  return { folder, pathOf: (sha256) => join(folder, sha256) }
}
