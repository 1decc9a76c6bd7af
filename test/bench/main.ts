// `npm run bench -- [NAME…] [--json] [--containers N,…]`: takes the figures of decisions.md 9 and says which bounds hold.
// Ends with 1 when one does not, with 2 when it was asked for something it does not know.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAsOf } from './as-of.ts'
import { measureBytes } from './bytes.ts'
import { measureDesktopStart } from './desktop-start.ts'
import { measureExport } from './export.ts'
import { measureExportPage } from './export-page.ts'
import type { Figure, Measure } from './figure.ts'
import { measureFolderScan } from './folder-scan.ts'
import { measureFreshness } from './freshness.ts'
import { measureIdle } from './idle.ts'
import { measureIngest } from './ingest.ts'
import { measureMemory } from './memory.ts'
import { measureNoChange } from './no-change.ts'
import { measureQuery } from './query.ts'
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
  export: measureExport,
  'export-page': measureExportPage,
  'folder-scan': measureFolderScan,
  freshness: measureFreshness,
  idle: measureIdle,
  ingest: measureIngest,
  memory: measureMemory,
  'no-change': measureNoChange,
  query: measureQuery,
  search: measureSearch,
  service: measureService,
  spool: measureSpool,
  stall: measureStall,
  start: measureStart,
  view: measureView,
}

const USAGE = `npm run bench -- [NAME…] [--json] [--containers N,…]
  NAME            ${Object.keys(measures).join(', ')} (default: all of them)
  --json          the figures as one line of JSON, the last of the output
  --containers N  sizes, parted by commas (default 100000); at a size a figure cannot be taken at it is left out.
                  Of the boxes in the lists that are asked one in ten is open, the others came back long ago.
`

type Options = { names: string[]; isJson: boolean; containers: number[] }

/** Null: not understood. */
function readOptions(args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { json: { type: 'boolean', default: false }, containers: { type: 'string', default: '100000' } },
      allowPositionals: true,
    })
    const containers = values.containers.split(',').map(Number)
    const isKnown = positionals.every((name) => Object.hasOwn(measures, name)) && containers.every((size) => Number.isInteger(size) && size >= 100)
    return isKnown ? { names: positionals.length > 0 ? positionals : Object.keys(measures), isJson: values.json, containers } : null
  } catch {
    // An option nobody knows: the usage says which there are.
    return null
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (!options) {
    process.stderr.write(USAGE)
    return 2
  }
  const figures: Figure[] = []
  for (const name of options.names) {
    const startedMs = performance.now()
    const taken = await measures[name]!({ containers: options.containers })
    figures.push(...taken)
    // Each as soon as it is known: all of them take long, and a run that is cut short has not been for nothing.
    if (!options.isJson) process.stdout.write(`${table(taken)}\n`)
    // On a machine that has other work a ratio may hold, but no absolute time means anything.
    process.stderr.write(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s, load of this machine ${(loadavg()[0] ?? 0).toFixed(1)}\n`)
  }
  if (options.isJson) process.stdout.write(`${JSON.stringify({ figures })}\n`)
  return figures.every(({ holds }) => holds) ? 0 : 1
}

function table(figures: Figure[]): string {
  const rows = figures.map(({ name, value, unit, bound, holds }) => [
    name,
    `${value.toFixed(value < 100 ? 2 : 0)} ${unit}`,
    bound === null ? '' : 'atLeast' in bound ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`,
    bound === null ? 'reported' : holds ? 'holds' : 'DOES NOT HOLD',
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n')
}

process.exitCode = await main()
