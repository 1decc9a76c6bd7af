// The built view on app://bundle, from a folder of our own.
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerPage } from '../../../src/main/page.ts'

const root = mkdtempSync(join(tmpdir(), 'page-'))
const folder = join(root, 'view')
const account = join(root, 'account')
const content = { view: folder, account: () => account }
beforeAll(() => {
  mkdirSync(join(folder, 'assets/folder.js'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<meta nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">')
  writeFileSync(join(folder, 'assets/a-1.js'), 'export {}')
  writeFileSync(join(root, 'outside.js'), 'secret')
})
afterAll(() => {
  rmSync(root, { recursive: true })
})

const ask = (path: string, method = 'GET') => answerPage(new Request(`app://bundle${path}`, { method }), content)
const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

describe('the page', () => {
  test('carries in its text the nonce its policy names, and nothing is left of the placeholder', async () => {
    const answer = await ask('/')
    const nonce = /'nonce-([^']+)'/.exec(policyOf(answer))?.[1]
    expect(await answer.text()).toBe(`<meta nonce="${nonce ?? 'none'}"><script nonce="${nonce ?? 'none'}">`)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([200, 'text/html; charset=utf-8', 'no-store'])
  })

  test('has another nonce each time', async () => {
    expect(policyOf(await ask('/'))).not.toBe(policyOf(await ask('/')))
  })

  test('may reach no socket and no other origin', async () => {
    const policy = policyOf(await ask('/'))
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toContain('unsafe')
  })
})

describe('files', () => {
  test('a script has a type a module needs, and may be kept', async () => {
    const answer = await ask('/assets/a-1.js')
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([200, 'export {}', 'text/javascript; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toContain('immutable')
  })

  test('HEAD has the headers without the bytes', async () => {
    const answer = await ask('/assets/a-1.js', 'HEAD')
    expect([answer.status, await answer.text(), answer.headers.get('x-content-type-options')]).toEqual([200, '', 'nosniff'])
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is 405', async (method) => {
    const answer = await ask('/', method)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test.each(['/none.js', '/containers', '/../outside.js', '/%2e%2e/outside.js', '/assets/..%2f..%2foutside.js', '/assets/folder.js', '/index.html/'])('%s is 404, with a policy', async (path) => {
    const answer = await ask(path)
    expect([answer.status, await answer.text()]).toEqual([404, ''])
    expect(policyOf(answer)).toContain("default-src 'none'")
  })

  test('another host of the scheme is 404', async () => {
    expect((await answerPage(new Request('app://other/index.html'), content)).status).toBe(404)
  })
})

describe('files of the user', () => {
  const drop = (path: string, body: string | null) => answerPage(new Request(`app://bundle${path}`, { method: 'PUT', body }), content)

  test('one that is dropped stands whole under its own name, an empty one too', async () => {
    expect((await drop('/drop?name=a%2Fb.pdf', 'one page')).status).toBe(201)
    expect((await drop('/drop?name=empty.pdf', null)).status).toBe(201)
    const taken = readdirSync(join(account, 'drops')).flatMap((token) => readdirSync(join(account, 'drops', token)).map((name) => [name, readFileSync(join(account, 'drops', token, name), 'utf8')]))
    expect(Object.fromEntries(taken)).toEqual({ 'a_b.pdf': 'one page', 'empty.pdf': '' })
    expect((await drop('/drop', 'x')).status).toBe(400)
  })

  test('what is kept of a document comes as bytes alone', async () => {
    const hash = 'c'.repeat(64)
    mkdirSync(join(account, 'spool'), { recursive: true })
    writeFileSync(join(account, 'spool', hash), '<script>')
    const answer = await ask(`/file/${hash}`)
    expect([answer.status, await answer.text(), answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([200, '<script>', 'application/octet-stream', 'attachment'])
    expect((await ask(`/file/${'d'.repeat(64)}`)).status).toBe(404)
    expect((await ask('/drop')).status).toBe(405)
  })
})
