// Starts the engine as the desktop app does: the built bundle in its own process, with main's flag for V8. It runs
// under plain Node with the shim of the stand-in for Electron. Its screen is in this process, so that the memory of the
// screen is not measured.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { FromEngine, ToEngine } from '#contract/engine-process.ts'
import type { EngineContract } from '#contract/index.ts'
import { type Client, connect } from '#contract/rpc.ts'
import { V8_FLAG } from '../../src/main/engine/engine-flags.ts'
import { MessageChannelMain, type MessagePortMain, PortLink } from '../standin/ports.ts'
import type { FromChild, ToChild } from '../standin/utility-shim.ts'
import { makeFolder } from './folders.ts'

const ENGINE = fileURLToPath(new URL('../../out/main/engine.js', import.meta.url))
const PRELOADED = { shim: '../standin/utility-shim.ts', collectGarbage: './collect-garbage.ts' }

const runningChildren = new Set<ChildProcess>()
let preloaded: Promise<string[]> | null = null
process.on('exit', () => {
  for (const child of runningChildren) child.kill('SIGKILL')
})

/**
 * Compiles the preloaded files to JavaScript, because Node's TypeScript loader would add 15 MB to the engine's memory.
 */
async function buildPreloads(): Promise<string[]> {
  const folder = makeFolder()
  const input = Object.fromEntries(
    Object.entries(PRELOADED).map(([name, path]) => [name, fileURLToPath(new URL(path, import.meta.url))]),
  )
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input, output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  return Object.keys(PRELOADED).flatMap((name) => ['--import', pathToFileURL(join(folder, `${name}.mjs`)).href])
}

export type BuiltEngine = {
  client: Client<EngineContract>
  /** Loads the memory of the process in megabytes after garbage collection, and its peak. */
  loadMemory(): Promise<{ restMb: number; mostMb: number }>
  stop(): Promise<void>
}

export async function startBuiltEngine(dataDir: string): Promise<BuiltEngine> {
  if (!existsSync(ENGINE)) throw new Error('there is no engine in out/ to start: run "npm run build" first')
  preloaded ??= buildPreloads()
  const execArgv = ['--expose-gc', V8_FLAG, ...(await preloaded)]
  const child = fork(ENGINE, [], { serialization: 'advanced', stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv })
  runningChildren.add(child)
  const ended = once(child, 'exit').then(() => {
    runningChildren.delete(child)
  })
  const send = (packet: ToChild) => {
    if (child.connected) child.send(packet, () => undefined)
  }
  const link = new PortLink(send)
  const sendMessage = (message: ToEngine, ports: MessagePortMain[] = []) =>
    send({ message, ports: ports.map((port) => link.attach(port)) })
  const started = new Promise<void>((resolve, reject) => {
    child.on('message', (packet: FromChild) => {
      if (!('message' in packet)) link.receive(packet)
      else {
        const message = packet.message as FromEngine
        if (message.type === 'started') resolve()
        else if (message.type === 'failed')
          reject(new Error(`the engine did not start: ${JSON.stringify(message.error)}`))
      }
    })
    child.once('exit', () => reject(new Error('the engine ended before it had started')))
  })
  sendMessage({
    type: 'start',
    dataDir,
    baseUrl: 'https://track.example/v2',
    apiKey: null,
    isEmbedded: false,
    membership: null,
    ticketKey: 'bench',
    checkOutput: false,
  })
  await started
  const { port1, port2 } = new MessageChannelMain()
  sendMessage({ type: 'client', isScreen: true }, [port2])
  return {
    client: connectClient(port1),
    loadMemory: () => readMemory(child),
    stop: async () => {
      sendMessage({ type: 'shutdown' })
      await ended
    },
  }
}

function connectClient(port: MessagePortMain): Client<EngineContract> {
  const client = connect<EngineContract>({
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.on('message', ({ data }: { data: unknown }) => listener(data)),
    onClose: (listener) => port.on('close', listener),
    close: () => port.close(),
  })
  port.start()
  return client
}

async function readMemory(child: ChildProcess): Promise<{ restMb: number; mostMb: number }> {
  const collected = once(child.stdout!, 'data')
  child.kill('SIGUSR2')
  await collected
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const readMb = (row: string) => Number(new RegExp(`^${row}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { restMb: readMb('VmRSS'), mostMb: readMb('VmHWM') }
}
