// Electron's `utilityProcess`. In unit tests no child runs: the calls of main are recorded, and a test emits the events
// of a child. In a running program (`startChild`) the child is plain Node with the shim (utility-shim.ts), and emits
// the same events as in Electron.
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { constants } from 'node:os'
import { PassThrough, type Readable } from 'node:stream'
import type * as Real from 'electron'
import { app, assertReady } from './app.ts'
import { Modelled, failOnUnknownMembers } from './modelled.ts'
import { type MessagePortMain, PortLink } from './ports.ts'
import type { FromChild, ToChild } from './utility-shim.ts'

const SHIM = new URL('utility-shim.ts', import.meta.url).href
const CRASH_SIGNALS = ['SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGBUS', 'SIGTRAP', 'SIGFPE']

type Child = Modelled & Pick<Real.UtilityProcess, 'pid' | 'postMessage' | 'kill'>
type StartChild = (entry: string, args: string[], options: Real.ForkOptions) => Child

export class UtilityProcess extends Modelled implements Child {
  static readonly all: UtilityProcess[] = []
  static start: StartChild = (entry, args, options) => new UtilityProcess(entry, args, options)
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  readonly entry: string
  readonly args: string[]
  readonly options: Real.ForkOptions
  readonly postedMessages: { message: unknown; ports: readonly unknown[] }[] = []
  isKilled = false
  /** False before the system has started the process. It cannot be killed before. */
  hasSpawned = true
  pid: number | undefined = 4711

  constructor(entry: string, args: string[], options: Real.ForkOptions) {
    super('UtilityProcess')
    this.entry = entry
    this.args = args
    this.options = options
    UtilityProcess.all.push(this)
  }
  postMessage(message: unknown, ports: readonly object[] = []): void {
    this.postedMessages.push({ message, ports })
  }
  /** Only records the request. The test calls `end`. */
  kill(): boolean {
    this.isKilled ||= this.hasSpawned
    return this.hasSpawned
  }
  spawn(): void {
    this.hasSpawned = true
    this.emit('spawn')
  }
  /** Simulates the end of the process. Its output then reaches only listeners that are added later. */
  end(code: number): void {
    this.pid = undefined
    this.hasSpawned = false
    this.emit('exit', code)
    for (const output of [this.stdout, this.stderr]) output.removeAllListeners()
  }
}

class NodeChild extends Modelled implements Child {
  stdout: Readable | null
  stderr: Readable | null
  /** Undefined before 'spawn' and after the end. */
  pid: number | undefined
  readonly #child: ChildProcess
  readonly #link: PortLink
  #isKilledByUs = false

  constructor(
    entry: string,
    args: string[],
    { serviceName = 'Node Utility Process', stdio = 'inherit', env, execArgv = [] }: Real.ForkOptions,
  ) {
    super('UtilityProcess')
    const outputMode = stdio === 'pipe' || stdio === 'ignore' ? stdio : 'inherit'
    const options: ForkOptions = {
      serialization: 'advanced',
      stdio: ['ignore', outputMode, outputMode, 'ipc'],
      execArgv: [...execArgv.flatMap(toNodeFlags), '--import', SHIM],
      env: (env ?? process.env) as NodeJS.ProcessEnv,
    }
    const child = fork(entry, args, options)
    this.#child = child
    this.#link = new PortLink((packet) => this.#post(packet))
    ;[this.stdout, this.stderr] = [child.stdout, child.stderr]
    if (child.pid !== undefined) app.childNames.set(child.pid, serviceName)
    child.once('spawn', () => {
      this.pid = child.pid
      this.emit('spawn')
    })
    child.on('message', (packet: FromChild) => {
      if ('message' in packet) this.emit('message', packet.message)
      else this.#link.receive(packet)
    })
    child.once('exit', (code, signal) => this.#onExit(serviceName, code, signal))
  }
  postMessage(message: unknown, transfer: readonly object[] = []): void {
    const copy: unknown = structuredClone(message)
    const ports = transfer.map((port) => this.#link.attach(port as MessagePortMain))
    this.#post({ message: copy, ports })
  }
  /** Returns false, and does nothing, before the process exists and after its end. */
  kill(): boolean {
    if (this.pid === undefined) return false
    this.#isKilledByUs = this.#child.kill('SIGTERM')
    return this.#isKilledByUs
  }
  #post(packet: ToChild): void {
    if (this.#child.connected) this.#child.send(packet, () => undefined)
  }
  /** Reports exit code 0 after `kill()`, and the number of the signal after a kill by another program. */
  #onExit(name: string, code: number | null, signal: NodeJS.Signals | null): void {
    const exitCode = signal === null ? (code ?? 0) : constants.signals[signal]
    if (this.#child.pid !== undefined) app.childNames.delete(this.#child.pid)
    this.pid = undefined
    this.#link.closeAll()
    if (exitCode !== 0) {
      const reason = signal === null ? 'abnormal-exit' : CRASH_SIGNALS.includes(signal) ? 'crashed' : 'killed'
      app.emit(
        'child-process-gone',
        {},
        { type: 'Utility', serviceName: 'node.mojom.NodeService', name, reason, exitCode },
      )
    }
    this.emit('exit', this.#isKilledByUs && signal !== null ? 0 : exitCode)
    // Electron drops output that has not been read by then.
    this.stdout?.removeAllListeners()
    this.stderr?.removeAllListeners()
    this.stdout = null
    this.stderr = null
  }
}

/** Splits the V8 flags, which are one switch of Electron and separate switches of Node. */
function toNodeFlags(argument: string): string[] {
  const [, flags] = /^--js-flags=(.*)$/.exec(argument) ?? []
  return flags === undefined ? [argument] : flags.split(' ')
}

export const startChild: StartChild = (entry, args, options) => new NodeChild(entry, args, options)

export const utilityProcess = failOnUnknownMembers('utilityProcess', {
  fork: (entry: string, args: string[] = [], options: Real.ForkOptions = {}) => {
    assertReady('utilityProcess cannot be created before app is ready.')
    return UtilityProcess.start(entry, args, options)
  },
})
