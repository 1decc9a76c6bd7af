// Runs the same tests for three transports, because calls, errors, events and a closed pipe must behave the same on
// each.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket as WebSocketOfServer } from 'ws'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { connect, serve, type Client, type Contract, type Handlers, type Port } from '#contract/rpc.ts'
import { createPortPair } from '#support/memory-port.ts'
import { createMessagePort, createWebSocketPort } from '../../src/renderer/src/engine/ports.ts'
import { createSocketPort } from '../../src/web/socket-port.ts'

const Row = z.object({ id: z.string(), note: z.string().nullable(), refs: z.array(z.string()) })
const contract = {
  queries: {
    'rows.get': { input: z.object({ id: z.string() }), output: Row },
    'rows.hang': { input: z.object({}), output: z.void() },
  },
  commands: { 'rows.break': { input: z.object({ how: z.enum(['expected', 'bug']) }), output: z.void() } },
  events: { 'rows.changed': z.object({ ids: z.array(z.string()) }) },
} satisfies Contract
type RowContract = typeof contract

const handlers: Handlers<RowContract> = {
  'rows.get': ({ id }) => ({ id, note: null, refs: ['PO-7', ''] }),
  'rows.hang': () => new Promise(() => undefined),
  'rows.break': ({ how }) => {
    if (how === 'expected') throw new AppError('containers/unknown', { id: 'c1' })
    throw new TypeError('secret path /home/ada')
  },
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

async function createWebSocketPair(): Promise<[Port, Port]> {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  cleanups.push(() => {
    sockets.close()
    http.close()
  })
  const page = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  const accepted = new Promise<WebSocketOfServer>((resolve) => sockets.once('connection', resolve))
  await new Promise((resolve) => page.addEventListener('open', resolve))
  return [createSocketPort(await accepted), createWebSocketPort(page)]
}

function createMessagePortPair(): [Port, Port] {
  const { port1, port2 } = new MessageChannel()
  cleanups.push(() => port1.close())
  return [createMessagePort(port1), createMessagePort(port2)]
}

const transports: Record<string, () => [Port, Port] | Promise<[Port, Port]>> = {
  memory: createPortPair,
  MessagePort: createMessagePortPair,
  WebSocket: createWebSocketPair,
}

describe.each(Object.entries(transports))('RPC over %s', (_name, createPair) => {
  const openConnection = async () => {
    const [near, far] = await createPair()
    const bugs: unknown[] = []
    const server = serve(near, contract, handlers, { checkOutput: true, logBug: (error) => `log-${bugs.push(error)}` })
    return { client: connect<RowContract>(far), server, bugs, near, far }
  }
  const getFailure = async (call: Promise<unknown>) => {
    const error: unknown = await call.then(
      () => 'no failure',
      (reason: unknown) => reason,
    )
    return error instanceof AppError ? { code: error.code, details: error.details } : error
  }

  test('a call returns the value of its handler', async () => {
    const { client } = await openConnection()
    expect(await client.call('rows.get', { id: 'r1' })).toEqual({ id: 'r1', note: null, refs: ['PO-7', ''] })
  })

  test('each of several simultaneous calls gets its own result', async () => {
    const { client } = await openConnection()
    const ids = ['a', 'b', 'c', 'd']
    const rows = await Promise.all(ids.map((id) => client.call('rows.get', { id })))
    expect(rows.map((row) => row.id)).toEqual(ids)
  })

  test('an AppError of a handler reaches the caller with its code and details', async () => {
    const { client, bugs } = await openConnection()
    expect(await getFailure(client.call('rows.break', { how: 'expected' }))).toEqual({
      code: 'containers/unknown',
      details: { id: 'c1' },
    })
    expect(bugs).toEqual([])
  })

  test('any other error of a handler becomes an internal error with a log id and without its message', async () => {
    const { client, bugs } = await openConnection()
    expect(await getFailure(client.call('rows.break', { how: 'bug' }))).toEqual({
      code: 'internal',
      details: { logId: 'log-1' },
    })
    expect(bugs).toHaveLength(1)
  })

  test('invalid input is refused before the handler, and the error names the invalid part', async () => {
    const { client } = await openConnection()
    const call = client.call('rows.get', { id: 7 } as unknown as { id: string })
    expect(await getFailure(call)).toMatchObject({
      code: 'contract/invalid-input',
      details: { name: 'rows.get', path: 'id' },
    })
  })

  test.each(['rows.nothing', 'toString', '__proto__', 'constructor'])('a call named %s is unknown', async (name) => {
    const { client } = await openConnection()
    const untyped = client as unknown as Client<Contract>
    expect(await getFailure(untyped.call(name, {}))).toEqual({ code: 'contract/unknown-call', details: { name } })
  })

  test('an event reaches its listeners until they unsubscribe', async () => {
    const { client, server } = await openConnection()
    const received: string[][] = []
    const unsubscribe = client.on('rows.changed', ({ ids }) => received.push(ids))
    server.emit('rows.changed', { ids: ['r1'] })
    await client.call('rows.get', { id: 'fence' })
    unsubscribe()
    server.emit('rows.changed', { ids: ['r2'] })
    await client.call('rows.get', { id: 'fence' })
    expect(received).toEqual([['r1']])
  })

  test('an event that does not match the contract throws in the sender', async () => {
    const { server } = await openConnection()
    expect(() => server.emit('rows.changed', { ids: [1] } as unknown as { ids: string[] })).toThrow(z.ZodError)
  })

  test.each(['near', 'far'] as const)('a pipe closed at the %s end rejects pending and later calls', async (end) => {
    const ends = await openConnection()
    const closed = new Promise<void>((resolve) => ends.client.onClose(resolve))
    const pending = getFailure(ends.client.call('rows.hang', {}))
    ends[end].close()
    expect(await pending).toEqual({ code: 'engine/disconnected', details: {} })
    await closed
    expect(await getFailure(ends.client.call('rows.get', { id: 'late' }))).toEqual({
      code: 'engine/disconnected',
      details: {},
    })
  })

  test('unknown messages on the pipe are ignored', async () => {
    const { client, near, far } = await openConnection()
    for (const noise of [
      null,
      7,
      'text',
      [],
      { type: 'call' },
      { type: 'call', id: 'x', name: 'rows.get' },
      { type: 'result', id: 99 },
    ]) {
      near.post(noise)
      far.post(noise)
    }
    expect(await client.call('rows.get', { id: 'r1' })).toMatchObject({ id: 'r1' })
  })
})
