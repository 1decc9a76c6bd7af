// Cases that only a real Electron can answer, because the stand-in has no system behind it: large bodies, the system's
// proxy, the keychain and programs that start at sign-in. The product relies on each of them.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endPrograms, makeFolder } from '#support/programs.ts'
import { eventually } from './board.ts'
import { type Probe, endProbes, startProbe } from './probe.ts'

const LARGE_BYTES = 200_000_000

let probe: Probe
beforeAll(async () => {
  probe = await startProbe()
})
afterAll(async () => {
  await endProbes()
  await endPrograms()
})

/** Lists the current platform if it is one of these, as the cases of `test.each`. Else the test does not exist. */
const listIfCurrent = (...platforms: NodeJS.Platform[]) => platforms.filter((platform) => platform === process.platform)

test('a file of 200 MB that the user chose arrives whole as a stream, and main never holds all of it', async () => {
  const file = join(makeFolder(), 'large.bin')
  writeFileSync(file, Buffer.alloc(LARGE_BYTES, 'quay'))
  await probe.page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'large' })),
  )
  await probe.page.setInputFiles('#large', file)
  await probe.app.evaluate(() => {
    const loopStats = { maxBlockedMs: 0, startBytes: process.memoryUsage.rss(), maxBytes: 0 }
    Object.assign(globalThis, { loopStats })
    let lastTickMs = performance.now()
    setInterval(() => {
      loopStats.maxBlockedMs = Math.max(loopStats.maxBlockedMs, performance.now() - lastTickMs)
      lastTickMs = performance.now()
      loopStats.maxBytes = Math.max(loopStats.maxBytes, process.memoryUsage.rss())
    }, 20).unref()
  })
  const answer = await probe.page.evaluate(async () => {
    const [chosen] = document.querySelector<HTMLInputElement>('#large')!.files!
    return (
      await fetch('/size', { method: 'PUT', body: chosen!.stream(), duplex: 'half' } as RequestInit)
    ).json() as Promise<unknown>
  })
  expect(answer).toEqual({ bytes: LARGE_BYTES, declaredLength: null })
  const { maxBlockedMs, startBytes, maxBytes } = await probe.app.evaluate(
    () =>
      (globalThis as unknown as { loopStats: { maxBlockedMs: number; startBytes: number; maxBytes: number } })
        .loopStats,
  )
  process.stdout.write(
    `200 MB: main's loop was blocked for at most ${maxBlockedMs.toFixed(0)} ms, its memory grew by ${((maxBytes - startBytes) / 2 ** 20).toFixed(0)} MB\n`,
  )
  expect(maxBytes - startBytes).toBeLessThan(LARGE_BYTES)
})

test('the session looks up the proxy for each call, and a changed script changes the answer', async () => {
  const proxies = await probe.app.evaluate(async ({ session }) => {
    const proxies: string[] = []
    for (const expectedProxy of ['PROXY one.example:8080', 'SOCKS5 two.example:1080', 'DIRECT']) {
      const script = `function FindProxyForURL() { return ${JSON.stringify(expectedProxy)} }`
      await session.defaultSession.setProxy({
        mode: 'pac_script',
        pacScript: `data:application/x-ns-proxy-autoconfig,${encodeURIComponent(script)}`,
      })
      await session.defaultSession.forceReloadProxyConfig()
      proxies.push(await session.defaultSession.resolveProxy('https://service.example/'))
    }
    await session.defaultSession.setProxy({ mode: 'system' })
    return proxies
  })
  expect(proxies).toEqual(['PROXY one.example:8080', 'SOCKS5 two.example:1080', 'DIRECT'])
})

test('pages are at an origin of the program’s scheme', async () => {
  const origins = await probe.page.evaluate(() => [
    location.origin,
    location.href,
    new URL('/file', location.href).origin,
    String(isSecureContext),
  ])
  expect(origins).toEqual(['app://bundle', 'app://bundle/', 'app://bundle', 'true'])
})

test.each(listIfCurrent('linux'))('on %s without a keyring, keys are encrypted with the fixed password', async () => {
  const prefix = await probe.app.evaluate(async ({ safeStorage }) =>
    (await safeStorage.encryptStringAsync('key')).subarray(0, 3).toString('latin1'),
  )
  expect(hasKeyring() ? ['v10', 'v11'] : ['v10']).toContain(prefix)
})

test.each(listIfCurrent('win32', 'darwin'))('the entry for sign-in on %s can be set, read and removed', async () => {
  const states = await probe.app.evaluate(({ app }) =>
    [true, false].map((openAtLogin) => {
      app.setLoginItemSettings({ openAtLogin })
      return app.getLoginItemSettings().openAtLogin
    }),
  )
  expect(states).toEqual([true, false])
})

test.each(listIfCurrent('win32'))(
  'a notification on %s refuses an id of 65 characters, and reports why it was closed',
  async () => {
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
      shown.on('show', () => shown.close())
      Object.assign(globalThis, { shown })
      shown.show()
    })
    await eventually(() => probe.app.evaluate(() => (globalThis as unknown as { reasons: unknown[] }).reasons)).toEqual(
      ['applicationHidden'],
    )
  },
)

test.each(listIfCurrent('darwin'))(
  'a notification of an unsigned program on %s reports that it was shown or failed',
  async () => {
    await probe.app.evaluate(({ Notification }) => {
      const eventNames: string[] = []
      const shown = new Notification({ title: 'LFD', body: 'today' })
      for (const name of ['show', 'failed'] as const) shown.on(name as 'show', () => eventNames.push(name))
      Object.assign(globalThis, { eventNames, shown })
      shown.show()
    })
    await eventually(() =>
      probe.app.evaluate(() => (globalThis as unknown as { eventNames: string[] }).eventNames.length),
    ).toBeGreaterThan(0)
  },
)

const hasKeyring = () =>
  ['gnome-keyring-daemon', 'kwalletd6', 'kwalletd5'].some((name) => !spawnSync(name, ['--version']).error)
