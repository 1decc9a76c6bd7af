// Files with lists that the view exported: taken from where the host put them and stored under their hash. The shell
// saves a copy where the user chooses.
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
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  // One after the other, because two windows may have stored files of the same name.
  return {
    'exports.take': async ({ name }) => {
      waiting++
      const taking = last.then(() => storeExport(deps, name, () => --waiting === 0))
      last = taking.catch(() => undefined)
      return { file: await taking }
    },
  }
}

/**
 * Moves the exported file of this name into the spool, and returns its hash. The last waiting call also deletes files
 * that were not requested, because their page was closed meanwhile.
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
      const storedPath = join(folder, token)
      if (token.endsWith('.part') || !(await files.list(storedPath)).includes(name)) continue
      const path = join(storedPath, name)
      const mark = await files.stat(path)
      if (mark?.kind !== 'file') continue
      sourceFolder = storedPath
      await files.makeFolder(spoolFolder)
      const part = join(spoolFolder, `export-${token}.part`)
      const sums = await files.copyComplete(path, part, { mark, signal })
      if (sums === 'changed') break
      await storeOnce(files, part, pathOf(sums.sha256))
      return sums.sha256
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
async function storeOnce(files: Files, part: string, to: string): Promise<void> {
  if (await files.exists(to)) await files.remove(part)
  else await files.renameDurably(part, to)
}
