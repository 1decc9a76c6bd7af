// `npm run smoke -- PROGRAM`: checks a packed program. It reads the fuses, starts the program on sample data, waits
// until the board shows a row, and ends the program. It uses Chromium's debugging port, which works even if every fuse
// is off, so it tests the program that is shipped.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { packaging } from '../electron-builder.config.ts'
import { checkNotRoot } from './e2e-targets.mjs'
import { findWrongFuses } from './fuse-check.mjs'
import { Problem, checkProject, runScript } from './project.mjs'

const START_TIMEOUT_MS = 60_000
const ROWS_TIMEOUT_MS = 60_000

await runScript(async () => {
  checkProject()
  checkNotRoot()
  const [program] = process.argv.slice(2)
  if (program === undefined) throw new Problem('npm run smoke -- PROGRAM: the executable that was packed.')
  const wrong = await findWrongFuses(program, { ...packaging(process.env).electronFuses })
  if (wrong.length > 0) throw new Problem(`Wrong fuses: ${wrong.join(', ')}.`)
  process.stdout.write('ok  fuses\n')
  const dataDir = mkdtempSync(join(tmpdir(), 'quaywatch-smoke-'))
  const child = spawn(program, ['--sample', `--data-dir=${dataDir}`, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  try {
    const page = await readFirstRow(await readDebuggingAddress(child))
    if (page.protocol !== 'app:' || page.hasRequire || page.number === '')
      throw new Problem(`The window shows something else: ${JSON.stringify(page)}.`)
    process.stdout.write(`ok  container ${page.number} is drawn on ${page.protocol}//\n`)
    return 0
  } finally {
    child.kill()
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve))
    // Windows releases the files a moment after the process has ended.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
  }
})

/**
 * The DevTools address, which Chromium prints to stderr.
 * @param {import('node:child_process').ChildProcessByStdio<null, null, import('node:stream').Readable>} child
 * @returns {Promise<string>}
 */
function readDebuggingAddress(child) {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      reject(new Problem(`The program did not start within ${START_TIMEOUT_MS / 1000} s.`))
    }, START_TIMEOUT_MS)
    child.once('error', (error) => {
      clearTimeout(timeout)
      reject(error)
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timeout)
      reject(new Problem(`The program ended by itself with ${code ?? signal}.`))
    })
    createInterface({ input: child.stderr }).on('line', (line) => {
      process.stderr.write(`${line}\n`)
      const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (address === undefined) return
      clearTimeout(timeout)
      resolve(address)
    })
  })
}

/** @param {string} address */
async function readFirstRow(address) {
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (!context) throw new Problem('The program has no window.')
  const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: START_TIMEOUT_MS }))
  await page.waitForURL((url) => url.protocol === 'app:', { timeout: START_TIMEOUT_MS })
  await page.evaluate(() => {
    location.hash = '#/containers'
  })
  const cell = page.locator('[data-row="0"] [data-key="number"]')
  await cell.waitFor({ timeout: ROWS_TIMEOUT_MS })
  return {
    number: (await cell.innerText()).trim(),
    protocol: await page.evaluate(() => location.protocol),
    hasRequire: await page.evaluate(() => 'require' in globalThis || 'process' in globalThis),
  }
}
