// The one log file of the program: main writes it, the engine and the sample service send their records. Each line is
// written at once, because the lines before a crash matter most.
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MAX_FILES = 5
const MAX_FILE_BYTES = 2 * 1024 * 1024
const MAX_LINE_CHARS = 8000
/** Names of fields whose values are not written. Log entries should not contain such fields; this is a second check. */
const SECRET_FIELD = /key$|token|secret|password|authorization|^body$/i

export type LogLevel = 'info' | 'warn' | 'error'

export type Log = {
  path: string
  write: (level: LogLevel, event: string, fields?: Record<string, unknown>) => void
  /** Records an unexpected error and returns the id under which it can be found. */
  bug: (error: unknown) => string
}

export function openLog(folder: string, fileBytes = MAX_FILE_BYTES): Log {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'quaywatch.log')
  let sizeBytes = readSize(path)
  const write: Log['write'] = (level, event, fields = {}) => {
    const line =
      `${new Date().toISOString()} ${level} ${event} ${formatFields(fields)}`
        .slice(0, MAX_LINE_CHARS)
        .replaceAll(/[\r\n]+/g, ' ') + '\n'
    try {
      if (sizeBytes > 0 && sizeBytes + Buffer.byteLength(line) > fileBytes) {
        rotate(folder, path)
        sizeBytes = 0
      }
      appendFileSync(path, line, { mode: 0o600 })
      sizeBytes += Buffer.byteLength(line)
    } catch (error) {
      // An error such as a full disk must not end the program, and no other log can record it.
      process.stderr.write(`${line}The log cannot be written: ${String(error)}\n`)
    }
  }
  return {
    path,
    write,
    bug: (error) => {
      const id = randomUUID().slice(0, 8)
      write('error', 'bug', { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
      return id
    },
  }
}

function readSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Renames quaywatch.log to quaywatch.1.log and so on; the oldest file is overwritten. */
function rotate(folder: string, path: string): void {
  const getOldPath = (age: number) => join(folder, `quaywatch.${age}.log`)
  for (let age = MAX_FILES - 2; age >= 1; age--)
    if (readSize(getOldPath(age)) > 0) renameSync(getOldPath(age), getOldPath(age + 1))
  renameSync(path, getOldPath(1))
}

function formatFields(fields: Record<string, unknown>): string {
  try {
    return JSON.stringify(fields, (name, value: unknown) => (SECRET_FIELD.test(name) ? '(left out)' : value))
  } catch {
    return '(fields that are not JSON)'
  }
}
