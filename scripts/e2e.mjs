// `npm run e2e`: tests of the whole program, on one of three targets: the browser host, the stand-in for Electron, or
// Electron. `--json` ends with one line of counts for programs.
import { ensureBuilt } from './build-state.mjs'
import { readEndToEndOptions, checkNotRoot, listSkippedSpecs } from './e2e-targets.mjs'
import { findElectron } from './electron.mjs'
import { Problem, ROOT, checkProject, runScript } from './project.mjs'
import { printFailures, runEndToEnd } from './vitest-run.mjs'

await runScript(async () => {
  const { on, json, filters } = readEndToEndOptions(process.argv.slice(2))
  checkProject()
  if (on === 'electron') {
    checkNotRoot()
    checkElectron()
  }
  const counts = await runSpecs(on, filters)
  const failures = counts.failures.map(({ name, reason }) => `${name}: ${reason}`)
  if (json) process.stdout.write(`${JSON.stringify({ on, ...counts, failures })}\n`)
  return counts.failed === 0 ? 0 : 1
})

/** Throws a Problem if there is no Electron, so that the check does not fail once for every spec. */
function checkElectron() {
  if (process.env['E2E_ELECTRON'] || findElectron(ROOT, process.env) !== null) return
  throw new Problem(
    'There is no Electron here. Name an executable in E2E_ELECTRON, fetch one with "npm start", or run the suite on the stand-in: npm run e2e -- --on standin',
  )
}

/**
 * @param {import('./e2e-targets.mjs').Target} on
 * @param {string[]} filters
 * @returns {Promise<import('./test-reporter.mjs').Counts>}
 */
async function runSpecs(on, filters) {
  await ensureBuilt((line) => process.stderr.write(`${line}\n`))
  const counts = await runEndToEnd(on, filters)
  printFailures(counts)
  process.stderr.write(`On ${on}: ${counts.passed} passed, ${counts.failed} failed.\n`)
  if (filters.length === 0)
    for (const { spec, why } of listSkippedSpecs(on, process.env))
      process.stderr.write(`Not run on ${on}: ${spec}, ${why}.\n`)
  return counts
}
