// Source files that tests write.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

/**
 * In CI an outdated file is a failure. Elsewhere it is written, and the diff shows the change. A current file is never
 * written: its new time would make every build and every cached check start again.
 */
export function expectGenerated(file: URL, text: string): void {
  if (process.env['CI'] === undefined && readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
}
