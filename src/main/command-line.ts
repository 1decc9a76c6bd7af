// The options a user can write after the program's name. They are parsed by hand: Chromium adds its own switches to the
// same list, in any order, so unknown options are ignored.

/** Starts the program without a window. The system's entry for the start at sign-in has this option. */
export const HIDDEN = '--hidden'

export type CommandLine = { dataDir: string | null; useSample: boolean; isHidden: boolean }

const DATA_DIR = '--data-dir'

/** `given`: the arguments after the program's name. Text from other programs, such as a link, follows after `--`. */
export function readCommandLine(given: string[]): CommandLine {
  const end = given.indexOf('--')
  const args = end === -1 ? given : given.slice(0, end)
  const index = args.indexOf(DATA_DIR)
  const separate = index === -1 ? undefined : args[index + 1]
  const joined = args.find((arg) => arg.startsWith(`${DATA_DIR}=`))?.slice(DATA_DIR.length + 1)
  const dataDir = joined ?? (separate?.startsWith('--') ? undefined : separate)
  return {
    dataDir: dataDir === undefined || dataDir === '' ? null : dataDir,
    useSample: args.includes('--sample'),
    isHidden: args.includes(HIDDEN),
  }
}
