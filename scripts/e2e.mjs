// `npm run e2e`: the built view, driven by a real browser against the real host. `--json` ends with one line of counts
// for programs.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build-state.mjs'
import { readEndToEndOptions } from './e2e-options.mjs'
import { Problem, ROOT, checkProject, runScript } from './project.mjs'
import { runVitest } from './vitest-run.mjs'

const SUITE_CAP_MS = 480_000

await runScript(async () => {
  const { on, json, filters } = readEndToEndOptions(process.argv.slice(2))
  checkProject()
  if (on !== 'browser') throw new Problem(`The end-to-end suite runs only in a browser so far, not on "${on}". Leave --on out, or give --on browser.`)
  const counts = await runSpecs(filters)
  if (json) process.stdout.write(`${JSON.stringify({ on, ...counts })}\n`)
  return counts.failed === 0 ? 0 : 1
})

/**
 * @param {string[]} filters
 * @returns {Promise<import('./vitest-run.mjs').Counts>}
 */
async function runSpecs(filters) {
  if (!hasSpecs(join(ROOT, 'test', 'e2e'))) {
    process.stderr.write('There are no specs in test/e2e, so nothing was tested. That counts as a failure.\n')
    return { passed: 0, failed: 1, skipped: 0 }
  }
  await ensureBuilt((line) => process.stderr.write(`${line}\n`))
  const { counts } = await runVitest({ name: 'end to end', projects: ['e2e-alone', 'e2e'], filters, isLive: true, capMs: SUITE_CAP_MS })
  return counts
}

/** @param {string} folder */
function hasSpecs(folder) {
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('.test.ts'))
}
