// Runs the browser host of the development server from its sources, and restarts it on request. The host locks its data
// folder, so the next process starts only after the last one has ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ROOT } from './project.mjs'
import { parseReadyUrl } from './web-host.mjs'

/**
 * The source folders of the host and of the service behind its sample. After a change in one of them the running host
 * is outdated.
 */
export const HOST_FOLDERS = ['contract', 'words', 'host', 'tables', 'engine', 'service', 'web']

/** If the host needs longer than this to write its database and end, it hangs and is killed. */
const STOP_TIMEOUT_MS = 10_000

/**
 * `args`: the arguments of Node, with the host's file first.
 * @param {{ args: string[], onReady: (url: string) => void, onErrorLine: (line: string) => void }} host
 */
export function createDevHost({ args, onReady, onErrorLine }) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null
  let isStopping = false
  // Restarts run one after the other. While one is waiting, further requests are ignored.
  let queue = Promise.resolve()
  let isWaiting = false

  function startChild() {
    const newChild = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    child = newChild
    createInterface({ input: newChild.stdout }).on('line', (line) => {
      const url = parseReadyUrl(line)
      if (url === null) process.stdout.write(`${line}\n`)
      else onReady(url)
    })
    createInterface({ input: newChild.stderr }).on('line', onErrorLine)
    newChild.once('exit', (code) => {
      if (child !== newChild) return
      child = null
      process.stdout.write(
        `The host ended${code === null ? '' : ` with code ${code}`}. It starts again with the next change in src.\n`,
      )
    })
  }

  async function endChild() {
    const oldChild = child
    child = null
    if (!oldChild || oldChild.exitCode !== null || oldChild.signalCode !== null) return
    const exited = once(oldChild, 'exit')
    oldChild.kill('SIGTERM')
    const timeout = setTimeout(() => oldChild.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(timeout)
  }

  return {
    restart: () => {
      if (isWaiting) return
      isWaiting = true
      queue = queue.then(async () => {
        await endChild()
        isWaiting = false
        if (!isStopping) startChild()
      })
    },
    stop: () => {
      isStopping = true
      queue = queue.then(endChild)
      return queue
    },
  }
}
