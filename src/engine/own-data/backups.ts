// Copies of own data made before a restore, beside the daily copies of state.db. They make it possible to undo a
// restore.
import { join } from 'node:path'
import type { OwnDataBackup } from '#contract/own-data.ts'
import type { Files } from '../outside/files.ts'

const MOST_BACKUPS = 5
const NAME = /^own-data-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})\.(\d{3})Z\.json$/

/** Newest first. */
export async function listOwnBackups(files: Files, dataDir: string): Promise<OwnDataBackup[]> {
  const names = await files.list(join(dataDir, 'backups'))
  return names
    .filter((name) => NAME.test(name))
    .map((id) => ({ id, at: id.replace(NAME, '$1T$2:$3:$4.$5Z') }))
    .toReversed()
}

export async function saveOwnBackup(files: Files, dataDir: string, at: string, text: string): Promise<OwnDataBackup> {
  const folder = join(dataDir, 'backups')
  const id = `own-data-${at.replaceAll(':', '')}.json`
  await files.makeFolder(folder)
  await files.save(join(folder, id), text)
  for (const { id: old } of (await listOwnBackups(files, dataDir)).slice(MOST_BACKUPS))
    await files.remove(join(folder, old))
  return { id, at }
}

/** Null if there is no backup of this name. */
export async function readOwnBackup(files: Files, dataDir: string, id: string): Promise<string | null> {
  return NAME.test(id) ? files.read(join(dataDir, 'backups', id)) : null
}
