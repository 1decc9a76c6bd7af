// `npm run office:db`, the server to try out. The tests themselves use it, so it must end with the program that started
// it. These tests start a server of their own, so they run only where one can be started.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '#engine/office/migrations/index.ts'
import { ROOT } from '../../scripts/project.mjs'
import { connect, readAddress } from '#support/office-databases.ts'
import { readValue } from '#support/office-calls.ts'

async function startProgram(...args: string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/office-db.mjs'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  const connection = await connect(readAddress(url))
  const folder = await readValue<string>(connection, `current_setting('data_directory')`)
  return { child, url, connection, folder }
}

/** Resolves when the program has ended, and everything it started. */
async function expectEnd(child: ChildProcess, url: string, folder: string): Promise<void> {
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  expect(existsSync(folder)).toBe(false)
  await expect(connect(readAddress(url))).rejects.toThrow('unreachable')
}

test('a signal ends the server and removes its data', async () => {
  const { child, url, connection, folder } = await startProgram()
  expect(await readValue(connection, '(SELECT version FROM office.meta)')).toBe(migrations.length)
  child.kill('SIGINT')
  await expectEnd(child, url, folder)
})

test('an attached server ends with the program that started it, however that ends', async () => {
  const { child, url, folder } = await startProgram('--attached')
  child.stdin.destroy()
  await expectEnd(child, url, folder)
})
