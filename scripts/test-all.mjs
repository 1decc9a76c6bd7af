// `npm run test:all`: runs what `npm test` omits. These are the checks of the source, the thorough tests of each layer,
// the rest of 200 simulated worlds, simulated offices, every end-to-end spec on one host (on the stand-in for Electron,
// or in Chromium if it cannot run there), and programs that are killed.
import { createSourceChecks } from './check.mjs'
import { checkProject, runScript } from './project.mjs'
import {
  SAMPLE_WORLDS,
  buildIfNeeded,
  runBrowserSpecs,
  runKillTrials,
  runOfficeElsewhere,
  runPlan,
  runProjects,
  runSimulator,
  runStandInSpecs,
} from './test-plan.mjs'
import { sumCounts } from './test-reporter.mjs'

const WORLDS = 200
const OFFICE_WORLDS = 20
const KILL_TRIALS = 40

// Tests of programs mostly wait, so the other steps can use the cores in the meantime.
const runThorough = async () =>
  sumCounts([
    await runProjects(['every-zone *', '* thorough', '!process thorough']),
    await runOfficeElsewhere(),
    await runSimulator(SAMPLE_WORLDS, WORLDS),
    await runSimulator(0, OFFICE_WORLDS, ['--office', '3', '--once']),
  ])

await runScript(async () => {
  checkProject()
  const { format, types, lint, boundaries } = createSourceChecks({ isCached: process.env['CI'] === undefined })
  const runInSequence = async () => [await format(), await types(), await boundaries()]
  return runPlan([
    {
      name: 'format, types, lint and boundaries',
      run: async () => sumCounts((await Promise.all([runInSequence(), Promise.all([lint()])])).flat()),
    },
    { name: 'build', run: buildIfNeeded },
    {
      name: `thorough tests of every layer; the office elsewhere; worlds to ${WORLDS - 1}; simulated offices`,
      run: async () => sumCounts(await Promise.all([runThorough(), runProjects(['process thorough'])])),
    },
    { name: 'the specs of the page and the browser host, end to end in Chromium', run: runBrowserSpecs },
    { name: 'the specs of the desktop app, end to end on the stand-in for Electron', run: runStandInSpecs },
    {
      name: 'programs that are killed',
      run: async () =>
        sumCounts(
          await Promise.all([
            runKillTrials(['--trials', String(KILL_TRIALS)]),
            runKillTrials(['--trials', String(KILL_TRIALS), '--documents']),
          ]),
        ),
    },
  ])
})
