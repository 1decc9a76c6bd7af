// `npm run kill`: as many trials as wanted, in rounds of twenty on a service and a folder of their own. With --documents
// files come into a watched folder instead of edits from a screen.
import { parseArgs } from 'node:util'
import { endPrograms } from '#support/programs.ts'
import { runDocumentTrials } from './document-trials.ts'
import { runTrials } from './trials.ts'

const ROUND = 20

const { values } = parseArgs({ options: { trials: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' }, documents: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } })

const run = values.documents ? runDocumentTrials : runTrials
const total = Number(values.trials)
const sums = { trials: 0, saved: 0, kills: 0, wrong: [] as string[] }
const startedAt = performance.now()
try {
  for (let round = 0; sums.trials < total; round++) {
    const { trials, saved, kills, wrong } = await run(Math.min(ROUND, total - sums.trials), Number(values.seed) + round)
    sums.trials += trials
    sums.saved += saved
    sums.kills += kills
    sums.wrong.push(...wrong)
    process.stdout.write(`${sums.trials} of ${total} trials, ${sums.saved} saved, ${sums.wrong.length} wrong\n${wrong.map((what) => `  ${what}\n`).join('')}`)
  }
} finally {
  await endPrograms()
}
process.stdout.write(`${sums.kills} kills in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
if (values.json) process.stdout.write(`${JSON.stringify({ ...sums, wrong: sums.wrong.length })}\n`)
// Nothing saved is nothing shown.
process.exitCode = sums.wrong.length === 0 && sums.saved > 0 ? 0 : 1
