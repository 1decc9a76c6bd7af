// Files with lists that the view exported. The host stores each file in a folder of its own. The engine moves it into
// the spool, under the hash of its content, and the shell saves a copy where the user chooses.
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { EXPORTS_FOLDER } from '#contract/rules/files.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { Files } from '../outside/files.ts'
import { isDiskFull } from '../outside/user-files.ts'

export type ExportsDeps = {
  files: Files
  dataDir: string
  spoolFolder: string
  pathOf: (sha256: string) => string
  signal: AbortSignal
}

export function exportHandlers(deps: ExportsDeps): HandlersOf<'exports'> {
  let waitingCount = 0
  let lastExport: Promise<unknown> = Promise.resolve()
  // Exports are stored one after the other, because two windows may have stored files of the same name.
  return {
    'exports.take': async ({ name }) => {
      waitingCount++
      const currentExport = lastExport.then(() => storeExport(deps, name, () => --waitingCount === 0))
      lastExport = currentExport.catch(() => undefined)
      return { file: await currentExport }
    },
  }
}

/**
 * Moves the exported file of this name into the spool, and returns its hash. The last waiting call also deletes all
 * other exported files: nothing requests them any more, because their page was closed.
 */
async function storeExport(
  { files, dataDir, spoolFolder, pathOf, signal }: ExportsDeps,
  name: string,
  isLast: () => boolean,
): Promise<string> {
  const folder = join(dataDir, EXPORTS_FOLDER)
  let sourceFolder: string | null = null
  try {
    for (const token of await files.list(folder)) {
      const exportFolder = join(folder, token)
      if (token.endsWith('.part') || !(await files.list(exportFolder)).includes(name)) continue
      const path = join(exportFolder, name)
      const mark = await files.stat(path)
      if (mark?.kind !== 'file') continue
      sourceFolder = exportFolder
      await files.makeFolder(spoolFolder)
      const partPath = join(spoolFolder, `export-${token}.part`)
      const checksums = await files.copyComplete(path, partPath, { mark, signal })
      if (checksums === 'changed') break
      await storeOnce(files, partPath, pathOf(checksums.sha256))
      return checksums.sha256
    }
    throw new AppError('export/not-written')
  } catch (error) {
    throw isDiskFull(error) ? new AppError('db/disk-full', {}, error) : error
  } finally {
    const obsolete = isLast() ? folder : sourceFolder
    if (obsolete !== null) await files.remove(obsolete)
  }
}

/** Two exports with equal content are stored once. */
async function storeOnce(files: Files, partPath: string, targetPath: string): Promise<void> {
  if (await files.exists(targetPath)) await files.remove(partPath)
  else await files.renameDurably(partPath, targetPath)
}
