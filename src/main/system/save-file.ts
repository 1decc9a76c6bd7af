// Saves a copy of one of the user's files to a path from the system's dialog. An existing file of that name is replaced
// only when the copy is complete.
import { randomBytes } from 'node:crypto'
import { copyFile, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { SPOOL_FOLDER, dropName } from '#contract/rules/files.ts'
import { pickSavePath } from './ask.ts'

/** The name of the saved file; null if the user chose no path. */
export type FileSaver = (content: string, name: string) => Promise<string | null>

/** `account`: the folder of the account that is open. */
export function createFileSaver(window: () => BrowserWindow | null, account: () => string): FileSaver {
  return async (content, name) => {
    const source = join(account(), SPOOL_FOLDER, content)
    // Must be before the dialog, so that the user is not asked in vain.
    if ((await stat(source).catch(() => null))?.isFile() !== true) throw new AppError('documents/no-file')
    const { canceled, filePath } = await pickSavePath(window(), {
      defaultPath: dropName(name),
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    })
    if (canceled || filePath === '') return null
    await copyWhole(source, filePath)
    return basename(filePath)
  }
}

async function copyWhole(source: string, target: string): Promise<void> {
  await replaceWhole(target, '.quaywatch', (part) => copyFile(source, part)).catch((error: unknown) => {
    throw new AppError(copyFailure(error), {}, error)
  })
}

/** `write` creates a file whose name begins with `prefix`. It becomes the target when it is complete. */
export async function replaceWhole(
  target: string,
  prefix: string,
  write: (part: string) => Promise<void>,
): Promise<void> {
  // Written beside the target, because an atomic rename works only within one disk. Watched folders ignore `.part`.
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

/** A network share may accept a file and report later that it has no room for it. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const codes: Record<string, ErrorCode> = {
  ENOSPC: 'shell/copy-no-room',
  EDQUOT: 'shell/copy-no-room',
  EACCES: 'shell/copy-refused',
  EPERM: 'shell/copy-refused',
  EROFS: 'shell/copy-refused',
  EBUSY: 'shell/copy-refused',
}

export function copyFailure(error: unknown): ErrorCode {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return codes[code] ?? 'shell/copy-not-saved'
}
