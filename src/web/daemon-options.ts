// The command line of the office daemon. Every mistake ends with a message before anything is opened.
import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type AccountFile, readAccountFile } from './office-file.ts'
import { createOptionProblem, parsePort } from './option-values.ts'
import { StartProblem } from './start-problem.ts'

/** `id`: the name of its file, and of its folder in the data folder. */
export type DaemonAccount = AccountFile & { id: string }

export type DaemonOptions = {
  dataDir: string
  accounts: DaemonAccount[]
  /** The port for questions about its health on 127.0.0.1; 0: a free one; null: none. */
  healthPort: number | null
}

export const DAEMON_USAGE = `npm run office -- --data-dir D [options]
  --data-dir D     the folder for the data of all accounts
  --account FILE   an account of the office, with its key and how to reach the database
                   (may be given several times; without it, every *.json in $CREDENTIALS_DIRECTORY)
  --health-port P  answer GET /healthz on 127.0.0.1 (0: a free one)
`

/** Returns null if the user asked for help. Throws a `StartProblem` if an option is not valid. */
export function readDaemonOptions(
  args: string[],
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): DaemonOptions | null {
  const { help, account, 'data-dir': dataDir, 'health-port': healthPort } = parseOptions(args)
  if (help) return null
  if (!dataDir) throw new StartProblem('Give the folder for the data with --data-dir.')
  const folder = env['CREDENTIALS_DIRECTORY']
  const protectedFiles = account.length === 0 && folder ? listAccountFiles(folder) : []
  const accounts = [
    ...account.map((path) => readAccount(path, platform, false)),
    ...protectedFiles.map((path) => readAccount(path, platform, true)),
  ]
  if (accounts.length === 0) throw new StartProblem('Give a file with an account of the office with --account.')
  const ids = accounts.map(({ id }) => id)
  const repeatedId = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeatedId !== undefined)
    throw new StartProblem(`Two files are named ${repeatedId}. The name of a file is the name of its account.`)
  return {
    dataDir: resolve(dataDir),
    accounts,
    healthPort: healthPort === undefined ? null : parsePort(healthPort, '--health-port'),
  }
}

/** The folder may have other credentials of the system too. */
function listAccountFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
  } catch (cause) {
    throw new StartProblem(`The folder ${folder} of $CREDENTIALS_DIRECTORY cannot be read.`, { cause })
  }
}

function readAccount(path: string, platform: NodeJS.Platform, isProtected: boolean): DaemonAccount {
  const id = basename(path).replace(/\.json$/, '')
  if (!/^[a-z\d-]{1,50}$/.test(id))
    throw new StartProblem(`The name of ${path} may have small letters, digits and "-" only.`)
  return { id, ...readAccountFile(path, platform, isProtected) }
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        'data-dir': { type: 'string' },
        account: { type: 'string', multiple: true, default: [] },
        'health-port': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (cause) {
    throw createOptionProblem(cause)
  }
}
