// The command line of the service. Every option has a default. A wrong option throws a `StartupProblem` that says how
// to correct it.
import { parseArgs } from 'node:util'
import { DUPLICATES, type Duplicates, FEATURES, type Feature, type Features } from './features.ts'
import { EARLIEST_MS, LATEST_MS } from './service.ts'
import { StartupProblem } from './startup-problem.ts'

export type Options = {
  port: number
  seed: string
  containers: number
  speed: number
  key: string
  startMs: number
  replayDir: string | null
  isLimited: boolean
  dataDir: string | null
  clockRate: number
  features: Features
  isQuirky: boolean
  pageMax: number
  duplicates: Duplicates
  faultsFile: string | null
  /** Null means that the service accepts no e-mail. */
  smtpPort: number | null
  /** Whether a new account has already received the e-mails of account/sample-mail.ts. */
  hasSampleMail: boolean
  /** The age of a new account's records at first, in hours. They catch up with the world within a minute. */
  catchUpHours: number
}

export const USAGE = `npm run service -- [options]
  --port P        port on 127.0.0.1 (default 0: any free port)
  --seed S        the seed of the world (default 1)
  --containers N  number of containers it lists (default 60)
  --speed X       speed of the world relative to process time (default 1)
  --key K         the API key it accepts (default sample-key)
  --start ISO     the world's date and time at the start (default now)
  --replay DIR    serve the recorded answers in DIR instead of the world
  --no-limit      never answer 429
  --data-dir D    keep what clients write in D (default: in memory)
  --clock-rate R  speed of process time relative to real time (default 1)
  --without F,F   remove entitlements: ${FEATURES.join(', ')}
  --quirks        answer with the irregularities of the live service
  --page-max N    return at most N records a page
  --faults FILE   cause faults by the rules in FILE
  --duplicates W  how to handle a document whose content exists already: ${DUPLICATES.join(', ')} (default reject)
  --smtp-port P   accept e-mail with documents on 127.0.0.1 (0: any free port)
  --sample-mail   a new account has already received e-mails with documents
  --catch-up H    the records of a new account are H hours old at first, and current after a minute (default 0)
`

/** Returns null if the user asked for help. `nowMs` is the default start of the world. */
export function readOptions(args: string[], nowMs: number): Options | null {
  const values = parseArguments(args)
  if (values.help) return null
  return {
    port: readWholeNumber('--port', values.port, 0, 65_535, 'Leave it out to get any free port.'),
    seed: values.seed,
    containers: readWholeNumber('--containers', values.containers, 0, 100_000, 'The default is 60.'),
    speed: readPositiveNumber('--speed', values.speed),
    key: readKey(values.key),
    startMs: values.start === undefined ? nowMs : readStart(values.start),
    replayDir: values.replay ?? null,
    isLimited: !values['no-limit'],
    dataDir: values['data-dir'] ?? null,
    clockRate: readPositiveNumber('--clock-rate', values['clock-rate']),
    features: readFeatures(values.without ?? ''),
    isQuirky: values.quirks,
    pageMax:
      values['page-max'] === undefined
        ? Infinity
        : readWholeNumber('--page-max', values['page-max'], 1, 100, 'Leave it out for pages of 100.'),
    duplicates: readDuplicates(values.duplicates),
    faultsFile: values.faults ?? null,
    smtpPort:
      values['smtp-port'] === undefined
        ? null
        : readWholeNumber('--smtp-port', values['smtp-port'], 0, 65_535, 'Leave it out to take no mail.'),
    hasSampleMail: values['sample-mail'],
    catchUpHours: readWholeNumber('--catch-up', values['catch-up'], 0, 240, 'The default is 0.'),
  }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '0' },
        seed: { type: 'string', default: '1' },
        containers: { type: 'string', default: '60' },
        speed: { type: 'string', default: '1' },
        key: { type: 'string', default: 'sample-key' },
        start: { type: 'string' },
        replay: { type: 'string' },
        'no-limit': { type: 'boolean', default: false },
        'data-dir': { type: 'string' },
        'clock-rate': { type: 'string', default: '1' },
        without: { type: 'string' },
        quirks: { type: 'boolean', default: false },
        'page-max': { type: 'string' },
        duplicates: { type: 'string', default: 'reject' },
        faults: { type: 'string' },
        'smtp-port': { type: 'string' },
        'sample-mail': { type: 'boolean', default: false },
        'catch-up': { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split(/\.(?:\s|$)/)[0] ?? '') : String(cause)
    throw new StartupProblem(`${reason}. Run it with --help to see the options.`, { cause })
  }
}

function readWholeNumber(name: string, text: string, low: number, high: number, hint: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= low && value <= high) return value
  throw new StartupProblem(`${name} must be a whole number from ${low} to ${high}, not "${text}". ${hint}`)
}

function readPositiveNumber(name: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value > 0 && value <= 1_000_000) return value
  throw new StartupProblem(`${name} must be a number above 0 and at most 1000000, not "${text}". The default is 1.`)
}

function readFeatures(list: string): Features {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = names.find((name) => !(FEATURES as readonly string[]).includes(name))
  if (unknown !== undefined) throw new StartupProblem(`--without knows ${FEATURES.join(', ')}, not "${unknown}".`)
  return new Set<Feature>(FEATURES.filter((feature) => !names.includes(feature)))
}

function readDuplicates(text: string): Duplicates {
  const value = DUPLICATES.find((word) => word === text)
  if (value) return value
  throw new StartupProblem(`--duplicates knows ${DUPLICATES.join(', ')}, not "${text}". The default is reject.`)
}

function readKey(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new StartupProblem('--key must be letters, digits and signs without blanks. The default is sample-key.')
}

function readStart(text: string): number {
  const instantMs = Date.parse(text)
  if (instantMs >= EARLIEST_MS && instantMs < LATEST_MS) return instantMs
  throw new StartupProblem(
    `--start must be a date of the years 2000 to 2099 such as 2026-11-20T17:00:00Z, not "${text}".`,
  )
}
