// Checks what the file system of the temporary folder supports. macOS and Windows refuse some names and links that
// Linux accepts, so tests skip such cases there.
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a file with this name can be created and then has exactly this name. */
export function canCreateName(name: string | Buffer): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-names-'))
  try {
    writeFileSync(joinRawName(folder, name), '')
    return readdirSync(folder, { encoding: 'buffer' }).some((found) => found.equals(Buffer.from(name)))
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the path as bytes, because the name may be no valid UTF-8. */
export function joinRawName(folder: string, name: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(join(folder, 'x').slice(0, -1)), Buffer.from(name)])
}

/** Whether names in composed and in decomposed letters are two files. On APFS they are the same file. */
export function separatesNormalForms(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-names-'))
  try {
    for (const name of ['\u00e9', 'e\u0301']) writeFileSync(join(folder, name), '')
    return readdirSync(folder).length === 2
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Whether opening a link to itself fails with the code ELOOP. */
export function reportsLoops(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-names-'))
  try {
    symlinkSync('loop', join(folder, 'loop'))
    readFileSync(join(folder, 'loop'))
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP'
  } finally {
    rmSync(folder, { recursive: true })
  }
}
