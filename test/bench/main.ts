// The program of `npm run bench -- [NAME…] [--json] [--containers N,…] [--check | --save]`. It measures the figures of
// docs/performance.md and checks their bounds. It ends with 1 if a bound failed, or with --check if a figure got worse.
// It ends with 2 for an unknown argument.
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAsOf } from './as-of.ts'
import { measureBytes } from './bytes.ts'
import { measureDesktopStart } from './desktop-start.ts'
import { measureDuringSync } from './during-sync.ts'
import { measureExport } from './export.ts'
import { measureExportPage } from './export-page.ts'
import type { Figure, Measure } from './figure.ts'
import { measureFolderScan } from './folder-scan.ts'
import { measureFreshness } from './freshness.ts'
import { createGrowthFigures } from './growth.ts'
import { measureHostile } from './hostile.ts'
import { measureIdle } from './idle.ts'
import { measureIngest } from './ingest.ts'
import { measureMemory } from './memory.ts'
import { measureNoChange } from './no-change.ts'
import { measureOffice } from './office.ts'
import { measureQuery } from './query.ts'
import { type Comparison, SLACK, type Saved, compare, mergeFigures } from './ratios.ts'
import { measureSearch } from './search.ts'
import { measureService } from './service.ts'
import { measureSpool } from './spool.ts'
import { measureStall } from './stall.ts'
import { measureStart } from './start.ts'
import { measureView } from './view.ts'

const measures: Record<string, Measure> = {
  'as-of': measureAsOf,
  bytes: measureBytes,
  'desktop-start': measureDesktopStart,
  'during-sync': measureDuringSync,
  export: measureExport,
  'export-page': measureExportPage,
  'folder-scan': measureFolderScan,
  freshness: measureFreshness,
  hostile: measureHostile,
  idle: measureIdle,
  ingest: measureIngest,
  memory: measureMemory,
  'no-change': measureNoChange,
  office: measureOffice,
  query: measureQuery,
  search: measureSearch,
  service: measureService,
  spool: measureSpool,
  stall: measureStall,
  start: measureStart,
  view: measureView,
}

const RATIOS = new URL('./ratios.json', import.meta.url)

const USAGE = `npm run bench -- [NAME…] [--json] [--containers N,…] [--check | --save]
  NAME            ${Object.keys(measures).join(', ')} (default: all of them)
  --json          prints the figures as one line of JSON, the last of the output
  --containers N  sizes, separated by commas (default 100000). A figure that does not exist at a size is left out.
                  One in ten of the containers is open, the others were returned long ago.
                  With 10000 and 100000 it prints how much each time grows from one size to the other.
  --check         compares ratios, counts and sizes with those in test/bench/ratios.json; ends with 1 if one is worse by
                  more than ${SLACK * 100} %, even if its bound holds
  --save          writes them to that file
`

type Options = {
  names: string[]
  isJson: boolean
  containers: number[]
  isCheck: boolean
  isSave: boolean
  isHelp: boolean
}

/** Returns null if the arguments are not valid. */
function readOptions(args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        json: { type: 'boolean', default: false },
        containers: { type: 'string', default: '100000' },
        check: { type: 'boolean', default: false },
        save: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    const containers = values.containers.split(',').map(Number)
    const isValid =
      positionals.every((name) => Object.hasOwn(measures, name)) &&
      containers.every((size) => Number.isInteger(size) && size >= 100)
    if (!isValid || (values.check && values.save)) return null
    return {
      names: positionals.length > 0 ? positionals : Object.keys(measures),
      isJson: values.json,
      containers,
      isCheck: values.check,
      isSave: values.save,
      isHelp: values.help,
    }
  } catch {
    // `parseArgs` throws for an unknown option.
    return null
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (!options || options.isHelp) {
    process.stderr.write(USAGE)
    return options ? 0 : 2
  }
  const saved = options.isCheck || options.isSave ? (JSON.parse(readFileSync(RATIOS, 'utf8')) as Saved[]) : []
  let toSave = saved
  const figures: Figure[] = []
  const printFigures = (newFigures: Figure[]) => {
    figures.push(...newFigures)
    // Each result is printed at once, because a run takes long and may be interrupted.
    if (!options.isJson && newFigures.length > 0) process.stdout.write(`${formatTable(newFigures)}\n`)
  }
  const save = (newFigures: Figure[], load: number) => {
    toSave = mergeFigures(toSave, newFigures, load)
    if (options.isSave)
      writeFileSync(RATIOS, `[\n${toSave.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`)
  }
  for (const name of options.names) {
    const [startedMs, load] = [performance.now(), loadavg()[0] ?? 0]
    const newFigures = await measures[name]!({ containers: options.containers })
    printFigures(newFigures)
    save(newFigures, load)
    // On a busy machine a ratio may be valid, but absolute times are not.
    process.stderr.write(
      `${name}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s, load of this machine ${load.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after\n`,
    )
  }
  // Growth is not saved and not compared, because it contains the noise of two measurements.
  const measuredFigures = [...figures]
  printFigures(createGrowthFigures(measuredFigures))
  if (options.isJson) process.stdout.write(`${JSON.stringify({ figures })}\n`)
  return options.isCheck
    ? reportComparison(compare(measuredFigures, saved))
    : figures.every(({ holds }) => holds)
      ? 0
      : 1
}

/** Prints the comparison and returns the exit code. A comparison without any figure is a failure. */
function reportComparison({ worse, better, same, isNew, gone }: Comparison): number {
  const formatLine = (word: string, figure: Figure, saved: Saved) =>
    `${word}  ${figure.name}: ${formatValue(figure.value)} ${figure.unit}, saved ${formatValue(saved.value)}\n`
  const lines = [
    ...worse.map(({ figure, saved }) => formatLine('WORSE ', figure, saved)),
    ...better.map(({ figure, saved }) => formatLine('better', figure, saved)),
    ...isNew.map(({ name }) => `new     ${name}\n`),
    ...gone.map(
      ({ measure, containers, what }) => `gone    ${measure}${containers === null ? '' : ` ${containers}`}: ${what}\n`,
    ),
  ]
  process.stderr.write(
    `${lines.join('')}${worse.length} worse, ${better.length} better, ${same} within ${SLACK * 100} %, ${isNew.length} new, ${gone.length} gone\n`,
  )
  return worse.length > 0 || worse.length + better.length + same === 0 ? 1 : 0
}

function formatValue(value: number): string {
  return value.toFixed(value < 1 ? 3 : value < 100 ? 2 : 0)
}

function formatTable(figures: Figure[]): string {
  const rows = figures.map(({ name, value, unit, bound, holds }) => [
    name,
    `${formatValue(value)} ${unit}`,
    bound === null ? '' : 'atLeast' in bound ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`,
    bound === null ? 'reported' : holds ? 'holds' : 'DOES NOT HOLD',
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

process.exitCode = await main()
