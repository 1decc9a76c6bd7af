import { join } from 'node:path'
import { makeFirstFolder, makeWorkFolder } from './disk.ts'
import { runScenario } from './scenario.ts'
const w = makeWorkFolder(); const firstFolder = join(w, 'first'); makeFirstFolder(firstFolder)
for (const seed of process.argv.slice(2)) {
const t = seed.split('-')[0] as never
const a = await runScenario(t, seed, { workFolder: w, firstFolder, isTraceKept: true })
const b = await runScenario(t, seed, { workFolder: w, firstFolder, isTraceKept: true })
const i = a.trace.findIndex((l, k) => l !== b.trace[k])
console.log(seed, a.trace.length, b.trace.length, i)
if (i >= 0) console.log(a.trace.slice(i - 3, i + 3).join('\n'), '\n---\n' + b.trace.slice(i - 3, i + 3).join('\n'))
}
