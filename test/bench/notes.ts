// What stands behind a figure (spread, absolute times), for people: on standard error, so that `--json` stays clean.

export function note(line: string): void {
  process.stderr.write(`  ${line}\n`)
}
