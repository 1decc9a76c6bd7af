// Runs the service as a separate process, as `npm run service` does: ready line, HTTP, gzip, wrong options and its end.
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

function startCommand(args: string[]): { child: ChildProcess; output: () => string; problems: () => string } {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  return { child, output: collectText(child.stdout), problems: collectText(child.stderr) }
}

function collectText(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

async function startService(...args: string[]): Promise<Started> {
  const started = startCommand(args)
  return { ...started, ready: await readReadyLine(started) }
}

async function readReadyLine({
  child,
  output,
  problems,
}: Pick<Started, 'child' | 'output' | 'problems'>): Promise<Ready> {
  while (!output().includes('\n')) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${problems()}`)
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
  return JSON.parse(output()) as Ready
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }

async function sendRequest(
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

const parseJson = ({ bytes }: Answer) =>
  JSON.parse(bytes.toString()) as { data: { id: string }[]; meta: { total: number }; requests: unknown[] }

/** Waits until the process has ended. If a signal is given, sends it first. */
async function waitForExit(
  child: ChildProcess,
  signal?: NodeJS.Signals,
): Promise<{ code: number | null; signal: string | null }> {
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  if (signal) child.kill(signal)
  const [code, exitSignal] = await exit
  return { code, signal: exitSignal }
}

describe('the service', () => {
  test('prints one ready line, answers on 127.0.0.1, compresses only large answers and stops on SIGTERM', async () => {
    const { child, ready, output, problems } = await startService('--containers', '40')
    expect(ready).toEqual({
      ready: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v2$/) as string,
      key: 'sample-key',
    })

    const sentMs = Date.now()
    const plain = await sendRequest(ready, '/containers?page[size]=100')
    expect(plain.status).toBe(200)
    expect(plain.headers['content-type']).toBe('application/vnd.api+json')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(parseJson(plain).meta.total).toBe(40)
    const answeredMs = Date.parse(String(plain.headers['date']))
    expect([answeredMs > sentMs - 60_000, answeredMs < Date.now() + 60_000]).toEqual([true, true])

    const compressed = await sendRequest(ready, '/containers?page[size]=100', {
      headers: { 'accept-encoding': 'gzip, deflate, br', accept: 'application/json' },
    })
    expect(compressed.headers['content-encoding']).toBe('gzip')
    expect(compressed.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 3)
    expect((JSON.parse(gunzipSync(compressed.bytes).toString()) as { data: unknown[] }).data).toHaveLength(40)

    const small = await sendRequest(ready, '/ports/USOAK', { headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(small.headers['content-encoding']).toBeUndefined()
    expect(
      parseJson(await sendRequest(ready, '/_service/log', { headers: { authorization: '' } })).requests,
    ).toHaveLength(3)

    expect(await waitForExit(child, 'SIGTERM')).toEqual({ code: 0, signal: null })
    expect(output()).toBe(`${JSON.stringify(ready)}\n`)
    expect(problems()).toBe('')
  })

  test('refuses a body that is too large and continues', async () => {
    const { ready, child } = await startService('--containers', '1')
    const body = Buffer.alloc(3_000_000, 0x20)
    const answer = await sendRequest(ready, '/tracking_requests', { method: 'POST', body }).catch(
      (error: unknown) => error,
    )
    // The service may close the connection before the whole body was sent.
    expect(answer instanceof Error || (answer as Answer).status === 413).toBe(true)
    expect((await sendRequest(ready, '/containers')).status).toBe(200)
    expect((await waitForExit(child, 'SIGINT')).code).toBe(0)
  })

  test('reports times from --start on, which pass at the product of clock rate and speed', async () => {
    const { ready } = await startService(
      '--containers',
      '1',
      '--start',
      '2027-03-14T09:59:00Z',
      '--speed',
      '3600',
      '--clock-rate',
      '10',
    )
    const firstTimeMs = Date.parse(String((await sendRequest(ready, '/containers')).headers['date']))
    expect(firstTimeMs).toBeGreaterThanOrEqual(Date.parse('2027-03-14T09:59:00Z'))
    const readServiceTime = async (): Promise<number> =>
      Date.parse(String((await sendRequest(ready, '/containers')).headers['date']))
    let latest = firstTimeMs
    for (let tries = 0; tries < 50 && latest <= firstTimeMs; tries += 1) latest = await readServiceTime()
    expect(latest).toBeGreaterThan(firstTimeMs)
  })

  test('stores written data in --data-dir, and refuses the folder with another seed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'service-process-'))
    try {
      const first = await startService('--containers', '3', '--data-dir', dataDir)
      const body = Buffer.from(
        JSON.stringify({
          data: {
            type: 'tracking_request',
            attributes: { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST' },
          },
        }),
      )
      const created = JSON.parse(
        (await sendRequest(first.ready, '/tracking_requests', { method: 'POST', body })).bytes.toString(),
      ) as { data: { id: string } }
      await waitForExit(first.child, 'SIGTERM')
      const second = await startService('--containers', '3', '--data-dir', dataDir)
      expect((await sendRequest(second.ready, `/tracking_requests/${created.data.id}`)).status).toBe(200)
      const other = startCommand(['--seed', 'another', '--data-dir', dataDir])
      expect((await waitForExit(other.child)).code).toBe(2)
      expect(other.problems()).toMatch(/was made with --seed 1\. Use that seed, or another --data-dir\.\n$/)
      await waitForExit(second.child, 'SIGTERM')
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })

  test('serves recorded answers with --replay', async () => {
    const { ready } = await startService('--replay', RECORDED)
    expect(parseJson(await sendRequest(ready, '/containers')).data.map(({ id }) => id)).toEqual(['box-a', 'box-b'])
  })

  test.each([
    [['--port', 'x'], /^--port must be/],
    [
      ['--data-dir', '/dev/null/x'],
      /^The data folder \/dev\/null\/x cannot be used.*Choose another with --data-dir\.\n$/s,
    ],
    [['--replay', '/nowhere'], /^The folder \/nowhere cannot be read/],
  ])('prints one sentence and ends with code 2 for %j', async (args, message) => {
    const { child, problems, output } = startCommand(args)
    expect(await waitForExit(child)).toEqual({ code: 2, signal: null })
    expect(problems()).toMatch(message)
    expect(output()).toBe('')
  })

  test('ends with code 2 if the port is in use', async () => {
    const otherServer = createServer()
    otherServer.listen(0, '127.0.0.1')
    await once(otherServer, 'listening')
    const { port } = otherServer.address() as AddressInfo
    const { child, problems } = startCommand(['--port', String(port)])
    expect((await waitForExit(child)).code).toBe(2)
    expect(problems()).toBe(
      `Port ${port} is already in use on 127.0.0.1. Choose another with --port, or leave it out to get any free port.\n`,
    )
    otherServer.close()
  })

  test('ends when the parent that forked it ends', async () => {
    const child = fork(MAIN, ['--containers', '1'], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
    running.push(child)
    await readReadyLine({ child, output: collectText(child.stdout!), problems: collectText(child.stderr!) })
    child.disconnect()
    expect(await waitForExit(child)).toEqual({ code: 0, signal: null })
  })
})
