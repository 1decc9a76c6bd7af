// The real command in a separate process: ready line, HTTP, gzip, mistakes, and its end.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../../src/service/main.ts', import.meta.url))
const RECORDED = fileURLToPath(new URL('../fixtures/service/recorded', import.meta.url))

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
})

type Ready = { ready: true; url: string; key: string }
type Started = { child: ChildProcess; ready: Ready; output: () => string; problems: () => string }

function command(args: string[]): { child: ChildProcess; output: () => string; problems: () => string } {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  return { child, output: collect(child.stdout), problems: collect(child.stderr) }
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

async function start(...args: string[]): Promise<Started> {
  const started = command(args)
  return { ...started, ready: await readyLine(started) }
}

async function readyLine({ child, output, problems }: Pick<Started, 'child' | 'output' | 'problems'>): Promise<Ready> {
  while (!output().includes('\n')) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${problems()}`)
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
  return JSON.parse(output()) as Ready
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }

async function ask(
  { url, key }: Ready,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Answer> {
  const target = path.startsWith('/_') ? new URL(path, url).href : url + path
  const outgoing = request(target, {
    method: options.method ?? 'GET',
    headers: { authorization: `Token ${key}`, ...options.headers },
  })
  outgoing.end(options.body)
  const [incoming] = (await once(outgoing, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; headers: Answer['headers'] },
  ]
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return { status: incoming.statusCode, headers: incoming.headers, bytes: Buffer.concat(chunks) }
}

const json = ({ bytes }: Answer) =>
  JSON.parse(bytes.toString()) as { data: { id: string }[]; meta: { total: number }; requests: unknown[] }

async function stopped(
  child: ChildProcess,
  signal?: NodeJS.Signals,
): Promise<{ code: number | null; signal: string | null }> {
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  if (signal) child.kill(signal)
  const [code, by] = await exit
  return { code, signal: by }
}

describe('the command', () => {
  test('prints one ready line, answers on 127.0.0.1, compresses large answers and stops on SIGTERM', async () => {
    const { child, ready, output, problems } = await start('--containers', '40')
    expect(ready).toEqual({
      ready: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v2$/) as string,
      key: 'sample-key',
    })

    const askedMs = Date.now()
    const plain = await ask(ready, '/containers?page[size]=100')
    expect(plain.status).toBe(200)
    expect(plain.headers['content-type']).toBe('application/vnd.api+json')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(json(plain).meta.total).toBe(40)
    const answeredMs = Date.parse(String(plain.headers['date']))
    expect([answeredMs > askedMs - 60_000, answeredMs < Date.now() + 60_000]).toEqual([true, true])

    const packed = await ask(ready, '/containers?page[size]=100', {
      headers: { 'accept-encoding': 'gzip, deflate, br', accept: 'application/json' },
    })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 3)
    expect((JSON.parse(gunzipSync(packed.bytes).toString()) as { data: unknown[] }).data).toHaveLength(40)

    const small = await ask(ready, '/ports/USOAK', { headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(small.headers['content-encoding']).toBeUndefined()
    expect(json(await ask(ready, '/_service/log', { headers: { authorization: '' } })).requests).toHaveLength(3)

    expect(await stopped(child, 'SIGTERM')).toEqual({ code: 0, signal: null })
    expect(output()).toBe(`${JSON.stringify(ready)}\n`)
    expect(problems()).toBe('')
  })

  test('refuses a body that is too large and continues', async () => {
    const { ready, child } = await start('--containers', '1')
    const body = Buffer.alloc(3_000_000, 0x20)
    const answer = await ask(ready, '/tracking_requests', { method: 'POST', body }).catch((error: unknown) => error)
    // The service may close the connection before the whole body was sent.
    expect(answer instanceof Error || (answer as Answer).status === 413).toBe(true)
    expect((await ask(ready, '/containers')).status).toBe(200)
    expect((await stopped(child, 'SIGINT')).code).toBe(0)
  })

  test('runs its world from --start at the product of clock rate and speed', async () => {
    const { ready } = await start(
      '--containers',
      '1',
      '--start',
      '2027-03-14T09:59:00Z',
      '--speed',
      '3600',
      '--clock-rate',
      '10',
    )
    const date = Date.parse(String((await ask(ready, '/containers')).headers['date']))
    expect(date).toBeGreaterThanOrEqual(Date.parse('2027-03-14T09:59:00Z'))
    const later = async (): Promise<number> => Date.parse(String((await ask(ready, '/containers')).headers['date']))
    let seen = date
    for (let tries = 0; tries < 50 && seen <= date; tries += 1) seen = await later()
    expect(seen).toBeGreaterThan(date)
  })

  test('stores written data in --data-dir', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'service-process-'))
    try {
      const first = await start('--containers', '3', '--data-dir', dataDir)
      const body = Buffer.from(
        JSON.stringify({
          data: {
            type: 'tracking_request',
            attributes: { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST' },
          },
        }),
      )
      const made = JSON.parse(
        (await ask(first.ready, '/tracking_requests', { method: 'POST', body })).bytes.toString(),
      ) as { data: { id: string } }
      await stopped(first.child, 'SIGTERM')
      const second = await start('--containers', '3', '--data-dir', dataDir)
      expect((await ask(second.ready, `/tracking_requests/${made.data.id}`)).status).toBe(200)
      const other = command(['--seed', 'another', '--data-dir', dataDir])
      expect((await stopped(other.child)).code).toBe(2)
      expect(other.problems()).toMatch(/was made with --seed 1\. Use that seed, or another --data-dir\.\n$/)
      await stopped(second.child, 'SIGTERM')
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })

  test('serves recorded answers with --replay', async () => {
    const { ready } = await start('--replay', RECORDED)
    expect(json(await ask(ready, '/containers')).data.map(({ id }) => id)).toEqual(['box-a', 'box-b'])
  })

  test.each([
    [['--port', 'x'], /^--port must be/],
    [
      ['--data-dir', '/dev/null/x'],
      /^The data folder \/dev\/null\/x cannot be used.*Choose another with --data-dir\.\n$/s,
    ],
    [['--replay', '/nowhere'], /^The folder \/nowhere cannot be read/],
  ])('ends with code 2 and a sentence for %j', async (args, sentence) => {
    const { child, problems, output } = command(args)
    expect(await stopped(child)).toEqual({ code: 2, signal: null })
    expect(problems()).toMatch(sentence)
    expect(output()).toBe('')
  })

  test('ends with code 2 when the port is taken', async () => {
    const taken = createServer()
    taken.listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { child, problems } = command(['--port', String(port)])
    expect((await stopped(child)).code).toBe(2)
    expect(problems()).toBe(
      `Port ${port} is already in use on 127.0.0.1. Choose another with --port, or leave it out to get any free port.\n`,
    )
    taken.close()
  })

  test('ends when the parent that forked it ends', async () => {
    const child = fork(MAIN, ['--containers', '1'], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
    running.push(child)
    await readyLine({ child, output: collect(child.stdout!), problems: collect(child.stderr!) })
    child.disconnect()
    expect(await stopped(child)).toEqual({ code: 0, signal: null })
  })
})
