// What a person may write behind the program's name. Read by hand: Chromium adds switches of its own to the same list,
// in any order, so what is not known here is not ours to judge.

export type CommandLine = { dataDir: string | null; useSample: boolean }

const DATA_DIR = '--data-dir'

/** `args` without the program itself. */
export function readCommandLine(args: string[]): CommandLine {
  const place = args.indexOf(DATA_DIR)
  const apart = place === -1 ? undefined : args[place + 1]
  const joined = args.find((arg) => arg.startsWith(`${DATA_DIR}=`))?.slice(DATA_DIR.length + 1)
  const dataDir = joined ?? (apart?.startsWith('--') ? undefined : apart)
  return { dataDir: dataDir === undefined || dataDir === '' ? null : dataDir, useSample: args.includes('--sample') }
}
