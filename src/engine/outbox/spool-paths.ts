// The paths of files in the spool. A file is named by the hash of its content.
import { join } from 'node:path'
import { SPOOL_FOLDER } from '#contract/rules/files.ts'

export type SpoolPaths = { folder: string; pathOf: (sha256: string) => string }

export function createSpoolPaths(dataDir: string): SpoolPaths {
  const folder = join(dataDir, SPOOL_FOLDER)
  return { folder, pathOf: (sha256) => join(folder, sha256) }
}
