// Saves a copy of one of the user's files to a path from the system's dialog. An existing file of that name is replaced
// only when the copy is complete.
import { randomBytes } from 'node:crypto'
import { copyFile, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { SPOOL_FOLDER, toSafeName } from '#contract/rules/files.ts'
import { pickSavePath } from './dialogs.ts'

/** The name of the saved file; null if the user chose no path. */
export type FileSaver = (content: string, name: string) => Promise<string | null>

/** `accountFolder`: the folder of the open account. */
export function createFileSaver(window: () => BrowserWindow | null, accountFolder: () => string): FileSaver {
  return async (content, name) => {
    const source = join(accountFolder(), SPOOL_FOLDER, content)
    // This is checked before the dialog, so that the user does not choose a path for a missing file.
    if ((await stat(source).catch(() => null))?.isFile() !== true) throw new AppError('documents/no-file')
    const { canceled, filePath } = await pickSavePath(window(), {
      defaultPath: toSafeName(name),
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    })
    if (canceled || filePath === '') return null
    await copyWhole(source, filePath)
    return basename(filePath)
  }
}

async function copyWhole(source: string, target: string): Promise<void> {
  await replaceWhole(target, '.quaywatch', (part) => copyFile(source, part)).catch((error: unknown) => {
    throw new AppError(getCopyErrorCode(error), {}, error)
  })
}

/** Writes a temporary file whose name begins with `prefix`, and renames it to `target` when it is complete. */
export async function replaceWhole(
  target: string,
  prefix: string,
  write: (part: string) => Promise<void>,
): Promise<void> {
  // The file is in the target's folder, because an atomic rename works only within one disk. Watched folders ignore
  // names that end in `.part`.
  const part = join(dirname(target), `${prefix}-${randomBytes(6).toString('hex')}.part`)
  try {
    await write(part)
    await flush(part)
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Writes the file to the disk. A network share may report only now that it has no space for the file. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const errorCodes: Record<string, ErrorCode> = {
  ENOSPC: 'shell/copy-no-room',
  EDQUOT: 'shell/copy-no-room',
  EACCES: 'shell/copy-refused',
  EPERM: 'shell/copy-refused',
  EROFS: 'shell/copy-refused',
  EBUSY: 'shell/copy-refused',
}

export function getCopyErrorCode(error: unknown): ErrorCode {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return errorCodes[code] ?? 'shell/copy-not-saved'
}
