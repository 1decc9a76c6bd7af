// The browser host of the development server, run from its sources: one process at a time, restarted on request. It
// locks its folder, so the next one must not start before the last one has ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ROOT } from './project.mjs'
import { readyUrl } from './web-host.mjs'

/**
 * The source folders of the host and of the service behind its sample. After a change in one of them the running host
 * is outdated.
 */
export const HOST_ROOMS = ['contract', 'words', 'host', 'tables', 'engine', 'service', 'web']

/** It writes its database and ends. A longer time is a hang. */
const STOP_TIMEOUT_MS = 10_000

/**
 * `args`: the arguments of Node, with the host's file first.
 * @param {{ args: string[], onReady: (url: string) => void, onErrorLine: (line: string) => void }} host
 */
export function createDevHost({ args, onReady, onErrorLine }) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null
  let isStopping = false
  // Restarts run one after the other, and one waiting restart covers all further requests.
  let turn = Promise.resolve()
  let isWaiting = false

  function start() {
    const started = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    createInterface({ input: started.stdout }).on('line', (line) => {
      const url = readyUrl(line)
      if (url === null) process.stdout.write(`${line}\n`)
      else onReady(url)
    })
    createInterface({ input: started.stderr }).on('line', onErrorLine)
    started.once('exit', (code) => {
      if (child !== started) return
      child = null
      process.stdout.write(
        `The host ended${code === null ? '' : ` with code ${code}`}. It starts again with the next change in src.\n`,
      )
    })
  }

  async function end() {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = once(ending, 'exit')
    ending.kill('SIGTERM')
    const cap = setTimeout(() => ending.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await gone
    clearTimeout(cap)
  }

  return {
    restart: () => {
      if (isWaiting) return
      isWaiting = true
      turn = turn.then(async () => {
        await end()
        isWaiting = false
        if (!isStopping) start()
      })
    },
    stop: () => {
      isStopping = true
      turn = turn.then(end)
      return turn
    },
  }
}
