// How the programs of this folder end: by a signal, by an error without a caller to handle it, or by a mistake at the
// start.
import type { WriteLog } from './log-file.ts'
import { StartProblem } from './start-problem.ts'

/** Standard output is for the ready line only. */
export function print(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** `name`: of the program, at the beginning of a sentence. */
export function createExit(name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof StartProblem) {
      print(error.message)
      process.exit(2)
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    print(`${name} stopped because of an internal error: ${text}`)
    process.exit(1)
  }
}

/** `stop` closes everything. A second signal ends the program at once, because the user does not want to wait. */
export function stopOnSignal(name: string, log: WriteLog, stop: () => Promise<unknown>): void {
  let isStopping = false
  const end = (code: number) => {
    if (isStopping) process.exit(code || 1)
    isStopping = true
    stop().then(() => process.exit(code), createExit(name))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  // No caller can handle these errors, so the program logs them, closes its files and exits.
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      log('error', kind, { error: String(error), stack: error instanceof Error ? error.stack : null })
      print(
        `${name} has to stop because of an internal error (${String(error)}). Saved data is not lost. Start it again.`,
      )
      end(1)
    })
  }
}
