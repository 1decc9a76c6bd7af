// `npm run check`: types and then unit tests, and beside them the linter and then boundaries, which one core does while the
// other begins with the tests: from nothing they take half as long, and the linter leaves out what it knows to be clean. At
// most 90 seconds on two cores; every commit passes it.
import { checkProject, runScript, toolFile } from './project.mjs'
import { report, runStep } from './steps.mjs'
import { SAID_ABOVE, runVitest } from './vitest-run.mjs'

/** Four times what the slowest step takes; only a hang gets there. */
const STEP_CAP_MS = 240_000

/** @returns {Promise<import('./vitest-run.mjs').Counts>} a step that is no test counts only when it fails */
export async function check() {
  const [inRules, { counts, inTypes }] = await Promise.all([rules(), typesThenTests()])
  const others = [...inTypes, ...inRules]
  return { ...counts, failed: counts.failed + others.length, failures: [...others, ...counts.failures] }
}

async function rules() {
  const inLint = await failures('lint', ['scripts/lint.mjs'])
  return [...inLint, ...(await failures('boundaries', [toolFile('dependency-cruiser', 'depcruise'), 'src', '--config', 'test/architecture/dependency-cruiser.cjs']))]
}

async function typesThenTests() {
  const inTypes = await failures('types', [toolFile('vue-tsc'), '-b'])
  const { outcome, counts } = await runVitest({ name: 'unit tests', projects: ['unit', 'shell', 'renderer*', 'zones *'], capMs: STEP_CAP_MS })
  report(outcome)
  return { counts, inTypes }
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<string[]>} its name, or nothing
 */
async function failures(name, args) {
  const outcome = await runStep({ name, args, capMs: STEP_CAP_MS })
  report(outcome)
  return outcome.isOk ? [] : [`${name}: ${SAID_ABOVE}`]
}

if (import.meta.main) {
  await runScript(async () => {
    checkProject()
    const { passed, failed } = await check()
    process.stdout.write(failed === 0 ? `Everything checked is in order; ${passed} unit tests passed.\n` : 'Something above failed. Mend it and run "npm run check" again.\n')
    return failed === 0 ? 0 : 1
  })
}
