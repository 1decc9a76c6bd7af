// Tests the oracles. Each patch breaks the engine in a copy of the tree, and the simulator runs worlds on the copy
// until an oracle reports a violation. A line `Try: --…` of a patch has the options of the simulator.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const PATCHES = join(ROOT, 'test', 'mutations')
const COPIED_PATHS = ['src', 'test', 'scripts', 'package.json']
const TIMEOUT_MS = 900_000
/** Patches without such a line are caught by the test that they name. */
const OPTIONS = /^Try: (--.*)$/m

type Result = { verdict: 'caught' | 'SURVIVED' | 'CRASHED'; detail: string }

/** Returns the exit code: 0 if an oracle caught every patch within this number of worlds. */
export async function mutate(name: string, seeds: number): Promise<number> {
  const patchFiles = readdirSync(PATCHES)
    .filter((file) => file.endsWith('.patch') && OPTIONS.test(readFileSync(join(PATCHES, file), 'utf8')))
    .sort()
  const chosenFiles =
    name === 'all' ? patchFiles : patchFiles.filter((file) => [name, `sim-${name}`].includes(basename(file, '.patch')))
  const counts = { caught: 0, SURVIVED: 0, CRASHED: 0 }
  for (const file of chosenFiles) {
    const startedAt = performance.now()
    const { verdict, detail } = await tryPatch(join(PATCHES, file), seeds)
    counts[verdict]++
    process.stdout.write(
      `${verdict.padEnd(8)}  ${basename(file, '.patch')}  ${((performance.now() - startedAt) / 1000).toFixed(0)} s  ${detail}\n`,
    )
  }
  process.stdout.write(`${chosenFiles.length} breakages, ${counts.SURVIVED} survived, ${counts.CRASHED} crashed\n`)
  return counts.caught < chosenFiles.length || chosenFiles.length === 0 ? 1 : 0
}

/** `detail`: the oracle that caught the patch, or the end of the output of a simulation that crashed. */
async function tryPatch(patch: string, seeds: number): Promise<Result> {
  const copy = mkdtempSync(join(tmpdir(), 'quaywatch-mutation-'))
  try {
    for (const name of COPIED_PATHS) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    const applyResult = await run('git', ['apply', '--unidiff-zero', patch], copy)
    if (applyResult.code !== 0) throw new Error(`${patch} does not apply any more:\n${applyResult.output}`)
    const text = readFileSync(patch, 'utf8')
    const args = (OPTIONS.exec(text)?.[1] ?? '').split(' ').filter((arg) => arg !== '')
    const { code, output } = await run(
      process.execPath,
      ['scripts/sim.mjs', '--seeds', String(seeds), '--once', '--until-failed', ...args],
      copy,
    )
    const violation = /^VIOLATION (.*)$/m.exec(output)?.[1]
    if (violation !== undefined) return { verdict: 'caught', detail: violation }
    // Without a violation the exit code is 0. Any other code, such as after a timeout, shows nothing about the oracles.
    return code === 0
      ? { verdict: 'SURVIVED', detail: '' }
      : { verdict: 'CRASHED', detail: output.trimEnd().slice(-2000) }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function run(command: string, args: string[], cwd: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: TIMEOUT_MS })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
