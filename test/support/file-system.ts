// What the file system of the temporary folder can do. macOS and Windows refuse some names and links that Linux takes;
// a test asks here which of its cases exist on this computer.
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** True where a file of that name can be made, and has that name afterwards. */
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

/** The path of a file whose name need not be text. */
export function inFolder(folder: string, name: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(join(folder, 'x').slice(0, -1)), Buffer.from(name)])
}

/** True where a name in composed letters and one in decomposed letters are two files. APFS takes them for one. */
export function separatesNormalForms(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-names-'))
  try {
    for (const name of ['\u00e9', 'e\u0301']) writeFileSync(join(folder, name), '')
    return readdirSync(folder).length === 2
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** True where a link to itself fails to open with a code of its own. */
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
