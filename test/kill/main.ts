// The program of `npm run kill`. It runs trials in rounds of twenty, each round with its own service and data folder.
// With --documents, files arrive in a watched folder. Otherwise a user makes edits.
import { endPrograms } from '#support/programs.ts'
import { readKillOptions } from '../../scripts/kill-options.mjs'
import { runDocumentTrials } from './document-trials.ts'
import { runTrials } from './trials.ts'

const TRIALS_PER_ROUND = 20

const { trials: total, seed, documents, json } = readKillOptions(process.argv.slice(2))

const run = documents ? runDocumentTrials : runTrials
const sums = { trials: 0, saved: 0, kills: 0, wrong: [] as string[] }
const startedAt = performance.now()
try {
  for (let round = 0; sums.trials < total; round++) {
    const { trials, saved, kills, wrong } = await run(Math.min(TRIALS_PER_ROUND, total - sums.trials), seed + round)
    sums.trials += trials
    sums.saved += saved
    sums.kills += kills
    sums.wrong.push(...wrong)
    process.stdout.write(
      `${sums.trials} of ${total} trials, ${sums.saved} saved, ${sums.wrong.length} wrong\n${wrong.map((problem) => `  ${problem}\n`).join('')}`,
    )
  }
} finally {
  await endPrograms()
}
process.stdout.write(`${sums.kills} kills in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
if (json) process.stdout.write(`${JSON.stringify({ ...sums, wrong: sums.wrong.length })}\n`)
// Trials in which nothing was saved prove nothing, so they fail too.
process.exitCode = sums.wrong.length === 0 && sums.saved > 0 ? 0 : 1
