// Runs `npm start -- --web` like a user: it prints an address, and when it ends, all processes that it started end.
// The tests run it as a process group, so that they can find remaining processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { endPrograms, makeFolder } from '#support/programs.ts'

const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))
const ADDRESS = /^Quaywatch is ready\. Open this address in a browser: (http:\/\/127\.0\.0\.1:\d+)\/#t=[\w-]+$/

const startedGroupIds: number[] = []
afterEach(async () => {
  for (const groupId of startedGroupIds.splice(0)) if (isAlive(groupId)) process.kill(-groupId, 'SIGKILL')
  await endPrograms()
})

function startApp(...args: string[]): { child: ChildProcess; groupId: number } {
  const child = spawn(process.execPath, [START, ...args], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const groupId = child.pid!
  startedGroupIds.push(groupId)
  return { child, groupId }
}

async function readAddress(child: ChildProcess): Promise<string> {
  let problems = ''
  child.stderr!.on('data', (chunk: Buffer) => (problems += chunk.toString()))
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = ADDRESS.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`It ended without an address: ${problems}`)
}

function isAlive(groupId: number): boolean {
  try {
    return process.kill(-groupId, 0)
  } catch {
    return false
  }
}

describe('npm start', () => {
  test('with --web serves the sample, prints its address, and ends all its processes on SIGTERM', async () => {
    const { child, groupId } = startApp('--web', '--sample', '--no-open', '--port', '0', '--data-dir', makeFolder())
    const address = await readAddress(child)
    expect((await fetch(address)).status).toBe(200)

    const exit = once(child, 'exit') as Promise<[number | null]>
    child.kill('SIGTERM')
    expect((await exit)[0]).toBe(0)
    await vi.waitFor(() => expect(isAlive(groupId)).toBe(false))
    await expect(fetch(address)).rejects.toThrow()
  })

  test('ends with the code of the program it started', async () => {
    const { child } = startApp('--web', '--no-such-option')
    let problems = ''
    child.stderr!.on('data', (chunk: Buffer) => (problems += chunk.toString()))
    expect(await once(child, 'close')).toEqual([2, null])
    expect(problems).toContain('--no-such-option')
  })
})
