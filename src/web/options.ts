// The command line of the browser host. Every mistake ends with a message before anything is opened.
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type OfficeFile, readOfficeFile } from './office-file.ts'
import { createOptionProblem, parsePort, parseServiceUrl } from './option-values.ts'
import { StartProblem } from './start-problem.ts'

export type Options = {
  /** 0: any free port; null: the default port if it is free, because a browser stores a page's data by port. */
  port: number | null
  dataDir: string
  /** The address of an account for this run; null: the stored account is used. */
  serviceUrl: string | null
  /** The key for that account, or for the stored account if there is no address. It is never stored. */
  apiKey: string | null
  useSample: boolean
  opensPage: boolean
  /** Absolute paths of folders. The account that is open at the start watches them from now on. */
  watchedFolders: string[]
  /** How the first account reaches its office; null without one. */
  office: OfficeFile | null
  /** How many times faster the process's time runs than real time, for tests. */
  clockRate: number
}

export const USAGE = `npm run web -- [options]
  --port P         port on 127.0.0.1 (default 42873 if it is free; 0: any free port)
  --data-dir D     the data folder (default: the desktop app's folder)
  --service-url U  address of a tracking service, ending in /v2, for this run only
  --api-key K      API key of that service, for this run only (or QUAYWATCH_API_KEY)
  --sample         open the sample data, for this run only
  --watch DIR      watch this folder and its subfolders for documents from now on
                   (may be given several times)
  --office FILE    belong to an office: the file says how to reach its database
  --no-open        do not open a browser
  --clock-rate R   run process time R times faster, for tests (default 1)
`

/** Returns null if the user asked for help. Throws a `StartProblem` if an option is not valid. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Options | null {
  const values = parseOptions(args)
  if (values.help) return null
  const serviceUrl = values['service-url']
  if (values.sample && serviceUrl !== undefined)
    throw new StartProblem('--sample and --service-url name two different sources. Give one of them.')
  const apiKey = values['api-key'] ?? env['QUAYWATCH_API_KEY'] ?? null
  if (apiKey !== null && !/^[\x21-\x7e]{1,500}$/.test(apiKey)) {
    throw new StartProblem('The API key has blanks or other signs that no key has. Copy it again, without quotes.')
  }
  return {
    port: values.port === undefined ? null : parsePort(values.port, '--port'),
    dataDir: values['data-dir'] || getDefaultFolder(env, platform),
    serviceUrl: serviceUrl === undefined ? null : parseServiceUrl(serviceUrl, '--service-url'),
    apiKey,
    useSample: values.sample,
    opensPage: !values['no-open'],
    watchedFolders: values.watch.map(parseWatchedFolder),
    office: values.office === undefined ? null : readOfficeFile(values.office, platform),
    clockRate: parseClockRate(values['clock-rate']),
  }
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        'service-url': { type: 'string' },
        'api-key': { type: 'string' },
        sample: { type: 'boolean', default: false },
        watch: { type: 'string', multiple: true, default: [] },
        office: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        'clock-rate': { type: 'string', default: '1' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (cause) {
    throw createOptionProblem(cause)
  }
}

function parseClockRate(text: string): number {
  const rate = Number(text)
  if (text.trim() !== '' && rate > 0 && rate <= 1000) return rate
  throw new StartProblem(`--clock-rate must be a number above 0 and at most 1000, not "${text}". The default is 1.`)
}

function parseWatchedFolder(path: string): string {
  const folder = resolve(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder
  throw new StartProblem(`There is no folder ${folder} to be watched. Create it, or give another with --watch.`)
}

/** Returns the desktop app's folder. As in Electron, an empty environment variable counts as not set. */
function getDefaultFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32') return join(env['APPDATA'] || join(homedir(), 'AppData', 'Roaming'), 'Quaywatch')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Quaywatch')
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'Quaywatch')
}
