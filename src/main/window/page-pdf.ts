// Prints the page to a PDF in the spool. The file is named by its hash, appears only when it is complete, and is saved
// for the user like every other file there. Chromium creates it, so it contains every writing system that the screen
// has.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type WebContents, app } from 'electron'
import { AppError } from '#contract/errors.ts'
import { SPOOL_FOLDER } from '#contract/rules/files.ts'
import { getCopyErrorCode, replaceWhole } from '../system/save-file.ts'

/** Returns the hash of the content, which is the name of the file in the spool. */
export type PdfMaker = (isLandscape: boolean) => Promise<string>

/** Countries whose paper is not A4. */
const LETTER_COUNTRIES = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'CR', 'GT', 'PA', 'DO', 'SV', 'NI', 'PR']

/** `accountFolder`: the folder of the open account. shell-api.ts checks which page may call this. */
export function createPdfMaker(page: () => WebContents | null, accountFolder: () => string): PdfMaker {
  return async (isLandscape) => {
    const contents = page()
    if (!contents) throw new AppError('shell/pdf-not-made')
    const pageSize = LETTER_COUNTRIES.includes(app.getLocaleCountryCode()) ? 'Letter' : 'A4'
    const bytes = await contents
      .printToPDF({ landscape: isLandscape, pageSize, printBackground: true })
      .catch((error: unknown) => {
        throw new AppError('shell/pdf-not-made', {}, error)
      })
    return store(bytes, join(accountFolder(), SPOOL_FOLDER))
  }
}

async function store(bytes: Buffer, folder: string): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  try {
    await mkdir(folder, { recursive: true })
    await replaceWhole(join(folder, sha256), 'pdf', (part) => writeFile(part, bytes))
    return sha256
  } catch (error) {
    const code = getCopyErrorCode(error)
    throw new AppError(code === 'shell/copy-no-room' ? code : 'shell/pdf-not-made', {}, error)
  }
}
