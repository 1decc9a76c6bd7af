// The options of `npm run kill`.
import { parseArgs } from 'node:util'
import { Problem } from './project.mjs'

export const KILL_HELP = `npm run kill -- [options]
  --trials N   number of times the engine is killed at a random moment (default 100)
  --seed S     a whole number that chooses the moments (default 1)
  --documents  adds files to a watched folder instead of edits from a screen
  --json       prints one line of counts for programs at the end
  --help       show this
`

/** @typedef {{ trials: number, seed: number, documents: boolean, json: boolean, help: boolean }} KillOptions */

/**
 * @param {string[]} args
 * @returns {KillOptions}
 */
export function readKillOptions(args) {
  const { trials, seed, documents, json, help } = parseValues(args)
  return {
    trials: parseWholeNumber('--trials', trials, 1),
    seed: parseWholeNumber('--seed', seed, 0),
    documents,
    json,
    help,
  }
}

/** @param {string[]} args */
function parseValues(args) {
  try {
    return parseArgs({
      args,
      options: {
        trials: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        documents: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Problem(
      `${error instanceof Error ? error.message.replace(/\.?$/, '.') : String(error)} "npm run kill -- --help" lists the options.`,
    )
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} min
 */
function parseWholeNumber(name, text, min) {
  const number = Number(text)
  if (text.trim() !== '' && Number.isInteger(number) && number >= min && number <= 1_000_000) return number
  throw new Problem(`${name} must be a whole number from ${min}, not "${text}".`)
}
