// The options of `npm run e2e`; everything else names specs and goes to Vitest.
import { Problem } from './project.mjs'

export const PLACES = /** @type {const} */ (['browser', 'standin', 'electron'])

/**
 * @typedef {(typeof PLACES)[number]} Place
 * @typedef {{ on: Place, json: boolean, filters: string[] }} EndToEndOptions
 */

/**
 * @param {string[]} args
 * @returns {EndToEndOptions}
 */
export function readEndToEndOptions(args) {
  /** @type {EndToEndOptions} */
  const options = { on: 'browser', json: false, filters: [] }
  for (let place = 0; place < args.length; place += 1) {
    const arg = args[place] ?? ''
    if (arg === '--json') options.json = true
    else if (arg === '--on') options.on = placeOf(args[(place += 1)])
    else if (arg.startsWith('--on=')) options.on = placeOf(arg.slice('--on='.length))
    else if (arg.startsWith('-'))
      throw new Problem(
        `${arg} is not an option. There are --on ${PLACES.join('|')} and --json; anything else names specs to run.`,
      )
    else options.filters.push(arg)
  }
  return options
}

/** @param {string | undefined} text */
function placeOf(text) {
  const place = PLACES.find((known) => known === text)
  if (place) return place
  throw new Problem(`--on must be one of ${PLACES.join(', ')}${text === undefined ? '' : `, not "${text}"`}.`)
}
