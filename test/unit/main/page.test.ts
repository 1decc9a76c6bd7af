// Serves the built view on app://bundle from a temporary folder.
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerPage } from '../../../src/main/window/page.ts'

const root = mkdtempSync(join(tmpdir(), 'page-'))
const folder = join(root, 'view')
const account = join(root, 'account')
const content = { view: folder, accountFolder: () => account, language: () => 'de' as const }
beforeAll(() => {
  mkdirSync(join(folder, 'assets/folder.js'), { recursive: true })
  writeFileSync(
    join(folder, 'index.html'),
    '<html lang="en"><meta nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">',
  )
  writeFileSync(join(folder, 'assets/a-1.js'), 'export {}')
  writeFileSync(join(root, 'outside.js'), 'secret')
})
afterAll(() => rmSync(root, { recursive: true }))

const requestPage = (path: string, method = 'GET') =>
  answerPage(new Request(`app://bundle${path}`, { method }), content)
/** Waits for 50 turns of the event loop, after which the started file operations have ended. */
const waitForFileWork = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}
const readTarget = (descriptor: string) => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return null
  }
}
const getPolicy = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

describe('the page', () => {
  test('has the nonce of its policy and the chosen language in its text, without placeholders', async () => {
    const answer = await requestPage('/')
    const nonce = /'nonce-([^']+)'/.exec(getPolicy(answer))?.[1]
    expect(await answer.text()).toBe(
      `<html lang="de"><meta nonce="${nonce ?? 'none'}"><script nonce="${nonce ?? 'none'}">`,
    )
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
  })

  test('has a new nonce for each request', async () =>
    expect(getPolicy(await requestPage('/'))).not.toBe(getPolicy(await requestPage('/'))))

  test('has a policy without sockets and other origins', async () => {
    const policy = getPolicy(await requestPage('/'))
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toContain('unsafe')
  })
})

describe('files', () => {
  test('a script has the type that a module needs, and can be cached', async () => {
    const answer = await requestPage('/assets/a-1.js')
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
      200,
      'export {}',
      'text/javascript; charset=utf-8',
    ])
    expect(answer.headers.get('cache-control')).toContain('immutable')
  })

  test('HEAD has the headers without the bytes', async () => {
    const answer = await requestPage('/assets/a-1.js', 'HEAD')
    expect([answer.status, await answer.text(), answer.headers.get('x-content-type-options')]).toEqual([
      200,
      '',
      'nosniff',
    ])
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is 405', async (method) => {
    const answer = await requestPage('/', method)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test.each([
    '/none.js',
    '/containers',
    '/../outside.js',
    '/%2e%2e/outside.js',
    '/assets/..%2f..%2foutside.js',
    '/assets/folder.js',
    '/index.html/',
  ])('%s is 404, with a policy', async (path) => {
    const answer = await requestPage(path)
    expect([answer.status, await answer.text()]).toEqual([404, ''])
    expect(getPolicy(answer)).toContain("default-src 'none'")
  })

  test('another host of the scheme is 404', async () =>
    expect((await answerPage(new Request('app://other/index.html'), content)).status).toBe(404))
})

describe('files of the user', () => {
  const drop = (path: string, body: string | null) =>
    answerPage(new Request(`app://bundle${path}`, { method: 'PUT', body }), content)

  test('a dropped file is stored completely under its own name, also an empty one', async () => {
    expect((await drop('/drop?name=a%2Fb.pdf', 'one page')).status).toBe(201)
    expect((await drop('/drop?name=empty.pdf', null)).status).toBe(201)
    const dropped = readdirSync(join(account, 'drops')).flatMap((token) =>
      readdirSync(join(account, 'drops', token)).map((name) => [
        name,
        readFileSync(join(account, 'drops', token, name), 'utf8'),
      ]),
    )
    expect(Object.fromEntries(dropped)).toEqual({ 'a_b.pdf': 'one page', 'empty.pdf': '' })
    expect((await drop('/drop', 'x')).status).toBe(400)
  })

  test('data to restore is stored in a folder that is not uploaded', async () => {
    expect((await drop('/restore?name=own.json', '{}')).status).toBe(201)
    const [token = ''] = readdirSync(join(account, 'restore'))
    expect([readdirSync(join(account, 'restore', token)), (await requestPage('/restore')).status]).toEqual([
      ['own.json'],
      405,
    ])
  })

  test('the copy of a document is served as bytes only', async () => {
    const hash = 'c'.repeat(64)
    mkdirSync(join(account, 'spool'), { recursive: true })
    writeFileSync(join(account, 'spool', hash), '<script>')
    const answer = await requestPage(`/file/${hash}`)
    expect([
      answer.status,
      await answer.text(),
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
    ]).toEqual([200, '<script>', 'application/octet-stream', 'attachment'])
    expect((await requestPage(`/file/${'d'.repeat(64)}`)).status).toBe(404)
    expect((await requestPage('/drop')).status).toBe(405)
  })

  describe('leave no file handle open', () => {
    const hash = 'e'.repeat(64)
    const path = join(account, 'spool', hash)
    const bytes = Buffer.alloc(3_500_000, 'page ')
    // Only Linux lists open handles.
    const isFileOpen = () =>
      existsSync('/proc/self/fd') && readdirSync('/proc/self/fd').some((descriptor) => readTarget(descriptor) === path)
    const startReader = async () => (await requestPage(`/file/${hash}`)).body!.getReader()
    beforeAll(() => {
      mkdirSync(join(account, 'spool'), { recursive: true })
      writeFileSync(path, bytes)
    })

    test('after they were read completely', async () => {
      expect(Buffer.from(await (await requestPage(`/file/${hash}`)).arrayBuffer()).equals(bytes)).toBe(true)
      expect(isFileOpen()).toBe(false)
    })

    test('after a request for the headers, an unread body or a cancelled one', async () => {
      expect(await (await requestPage(`/file/${hash}`, 'HEAD')).text()).toBe('')
      await requestPage(`/file/${hash}`)
      await (await requestPage(`/file/${hash}`)).body!.cancel()
      await waitForFileWork()
      expect(isFileOpen()).toBe(false)
    })

    test('after the page stopped reading, with or without a cancel', async () => {
      const [silent, cancelled] = [await startReader(), await startReader()]
      for (const openReader of [silent, cancelled])
        expect((await openReader.read()).value?.byteLength).toBeGreaterThan(0)
      await cancelled.cancel()
      await waitForFileWork()
      expect(isFileOpen()).toBe(false)
    })

    test('after a read error, which is not an end of the file', async () => {
      const openReader = await startReader()
      await openReader.read()
      rmSync(path)
      await expect(openReader.read()).rejects.toThrow('ENOENT')
      writeFileSync(path, bytes.subarray(0, 100))
      const secondReader = await startReader()
      await secondReader.read()
      expect(await secondReader.read()).toEqual({ done: true, value: undefined })
      writeFileSync(path, bytes)
      const truncated = await startReader()
      await truncated.read()
      writeFileSync(path, bytes.subarray(0, 100))
      await expect(truncated.read()).rejects.toThrow('shorter')
      await waitForFileWork()
      expect(isFileOpen()).toBe(false)
    })
  })
})
