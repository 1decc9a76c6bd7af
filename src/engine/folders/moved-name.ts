// The target of a file after the service has its content: `Uploaded/YYYY-MM` beside it, under its own name or a free
// one. Pure.
import { basename, dirname, join } from 'node:path'
import { UPLOADED } from './ignore.ts'

const LONGEST_BYTES = 255

/** `month`: `2026-11`. `n`: 1 means its own name. */
export function pathAfterMove(path: string, month: string, n: number): string {
  return join(dirname(path), UPLOADED, month, numberedName(basename(path), n))
}

/** `invoice (2).pdf`. A name that would be too long is cut before the number. */
export function numberedName(name: string, n: number): string {
  if (n === 1) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? name.slice(dot) : ''
  const stem = dot > 0 ? name.slice(0, dot) : name
  const mark = ` (${n})`
  const letters = Array.from(stem)
  while (letters.length > 0 && Buffer.byteLength(letters.join('') + mark + ending) > LONGEST_BYTES) letters.pop()
  return letters.join('') + mark + ending
}
