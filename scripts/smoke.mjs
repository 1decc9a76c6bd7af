// `npm run smoke -- PROGRAM`: checks a packed program. Reads its fuses, starts it on sample data, waits until a row of
// the board is drawn from its database, and ends it. Uses Chromium's debugging port, which works with every fuse off,
// so that the shipped program itself is tested.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { packaging } from '../electron-builder.config.ts'
import { refuseRoot } from './e2e-places.mjs'
import { wrongFuses } from './fuse-check.mjs'
import { Problem, checkProject, runScript } from './project.mjs'

const START_CAP_MS = 60_000
const ROWS_CAP_MS = 60_000

await runScript(async () => {
  checkProject()
  refuseRoot()
  const [program] = process.argv.slice(2)
  if (program === undefined) throw new Problem('npm run smoke -- PROGRAM: the executable that was packed.')
  const wrong = await wrongFuses(program, { ...packaging(process.env).electronFuses })
  if (wrong.length > 0) throw new Problem(`These fuses are not as they should be: ${wrong.join(', ')}.`)
  process.stdout.write('ok  fuses\n')
  const dataDir = mkdtempSync(join(tmpdir(), 'quaywatch-smoke-'))
  const child = spawn(program, ['--sample', `--data-dir=${dataDir}`, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  try {
    const seen = await lookAt(await debuggingAddress(child))
    if (seen.protocol !== 'app:' || seen.hasRequire || seen.number === '')
      throw new Problem(`The window is not what it should be: ${JSON.stringify(seen)}.`)
    process.stdout.write(`ok  container ${seen.number} is drawn on ${seen.protocol}//\n`)
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
 * @param {import('node:child_process').ChildProcessByStdio<null, null, import('node:stream').Readable>} child
 * @returns {Promise<string>}
 */
function debuggingAddress(child) {
  return new Promise((resolve, reject) => {
    const cap = setTimeout(() => {
      reject(new Problem(`It did not start within ${START_CAP_MS / 1000} s.`))
    }, START_CAP_MS)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      reject(new Problem(`It ended by itself with ${code ?? signal}.`))
    })
    createInterface({ input: child.stderr }).on('line', (line) => {
      process.stderr.write(`${line}\n`)
      const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (address === undefined) return
      clearTimeout(cap)
      resolve(address)
    })
  })
}

/** @param {string} address */
async function lookAt(address) {
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (!context) throw new Problem('It has no window.')
  const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: START_CAP_MS }))
  await page.waitForURL((url) => url.protocol === 'app:', { timeout: START_CAP_MS })
  await page.evaluate(() => {
    location.hash = '#/containers'
  })
  const cell = page.locator('[data-row="0"] [data-key="number"]')
  await cell.waitFor({ timeout: ROWS_CAP_MS })
  return {
    number: (await cell.innerText()).trim(),
    protocol: await page.evaluate(() => location.protocol),
    hasRequire: await page.evaluate(() => 'require' in globalThis || 'process' in globalThis),
  }
}
