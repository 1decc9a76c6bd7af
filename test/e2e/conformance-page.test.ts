// Pages on the program's own scheme, windows, printing and permissions under Electron. The same cases run on the
// stand-in and on the real one.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endPrograms, makeFolder } from '#support/programs.ts'
import { eventually } from './board.ts'
import { target } from './target.ts'
import { type Probe, endProbes, startProbe } from './probe.ts'

type Main = { log: unknown[]; spare: Electron.BrowserWindow }

let probe: Probe
beforeAll(async () => {
  probe = await startProbe()
})
beforeEach(async () => {
  await probe.app.evaluate(() => {
    ;(globalThis as unknown as Main).log = []
  })
})
afterAll(async () => {
  await endProbes()
  await endPrograms()
})

const readLog = () => probe.app.evaluate(() => (globalThis as unknown as Main).log)

describe('a request body that a page sends to the program’s scheme', () => {
  test('arrives whole, also as a stream or when there is none, and without its length among the headers', async () => {
    const answers = await probe.page.evaluate(() =>
      Promise.all(
        [new Blob(['abc']), new Uint8Array(3_000_000), new Blob([new Uint8Array(3_000_000)]).stream(), null].map(
          async (body) =>
            (await fetch('/size', { method: 'PUT', body, duplex: 'half' } as RequestInit)).json() as Promise<unknown>,
        ),
      ),
    )
    expect(answers).toEqual([3, 3_000_000, 3_000_000, 0].map((bytes) => ({ bytes, declaredLength: null })))
  })

  test('may be a file that the user chose, as it is or as a stream', async () => {
    const file = join(makeFolder(), 'chosen.bin')
    writeFileSync(file, Buffer.alloc(3_000_000, 'quay'))
    await probe.page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'chosen' })),
    )
    await probe.page.setInputFiles('#chosen', file)
    const answers = await probe.page.evaluate(async () => {
      const [chosen] = document.querySelector<HTMLInputElement>('#chosen')!.files!
      return Promise.all(
        [chosen!, chosen!.stream()].map(
          async (body) =>
            (await fetch('/size', { method: 'PUT', body, duplex: 'half' } as RequestInit)).json() as Promise<unknown>,
        ),
      )
    })
    expect(answers).toEqual([
      { bytes: 3_000_000, declaredLength: null },
      { bytes: 3_000_000, declaredLength: null },
    ])
  })

  test('is answered or fails at once when it is an empty Blob, so the product must not send one', async () => {
    // Electron's reader treats the end of an empty pipe as an error (electron_api_data_pipe_holder.cc).
    const answers = await probe.page.evaluate(() =>
      Promise.all(
        [new Blob([]), new File([], 'empty.pdf')].map((body) =>
          fetch('/size', { method: 'PUT', body }).then(
            (answer) => (answer.ok ? 'answered' : 'failed'),
            () => 'failed',
          ),
        ),
      ),
    )
    for (const answer of answers) expect(target === 'standin' ? ['failed'] : ['answered', 'failed']).toContain(answer)
  })
})

test('an answer that the page stops reading is cancelled at its source', async () => {
  await probe.page.evaluate(async () => {
    const abortController = new AbortController()
    const { body } = await fetch('/endless', { signal: abortController.signal })
    await body!.getReader().read()
    abortController.abort()
  })
  await eventually(probe.readEvents).toContain('cancelled')
})

test('modules, workers and styles obey the page’s policy at the page’s own origin', async () => {
  // The script is a text, because the test runner rewrites `import()`.
  const seen = await probe.page.evaluate(`(async () => {
    const worker = new Worker('/worker.mjs', { type: 'module' })
    const [said, origin] = await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => { resolve(data) })
      worker.addEventListener('error', () => { reject(new Error('the worker did not start')) })
    })
    const { word } = await import('/module.mjs')
    const { color, backgroundColor } = getComputedStyle(document.body)
    return { word, said, isOwnOrigin: origin === location.origin, color, isPlain: backgroundColor === 'rgba(0, 0, 0, 0)' }
  })()`)
  expect(seen).toEqual({ word: 'loaded', said: 'loaded', isOwnOrigin: true, color: 'rgb(1, 2, 3)', isPlain: true })
})

test('copying asks for the permission to write sanitized text, from the page’s own address', async () => {
  await probe.app.evaluate(({ session }) => {
    const { log } = globalThis as unknown as Main
    session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(true))
    session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) => {
      if (permission.startsWith('clipboard')) log.push([permission, new URL(origin).host])
      return permission === 'clipboard-sanitized-write'
    })
  })
  await probe.page.bringToFront()
  // The stand-in passes a permission to Chromium over another connection than the page's calls, so it can arrive later.
  await eventually(() =>
    probe.page.evaluate(() => navigator.clipboard.writeText('LFD').then(() => 'written', String)),
  ).toBe('written')
  expect(await readLog()).toContainEqual(['clipboard-sanitized-write', 'bundle'])
})

test('encryption and decryption work or fail together, and the first keychain is used for the whole run', async () => {
  const first = await encryptAndDecrypt()
  const second = await encryptAndDecrypt()
  expect(first.isAvailable).toBe(true)
  expect(second).toEqual(first)
})

function encryptAndDecrypt(): Promise<{ isAvailable: boolean; prefix: string; isSame: boolean }> {
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

describe('a window that is not shown', () => {
  const openSpare = (url: string) =>
    probe.app.evaluate(async ({ BrowserWindow }, address) => {
      const main = globalThis as unknown as Main
      const preload = `${(globalThis as unknown as { probe: { folder: string } }).probe.folder}/preload.cjs`
      main.spare = new BrowserWindow({
        show: false,
        width: 500,
        height: 300,
        webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false },
      })
      for (const name of ['ready-to-show', 'minimize', 'restore', 'show'] as const)
        main.spare.on(name as 'show', () => {
          main.log.push(name)
        })
      await main.spare.loadURL(address).catch(() => {
        main.log.push('failed')
      })
    }, url)
  const closeSpare = () =>
    probe.app.evaluate(() => {
      ;(globalThis as unknown as Main).spare.destroy()
    })

  test('is ready to be shown after a page was drawn, and again after each later page', async () => {
    await openSpare('app://bundle/rows')
    await eventually(readLog).toEqual(['ready-to-show'])
    await probe.app.evaluate(() => (globalThis as unknown as Main).spare.loadURL('app://bundle/rows?again'))
    await eventually(readLog).toEqual(['ready-to-show', 'ready-to-show'])
    await closeSpare()
  })

  test('rejects the load of a page that failed, and is still never shown by itself', async () => {
    await openSpare('app://bundle/throws')
    // Chromium then draws an empty page of its own. The product must not rely on an event for it.
    await eventually(readLog).toContain('failed')
    expect(await probe.app.evaluate(() => (globalThis as unknown as Main).spare.isVisible())).toBe(false)
    await closeSpare()
  })

  test('can be minimized and restored, and keeps its normal size while it is maximized', async () => {
    await openSpare('app://bundle/')
    const state = await probe.app.evaluate(() => {
      const { spare } = globalThis as unknown as Main
      spare.minimize()
      spare.restore()
      spare.maximize()
      const { width, height } = spare.getNormalBounds()
      return { isMinimized: spare.isMinimized(), width, height }
    })
    expect(state).toEqual({ isMinimized: false, width: 500, height: 300 })
    await closeSpare()
  })
})

test.each([
  ['A4', 595, 842],
  ['Letter', 612, 792],
] as const)('prints %s as a PDF of that size', async (pageSize, width, height) => {
  const bytes = await probe.app.evaluate(async ({ BrowserWindow }, size) => {
    const pdf = await BrowserWindow.getAllWindows()[0]!.webContents.printToPDF({
      pageSize: size,
      printBackground: true,
    })
    return pdf.toString('base64')
  }, pageSize)
  const document = await getDocumentProxy(new Uint8Array(Buffer.from(bytes, 'base64')))
  const { width: actualWidth, height: actualHeight } = (await document.getPage(1)).getViewport({ scale: 1 })
  expect([Math.abs(actualWidth - width) <= 2, Math.abs(actualHeight - height) <= 2]).toEqual([true, true])
})

test('prints a page of 5,000 rows whole', async () => {
  const bytes = await probe.app.evaluate(async ({ BrowserWindow }) => {
    const preload = `${(globalThis as unknown as { probe: { folder: string } }).probe.folder}/preload.cjs`
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false },
    })
    await window.loadURL('app://bundle/rows')
    const pdf = await window.webContents.printToPDF({ pageSize: 'A4', printBackground: true })
    window.destroy()
    return pdf.toString('base64')
  })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(Buffer.from(bytes, 'base64'))), {
    mergePages: true,
  })
  expect([...text.matchAll(/row (\d+)/g)].map(([, row]) => Number(row))).toEqual(
    Array.from({ length: 5000 }, (_, row) => row),
  )
})

test('sending messages and ports to a page that is being reloaded causes no error', async () => {
  const problem = await probe.app.evaluate(({ BrowserWindow, MessageChannelMain }) => {
    const { webContents } = BrowserWindow.getAllWindows()[0]!
    webContents.reload()
    try {
      webContents.postMessage('port', 'take it', [new MessageChannelMain().port1])
      webContents.send('sent', 1)
      return null
    } catch (error) {
      return (error as Error).message
    }
  })
  expect(problem).toBeNull()
  await probe.page.waitForFunction(() => document.title === 'probe' && document.readyState === 'complete')
})

test('a crashed page refuses ports with an error, and drops other messages silently', async () => {
  await probe.app.evaluate(async ({ BrowserWindow }) => {
    const main = globalThis as unknown as Main
    const preload = `${(globalThis as unknown as { probe: { folder: string } }).probe.folder}/preload.cjs`
    main.spare = new BrowserWindow({
      show: false,
      webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false },
    })
    main.spare.webContents.on('render-process-gone', () => {
      main.log.push('gone')
    })
    await main.spare.loadURL('app://bundle/')
    main.spare.webContents.forcefullyCrashRenderer()
  })
  await eventually(readLog).toEqual(['gone'])
  const problems = await probe.app.evaluate(({ MessageChannelMain }) => {
    const { spare } = globalThis as unknown as Main
    const findProblem = (work: () => void) => {
      try {
        work()
        return 'none'
      } catch {
        return 'thrown'
      }
    }
    const { port1 } = new MessageChannelMain()
    return [
      findProblem(() => spare.webContents.postMessage('port', 'take it', [port1])),
      findProblem(() => spare.webContents.send('sent', 1)),
    ]
  })
  expect(problems).toEqual(['thrown', 'none'])
  await probe.app.evaluate(() => {
    ;(globalThis as unknown as Main).spare.destroy()
  })
})
