// Details of a figure (spread, absolute times) for readers, on standard error so that `--json` is not affected.

export function note(line: string): void {
  process.stderr.write(`  ${line}\n`)
}
