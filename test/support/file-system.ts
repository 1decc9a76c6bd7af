// Abilities of the file system of the temporary folder. macOS and Windows refuse some names and links that Linux
// accepts; a test checks here which of its cases exist on this computer.
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** True if a file with this name can be created and has this name afterwards. */
export function canHoldName(name: string | Buffer): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-names-'))
  try {
    writeFileSync(inFolder(folder, name), '')
    return readdirSync(folder, { encoding: 'buffer' }).some((found) => found.equals(Buffer.from(name)))
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The path of a file whose name is not valid text. */
export function inFolder(folder: string, name: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(join(folder, 'x').slice(0, -1)), Buffer.from(name)])
}

/** True if a name in composed letters and one in decomposed letters are two files. On APFS they are the same file. */
export function separatesNormalForms(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-names-'))
  try {
    for (const name of ['\u00e9', 'e\u0301']) writeFileSync(join(folder, name), '')
    return readdirSync(folder).length === 2
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** True if opening a link to itself fails with an error code of its own. */
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
