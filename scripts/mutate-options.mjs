// The options of `npm run mutate`.
import { Problem } from './project.mjs'

export const MUTATE_HELP = `npm run mutate -- [options]
  --sample N   number of changes to the service that are tried, or "all" (default 60)
  --seed S     a whole number that chooses the changes (default 1)
  --only PART  only in files whose path contains PART
  --json       prints one line of counts for programs at the end
  --help       show this
`

/** @typedef {{ sample: number, seed: string, only: string, json: boolean, help: boolean }} MutateOptions */

const MOST = 100_000

/**
 * @param {string[]} args
 * @returns {MutateOptions}
 */
export function readMutateOptions(args) {
  /** @type {MutateOptions} */
  const options = { sample: 60, seed: '1', only: '', json: false, help: false }
  /** @type {Record<string, (text: string) => void>} */
  const valued = {
    '--sample': (text) => (options.sample = sampleOf(text)),
    '--seed': (text) => (options.seed = text),
    '--only': (text) => (options.only = text),
  }
  for (let place = 0; place < args.length; place += 1) {
    const [name = '', ...rest] = (args[place] ?? '').split('=')
    const take = valued[name]
    if (name === '--json' && rest.length === 0) options.json = true
    else if (name === '--help' && rest.length === 0) options.help = true
    else if (take) take(rest.length > 0 ? rest.join('=') : valueAfter(name, args[(place += 1)]))
    else
      throw new Problem(
        `${args[place] ?? ''} is not an option. There are --sample N, --seed S, --only PART-OF-A-PATH, --json and --help.`,
      )
  }
  return options
}

/**
 * @param {string} name
 * @param {string | undefined} text
 */
function valueAfter(name, text) {
  if (text === undefined || text.startsWith('--')) throw new Problem(`${name} needs a value behind it.`)
  return text
}

/** @param {string} text */
function sampleOf(text) {
  const count = text === 'all' ? MOST : Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count
  throw new Problem(`--sample must be a whole number from 1, or "all", not "${text}".`)
}
