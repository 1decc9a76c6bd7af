// Where content stands on its way to the service, and afterwards for a while: under its own hash.
import { join } from 'node:path'
import { SPOOL_FOLDER } from '#contract/rules/files.ts'

export type SpoolPaths = { folder: string; pathOf: (sha256: string) => string }

export function spoolPaths(dataDir: string): SpoolPaths {
  const folder = join(dataDir, SPOOL_FOLDER)
  return { folder, pathOf: (sha256) => join(folder, sha256) }
}
