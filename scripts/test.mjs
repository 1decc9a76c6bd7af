// `npm test`: runs the tests of every layer once, and one end-to-end test for each story.
import { SAMPLE_PROJECTS, UNIT_PROJECTS } from './check.mjs'
import { checkProject, runScript } from './project.mjs'
import {
  SAMPLE_WORLDS,
  buildIfNeeded,
  runOffice,
  runPlan,
  runProjects,
  runSimulator,
  runStories,
} from './test-plan.mjs'
import { sumCounts } from './test-reporter.mjs'

await runScript(async () => {
  checkProject()
  // Tests of programs mostly wait, so the other tests can use the cores in the meantime.
  const runInSequence = async () =>
    sumCounts([await runProjects(['process', 'bundles']), await runOffice(), await runSimulator(0, SAMPLE_WORLDS)])
  return runPlan([
    { name: 'build', run: buildIfNeeded },
    {
      name: 'rules, screens, service and engine; beside them programs, bundles, the office and simulated worlds',
      run: async () =>
        sumCounts(await Promise.all([runProjects([...UNIT_PROJECTS, ...SAMPLE_PROJECTS]), runInSequence()])),
    },
    { name: 'stories end to end in Chromium', run: runStories },
  ])
})
