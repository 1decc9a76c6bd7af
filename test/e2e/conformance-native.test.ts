// What only a real Electron can answer, because the stand-in has no system behind it: large bodies, the system's proxy, the
// keychain and what starts at sign-in. Each case asks what the product relies on.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endPrograms, makeFolder } from '#support/programs.ts'
import { eventually } from './board.ts'
import { type Probe, endProbes, startProbe } from './probe.ts'

const LARGE_BYTES = 200_000_000
const IS_LINUX = process.platform === 'linux'

let probe: Probe
beforeAll(async () => {
  probe = await startProbe()
})
afterAll(async () => {
  await endProbes()
  await endPrograms()
})

/** The platforms on which a case exists, as the cases of `test.each`. */
const on = (...platforms: NodeJS.Platform[]) => platforms.filter((platform) => platform === process.platform)

test('a file of 200 MB that the user chose arrives whole, and main answers in between', async () => {
  const file = join(makeFolder(), 'large.bin')
  writeFileSync(file, Buffer.alloc(LARGE_BYTES, 'quay'))
  await probe.page.evaluate(() => { document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'large' })) })
  await probe.page.setInputFiles('#large', file)
  await probe.app.evaluate(() => {
    const state = { longestMs: 0, last: performance.now() }
    Object.assign(globalThis, { loop: state })
    setInterval(() => {
      state.longestMs = Math.max(state.longestMs, performance.now() - state.last)
      state.last = performance.now()
    }, 20).unref()
  })
  const answer = await probe.page.evaluate(async () => {
    const [body] = document.querySelector<HTMLInputElement>('#large')!.files!
    return (await fetch('/size', { method: 'PUT', body: body! })).json() as Promise<unknown>
  })
  expect(answer).toEqual({ bytes: LARGE_BYTES, told: null })
  const { longestMs, rss } = await probe.app.evaluate(() => ({ longestMs: (globalThis as unknown as { loop: { longestMs: number } }).loop.longestMs, rss: process.memoryUsage().rss }))
  process.stdout.write(`200 MB: main's loop stood for at most ${longestMs.toFixed(0)} ms, its memory is ${(rss / 2 ** 20).toFixed(0)} MB\n`)
  expect(rss).toBeLessThan(6 * LARGE_BYTES)
})

test('the proxy is asked of the session anew each time, and a changed script changes the answer', async () => {
  const answers = await probe.app.evaluate(async ({ session }) => {
    const seen: string[] = []
    for (const answer of ['PROXY one.example:8080', 'SOCKS5 two.example:1080', 'DIRECT']) {
      const script = `function FindProxyForURL() { return ${JSON.stringify(answer)} }`
      await session.defaultSession.setProxy({ mode: 'pac_script', pacScript: `data:application/x-ns-proxy-autoconfig,${encodeURIComponent(script)}` })
      await session.defaultSession.forceReloadProxyConfig()
      seen.push(await session.defaultSession.resolveProxy('https://service.example/'))
    }
    await session.defaultSession.setProxy({ mode: 'system' })
    return seen
  })
  expect(answers).toEqual(['PROXY one.example:8080', 'SOCKS5 two.example:1080', 'DIRECT'])
})

test('a utility process goes through a proxy that its agent names', async () => {
  const asked: string[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url = '' }, socket) => {
    asked.push(url)
    const target = connect((service.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
  })
  const service = createServer((_request, response) => { response.end('through') })
  await Promise.all([listen(proxy), listen(service)])
  try {
    const text = await probe.app.evaluate(({ utilityProcess }, port) => new Promise((resolve) => {
      const { folder } = (globalThis as unknown as { probe: { folder: string } }).probe
      const child = utilityProcess.fork(`${folder}/proxied.mjs`, [String(port)], { serviceName: 'probe proxied', stdio: 'pipe' })
      child.on('message', resolve)
    }), (proxy.address() as AddressInfo).port)
    expect(text).toBe('through')
    expect(asked).toEqual(['service.example:80'])
  } finally {
    proxy.close()
    service.close()
  }
})

test('encrypting works or fails at once, and the keychain that was taken first stays for the whole run', async () => {
  const first = await encrypted()
  const again = await encrypted()
  expect(again.prefix).toBe(first.prefix)
  expect(again.isSame).toBe(first.isSame)
  if (IS_LINUX && spawnSync('gnome-keyring-daemon', ['--version']).error) expect(first.prefix).toBe('v10')
})

function encrypted(): Promise<{ isAvailable: boolean; prefix: string; isSame: boolean }> {
  return probe.app.evaluate(async ({ safeStorage }) => {
    const isAvailable = await safeStorage.isAsyncEncryptionAvailable()
    try {
      const bytes = await safeStorage.encryptStringAsync('key')
      const { result } = await safeStorage.decryptStringAsync(bytes)
      return { isAvailable, prefix: bytes.subarray(0, 3).toString('latin1'), isSame: result === 'key' }
    } catch {
      return { isAvailable, prefix: '', isSame: false }
    }
  })
}

test.each(on('win32', 'darwin'))('what starts at sign-in on %s can be set, read and taken back', async () => {
  const seen = await probe.app.evaluate(({ app }) => [true, false].map((openAtLogin) => {
    app.setLoginItemSettings({ openAtLogin })
    return app.getLoginItemSettings().openAtLogin
  }))
  expect(seen).toEqual([true, false])
})

test.each(on('win32'))('a notification on %s refuses an id of 65 characters, and reports why it was closed', async () => {
  const problem = await probe.app.evaluate(({ Notification }) => {
    try {
      new Notification({ id: 'x'.repeat(65), title: 'LFD' })
      return null
    } catch (error) {
      return (error as Error).message
    }
  })
  expect(problem).not.toBeNull()
  await probe.app.evaluate(({ Notification }) => {
    const reasons: unknown[] = []
    Object.assign(globalThis, { reasons })
    const shown = new Notification({ id: 'probe', title: 'LFD', body: 'today' })
    shown.on('close', ({ reason }) => reasons.push(reason))
    shown.on('show', () => { shown.close() })
    Object.assign(globalThis, { shown })
    shown.show()
  })
  await eventually(() => probe.app.evaluate(() => (globalThis as unknown as { reasons: unknown[] }).reasons.length)).toBe(1)
})

test.each(on('darwin'))('a notification of an unsigned program on %s is shown or fails, and says so', async () => {
  await probe.app.evaluate(({ Notification }) => {
    const seen: string[] = []
    const shown = new Notification({ title: 'LFD', body: 'today' })
    for (const name of ['show', 'failed'] as const) shown.on(name as 'show', () => seen.push(name))
    Object.assign(globalThis, { seen, shown })
    shown.show()
  })
  await eventually(() => probe.app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.length)).toBeGreaterThan(0)
})

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}
