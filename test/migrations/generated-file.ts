// Compares source files that tests generate with the current result.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

/**
 * Fails in CI if the file is outdated. Elsewhere it updates the file, and the Git diff shows the change. It does not
 * write a current file, because a new modification time would make every build and every cached check run again.
 */
export function expectGenerated(file: URL, text: string): void {
  if (process.env['CI'] === undefined && readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
}
