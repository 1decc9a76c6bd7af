// What a person may write behind the program's name. Read by hand: Chromium adds switches of its own to the same list,
// in any order, so what is not known here is not ours to judge.

/** What the system is told to start us with when the user signs in: nobody asked to see a window. */
export const HIDDEN = '--hidden'

export type CommandLine = { dataDir: string | null; useSample: boolean; isHidden: boolean }

const DATA_DIR = '--data-dir'

/** `given` without the program itself. Behind `--` stands what others wrote, such as a link. */
export function readCommandLine(given: string[]): CommandLine {
  const end = given.indexOf('--')
  const args = end === -1 ? given : given.slice(0, end)
  const place = args.indexOf(DATA_DIR)
  const apart = place === -1 ? undefined : args[place + 1]
  const joined = args.find((arg) => arg.startsWith(`${DATA_DIR}=`))?.slice(DATA_DIR.length + 1)
  const dataDir = joined ?? (apart?.startsWith('--') ? undefined : apart)
  return {
    dataDir: dataDir === undefined || dataDir === '' ? null : dataDir,
    useSample: args.includes('--sample'),
    isHidden: args.includes(HIDDEN),
  }
}
