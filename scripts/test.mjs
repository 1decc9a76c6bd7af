// `npm test`: every layer once, and one end-to-end spec for each story.
import { THOROUGH_PROJECTS, UNIT_PROJECTS } from './check.mjs'
import { checkProject, runScript } from './project.mjs'
import { BROWSER, SAMPLE_WORLDS, STORY_SPECS, build, endToEnd, runPlan, runProjects, simulate } from './test-plan.mjs'
import { sumCounts } from './test-reporter.mjs'

await runScript(async () => {
  checkProject()
  return runPlan([
    { name: 'build', run: build },
    { name: 'rules, screens, service and engine', run: () => runProjects([...UNIT_PROJECTS, ...THOROUGH_PROJECTS]) },
    // Programs and pages mostly wait for each other, so they share the cores.
    { name: 'programs, bundles, simulated worlds, and stories end to end in Chromium', run: async () => sumCounts(await Promise.all([runProjects(['process', 'bundles']), worldsAndStories()])) },
  ])
})

async function worldsAndStories() {
  return sumCounts([await simulate(0, SAMPLE_WORLDS), await endToEnd(BROWSER, STORY_SPECS)])
}
