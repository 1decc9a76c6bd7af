// Checks the data folder before anything in it is opened. If another user owns a file in it, the start ends with a
// message instead of failing later. This happens if the program ran as root before.
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from './start-problem.ts'

const { R_OK, W_OK, X_OK } = constants

/** Creates the folder if it is missing. Throws a `StartProblem` if this user cannot use it. */
export function checkDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, W_OK | X_OK)
  } catch (cause) {
    throw new StartProblem(
      `The folder ${dataDir} cannot be written to. Choose another with --data-dir. (${String(cause)})`,
      { cause },
    )
  }
  for (const [path, mode] of listRequiredAccess(dataDir)) checkAccess(dataDir, path, mode)
}

/** Yields each folder before its content, because the content can only be listed if the folder is readable. */
function* listRequiredAccess(dataDir: string): Generator<[path: string, mode: number]> {
  yield [join(dataDir, 'host.json'), R_OK]
  yield [join(dataDir, 'lock.db'), R_OK | W_OK]
  const accounts = join(dataDir, 'accounts')
  yield [accounts, R_OK | W_OK | X_OK]
  for (const folder of listFolders(accounts)) {
    yield [folder, R_OK | W_OK | X_OK]
    for (const name of readdirSync(folder))
      if (name.endsWith('.db') || name === 'api-key') yield [join(folder, name), R_OK | W_OK]
  }
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [join(folder, entry.name)] : [],
  )
}

function checkAccess(dataDir: string, path: string, mode: number): void {
  try {
    accessSync(path, mode)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return
    const remedy =
      process.platform === 'win32'
        ? 'Give yourself full access to that folder and all that is in it'
        : `Make all of it yours: sudo chown -R "$(id -un)" '${dataDir}'`
    throw new StartProblem(
      `${path} cannot be read and written by you: it belongs to another user, perhaps because Quaywatch once ran as root. ${remedy}. Or choose another folder with --data-dir. (${String(cause)})`,
      { cause },
    )
  }
}
