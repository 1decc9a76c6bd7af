// Creates a temporary folder with the given files. The folder is deleted after the test.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export function makeFolder(files: Record<string, string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'quaywatch-scripts-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  addFiles(root, files)
  return root
}

export function addFiles(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

/** `atMs`: milliseconds since 1970. */
export function setTime(path: string, atMs: number): void {
  utimesSync(path, atMs / 1000, atMs / 1000)
}
