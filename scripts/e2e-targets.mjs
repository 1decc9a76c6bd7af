// The options of `npm run e2e`, and which specs of test/e2e run where. A spec about one kind of host runs only there,
// with the reason here; all others run everywhere.
import { Problem } from './project.mjs'

export const TARGETS = /** @type {const} */ (['browser', 'standin', 'electron'])

/**
 * @typedef {(typeof TARGETS)[number]} Target
 * @typedef {{ on: Target, json: boolean, filters: string[] }} EndToEndOptions
 */

/**
 * @param {string[]} args
 * @returns {EndToEndOptions}
 */
export function readEndToEndOptions(args) {
  /** @type {EndToEndOptions} */
  const options = { on: 'browser', json: false, filters: [] }
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (arg === '--json') options.json = true
    else if (arg === '--on') options.on = parseTarget(args[(index += 1)])
    else if (arg.startsWith('--on=')) options.on = parseTarget(arg.slice('--on='.length))
    else if (arg.startsWith('-'))
      throw new Problem(
        `${arg} is not an option. There are --on ${TARGETS.join('|')} and --json; anything else names specs to run.`,
      )
    else options.filters.push(arg)
  }
  return options
}

/** @param {string | undefined} text */
function parseTarget(text) {
  const target = TARGETS.find((name) => name === text)
  if (target) return target
  throw new Problem(`--on must be one of ${TARGETS.join(', ')}${text === undefined ? '' : `, not "${text}"`}.`)
}

/** @typedef {{ spec: string, on: Target[], why: string }} Restriction */

/**
 * @param {Target[]} on
 * @param {string} why
 * @param {...string} specs
 * @returns {Restriction[]}
 */
const restrict = (on, why, ...specs) => specs.map((spec) => ({ spec, on, why }))

export const RESTRICTIONS = [
  ...restrict(['browser'], 'about addresses, sessions and sockets, which only the browser host has', 'browser-door'),
  ...restrict(
    ['browser'],
    'checks what the page draws, and the page is the same in every place',
    'accessibility',
    'alerts-view',
    'documents-view',
    'languages',
    'lfd-marks',
    'narrow',
    'opened-panel',
    'pictures',
  ),
  ...restrict(
    ['browser'],
    'a browser saves a file as a download; the desktop app opens a dialog of the system, which test/unit/main tests',
    'own-data',
    'story-10',
    'story-11',
    'story-12',
  ),
  ...restrict(
    ['browser'],
    'a browser accepts a typed folder; the desktop app opens a dialog of the system, which test/unit/main tests',
    'snapshots',
  ),
  ...restrict(
    ['browser'],
    'a browser opens a page of another program beside ours; the desktop app opens a dialog of the system, which test/unit/main tests',
    'links',
  ),
  ...restrict(['browser'], 'the browser host alone has the option for an office', 'story-16'),
  ...restrict(['browser', 'standin'], 'an office needs a keychain, which public CI does not have', 'story-17'),
  ...restrict(['browser', 'standin'], 'stops a process in the middle, which Windows cannot', 'lost-engine'),
  ...restrict(['standin'], 'stops the engine’s process in the middle, which Windows cannot', 'hung-engine'),
  ...restrict(['standin'], 'about the stand-in itself', 'standin'),
  ...restrict(
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
  ...restrict(
    ['electron'],
    'uses the system of a real Electron: its keychain, its proxy, programs that start at sign-in',
    'conformance-native',
  ),
  ...restrict(
    ['browser', 'electron'],
    'needs only the page and the engine; the stand-in shows the page in the Chromium of the browser host',
    'bar-and-footer',
    'day-field',
    'lfd-views',
    'map',
    'palette-and-status',
  ),
  ...restrict(
    ['browser'],
    'needs only the page and the engine, as in the browser host, and a clock that can be set, which is not possible for Electron',
    'add-list',
    'add-tracking',
    'board',
    'by-keys',
    'edits',
    'offline-tracking',
    'own-work',
    'settings-rules',
  ),
  ...restrict(
    ['browser', 'standin'],
    'needs a computer whose clock can be set, which is not possible for Electron',
    'alerts',
    'working-day',
  ),
  ...restrict(
    ['browser', 'standin'],
    'covers hours in minutes, and Electron’s clock cannot be accelerated',
    'accounts',
    'bad-service',
    'documents',
    'live',
    'offline',
    'other-account',
    'scale',
    'stories-1',
    'stories-2-3-4',
    'stories-7',
    'stories-9',
  ),
]

/** Specs that start a small program of their own. A packed Electron starts only the program that is packed with it. */
const UNPACKED_ONLY = [
  'conformance',
  'conformance-native',
  'conformance-page',
  'conformance-processes',
  'conformance-children',
]

/**
 * @param {Target} target
 * @param {Record<string, string | undefined>} env
 * @returns {{ spec: string, why: string }[]}
 */
export function listSkippedSpecs(target, env) {
  const isPacked = target === 'electron' && Boolean(env['E2E_ELECTRON'])
  const unpackedOnly = isPacked
    ? UNPACKED_ONLY.map((spec) => ({ spec, why: 'needs an Electron that is not packed' }))
    : []
  return [...RESTRICTIONS.filter(({ on }) => !on.includes(target)), ...unpackedOnly]
}

/**
 * Throws a Problem for root: Electron's sandbox, which the program switches on, ends every process that root starts.
 */
export function checkNotRoot(uid = process.getuid?.()) {
  if (uid === 0)
    throw new Problem(
      'Electron does not run as root, because its sandbox cannot; run this as an ordinary user, or the end-to-end suite on the stand-in: npm run e2e -- --on standin',
    )
}

/** The chosen target, as `npm run e2e` passes it to Vitest. */
export function readTarget() {
  return TARGETS.find((target) => target === process.env['QUAYWATCH_E2E_ON']) ?? 'browser'
}
