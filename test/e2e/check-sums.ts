// The system's program that checks SHA-256 sums: `sha256sum` on Linux and in Git for Windows, `shasum` on macOS.
import { spawnSync } from 'node:child_process'

/** The program's output for the file of sums. Throws if the computer has neither program. */
export function checkSums(folder: string, sumsFile: string): string {
  for (const [program, ...args] of [['sha256sum'], ['shasum', '-a', '256']] as const) {
    const { error, stdout } = spawnSync(program, [...args, '-c', sumsFile], { cwd: folder, encoding: 'utf8' })
    if (!error) return stdout.replaceAll('\r\n', '\n')
  }
  throw new Error('This computer has neither sha256sum nor shasum, so the sums cannot be checked.')
}
