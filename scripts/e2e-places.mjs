// The options of `npm run e2e`, and which specs of test/e2e run where. A spec about one kind of host runs only there,
// with the reason here; all others run everywhere.
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

/** @typedef {{ spec: string, on: Place[], why: string }} Restriction */

/**
 * @param {Place[]} on
 * @param {string} why
 * @param {...string} specs
 * @returns {Restriction[]}
 */
const only = (on, why, ...specs) => specs.map((spec) => ({ spec, on, why }))

export const SOME_PLACES = [
  ...only(['browser'], 'about addresses, sessions and sockets, which only the browser host has', 'browser-door'),
  ...only(
    ['browser'],
    'checks what the page draws, and the page is the same in every place',
    'accessibility',
    'alerts-view',
    'documents-view',
    'languages',
    'narrow',
    'pictures',
  ),
  ...only(
    ['browser'],
    'a browser saves a file as a download; the desktop app opens a dialog of the system, which test/unit/main tests',
    'own-data',
    'story-10',
    'story-11',
    'story-12',
  ),
  ...only(
    ['browser'],
    'a browser accepts a typed folder; the desktop app opens a dialog of the system, which test/unit/main tests',
    'snapshots',
  ),
  ...only(
    ['browser'],
    'a browser opens a page of another program beside ours; the desktop app opens a dialog of the system, which test/unit/main tests',
    'links',
  ),
  ...only(['browser', 'standin'], 'stops a process in the middle, which Windows cannot', 'lost-engine'),
  ...only(['standin'], 'stops the engine’s process in the middle, which Windows cannot', 'hung-engine'),
  ...only(['standin'], 'about the stand-in itself', 'standin'),
  ...only(
    ['standin', 'electron'],
    'about Electron, or about features that only the desktop app has',
    'conformance',
    'conformance-page',
    'conformance-processes',
    'conformance-children',
    'hostile-page',
    'engine-process',
    'second-instance',
    'save-pdf',
    'desktop-features',
  ),
  ...only(
    ['electron'],
    'uses the system of a real Electron: its keychain, its proxy, programs that start at sign-in',
    'conformance-native',
  ),
  ...only(
    ['browser', 'standin'],
    'needs a computer whose clock can be set, which is not possible for Electron',
    'alerts',
    'board',
    'by-keys',
    'own-work',
    'settings-rules',
    'working-day',
  ),
  ...only(
    ['browser', 'standin'],
    'covers hours in minutes, and Electron’s clock cannot be accelerated',
    'accounts',
    'add-list',
    'add-tracking',
    'bad-service',
    'documents',
    'edits',
    'live',
    'offline',
    'offline-tracking',
    'other-account',
    'scale',
    'stories-1',
    'stories-2-3-4',
    'stories-7',
    'stories-9',
  ),
]

/** They start a small program of their own, and a packed Electron starts only the packed one. */
const OF_PLAIN_ELECTRON = [
  'conformance',
  'conformance-native',
  'conformance-page',
  'conformance-processes',
  'conformance-children',
]

/**
 * @param {Place} place
 * @param {Record<string, string | undefined>} env
 * @returns {{ spec: string, why: string }[]}
 */
export function specsLeftOut(place, env) {
  const isPacked = place === 'electron' && Boolean(env['E2E_ELECTRON'])
  const ofPlain = isPacked
    ? OF_PLAIN_ELECTRON.map((spec) => ({ spec, why: 'needs an Electron that is not packed' }))
    : []
  return [...SOME_PLACES.filter(({ on }) => !on.includes(place)), ...ofPlain]
}

/**
 * Throws a Problem for root: Electron's sandbox, which the program switches on, ends every process that root starts.
 */
export function refuseRoot(uid = process.getuid?.()) {
  if (uid === 0)
    throw new Problem(
      'Electron does not run as root, because its sandbox cannot; run this as an ordinary user, or the end-to-end suite on the stand-in: npm run e2e -- --on standin',
    )
}

/** The chosen place, as `npm run e2e` passes it to Vitest. */
export function placeAsked() {
  return PLACES.find((place) => place === process.env['QUAYWATCH_E2E_ON']) ?? 'browser'
}
