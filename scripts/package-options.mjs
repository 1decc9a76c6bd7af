// The options of `npm run package`, and the options it passes to electron-builder.
import { Problem } from './project.mjs'

const HELP = `npm run package -- [options]
  --linux | --mac | --win   for that system (default: this one)
  --x64, --arm64            for these processors (default: this one's)
  --dir                     only the unpacked program, no installers
  --electron-dist D         use the unpacked Electron in D instead of downloading it
Certificates come from the environment (SECURITY.md); without them the installers are called "unsigned".
`
const FLAGS = ['--linux', '--mac', '--win', '--x64', '--arm64', '--dir']

/**
 * @param {string[]} args
 * @returns {{ help: string | null, electronDist: string | null, args: string[] }}
 */
export function packageArguments(args) {
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
  // Never published from here: a release is drafted by release.yml and let go by a person.
  const own = ['--config', 'electron-builder.config.ts', '--publish', 'never']
  return {
    help: null,
    electronDist,
    args: [...flags, ...own, ...(electronDist === null ? [] : [`-c.electronDist=${electronDist}`])],
  }
}
