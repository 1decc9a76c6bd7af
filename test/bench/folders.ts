// Creates folders on the disk for one measurement, and deletes them after it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const madeFolders = new Set<string>()
process.on('exit', () => {
  for (const folder of madeFolders) rmSync(folder, { recursive: true, force: true })
})

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-bench-'))
  madeFolders.add(folder)
  return folder
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  madeFolders.delete(folder)
}
