// Prints details of a figure, such as its spread, on standard error, so that they are not in the output of `--json`.

export function printNote(line: string): void {
  process.stderr.write(`  ${line}\n`)
}
