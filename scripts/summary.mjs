// The end of a run of tests: each failure with the command that repeats it, then one line of sums.

/** @typedef {import('./test-reporter.mjs').Counts} Counts */

/** @param {Counts} counts */
export function printFailures({ failures }) {
  for (const { name, reason, command, traces = [] } of failures) {
    process.stdout.write(`\nFAILED  ${name}\n        ${reason}\n        run it alone: ${command}\n`)
    for (const trace of traces) process.stdout.write(`        see its pages: ${trace}\n`)
  }
}

/**
 * The last line is the one that programs read.
 * @param {Counts} counts
 * @param {number} [startedAt] of the run, on the clock of `performance.now`
 */
export function printSums({ passed, failed, skipped }, startedAt) {
  const minutes = startedAt === undefined ? '' : `, ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`
  process.stdout.write(`\n${skipped} skipped${minutes}\n${passed} passed, ${failed} failed\n`)
}
