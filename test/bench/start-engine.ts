// The engine of *start*: prints how long after the start of its process the first list was answered.
import { loadBoardPage, startEngine } from './engine.ts'

const [dataDir = ''] = process.argv.slice(2)
const { client, stop } = await startEngine({ dataDir, baseUrl: 'https://track.example/v2', apiKey: null })
const { outOf } = await loadBoardPage(client)
// `performance.now()` counts from the start of the process.
const firstListMs = performance.now()
await stop()
process.stdout.write(`${JSON.stringify({ firstListMs, outOf })}\n`)
