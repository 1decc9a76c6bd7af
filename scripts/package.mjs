// `npm run package`: creates installers in dist/, for the current system unless an option names another one. It builds
// first if the sources are newer than the build. electron-builder downloads Electron, and its own tools from the same
// mirror.
import { existsSync } from 'node:fs'
import { ensureBuilt } from './build-state.mjs'
import { findDownloadProblem } from './electron-download.mjs'
import { getElectronMirror } from './electron.mjs'
import { createDownloadEnv } from './office-network.mjs'
import { exitLike, runProgram } from './program.mjs'
import { Problem, checkProject, runScript, getToolFile } from './project.mjs'

const HELP = `npm run package -- [options]
  --linux | --mac | --win   for that system (default: this one)
  --x64, --arm64            for these processors (default: this one's)
  --dir                     only the unpacked program, no installers
  --electron-dist D         use the unpacked Electron in D instead of downloading it
Certificates come from the environment (SECURITY.md); without them the installers are called "unsigned".
`
const FLAGS = ['--linux', '--mac', '--win', '--x64', '--arm64', '--dir']
const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)

await runScript(async () => {
  const { help, electronDist, args } = parsePackageArguments(process.argv.slice(2))
  if (help !== null) {
    process.stdout.write(help)
    return 0
  }
  checkProject()
  if (electronDist !== null && !existsSync(electronDist))
    throw new Problem(
      `There is no folder ${electronDist}. --electron-dist names one with an unpacked Electron, or with its zip files.`,
    )
  if (electronDist === null) await checkDownloadPossible()
  await ensureBuilt(print)
  // Public CI sets the name of a missing certificate to an empty text, and the builder would look for a file without a
  // name.
  for (const name of [
    'CSC_LINK',
    'CSC_KEY_PASSWORD',
    'WIN_CSC_LINK',
    'WIN_CSC_KEY_PASSWORD',
    'APPLE_API_KEY_ID',
    'APPLE_API_ISSUER',
  ])
    if (process.env[name] === '') delete process.env[name]
  return exitLike(
    await runProgram({
      file: process.execPath,
      args: [getToolFile('electron-builder'), ...args],
      env: { ...process.env, ...createDownloadEnv(process.env) },
    }),
  )
})

/** Throws a Problem at once if Electron cannot be downloaded. The builder would retry for minutes before it fails. */
async function checkDownloadPossible() {
  const reason = await findDownloadProblem(getElectronMirror(process.env), process.env)
  if (reason !== null)
    throw new Problem(
      `Electron cannot be fetched to be packed: ${reason}. Behind an office proxy, set HTTPS_PROXY; where another address has it, set ELECTRON_MIRROR; or name an unpacked one with --electron-dist.`,
    )
}

/**
 * @param {string[]} args
 * @returns {{ help: string | null, electronDist: string | null, args: string[] }}
 */
function parsePackageArguments(args) {
  if (args.includes('--help')) return { help: HELP, electronDist: null, args: [] }
  const flags = []
  let electronDist = null
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    if (arg === '--electron-dist') {
      electronDist = args[++index] ?? null
      if (electronDist === null) throw new Problem('--electron-dist needs the name of a folder.')
    } else if (FLAGS.includes(arg)) flags.push(arg)
    else throw new Problem(`"npm run package" does not know ${arg}.\n${HELP}`)
  }
  // This script never publishes: release.yml creates a draft of a release, and a maintainer publishes it.
  const fixedArgs = ['--config', 'electron-builder.config.ts', '--publish', 'never']
  return {
    help: null,
    electronDist,
    args: [...flags, ...fixedArgs, ...(electronDist === null ? [] : [`-c.electronDist=${electronDist}`])],
  }
}
