// Files of the user in the browser host: dropped files, backups to restore, and stored documents.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PageSession } from '#support/web-page.ts'
import { sendRequest, folder, options, openTestSession, useWebServer, web } from '#support/web-server.ts'

useWebServer()

describe('files of the user', () => {
  const CONTENT = 'a'.repeat(64)
  const dropsFolder = () => join(folder, 'account', 'drops')
  const drop = async (query: string, overrides: Partial<PageSession> = {}, origin = web.origin, path = '/drop') => {
    const { cookie, secret } = { ...(await openTestSession()), ...overrides }
    const answer = await fetch(`${web.origin}${path}${query}`, {
      method: 'PUT',
      headers: { origin, cookie, 'x-quaywatch-secret': secret },
      body: 'one page',
    })
    return answer.status
  }

  test('a dropped file is stored completely under its name in a folder of its own', async () => {
    expect(await drop(`?name=${encodeURIComponent('Rechnung “März”\n.pdf')}`)).toBe(201)
    const [token = ''] = readdirSync(dropsFolder())
    expect(readdirSync(dropsFolder())).toHaveLength(1)
    expect(token).toMatch(/^[0-9a-f]{24}$/)
    expect(readFileSync(join(dropsFolder(), token, 'Rechnung “März”\n.pdf'), 'utf8')).toBe('one page')
  })

  test('nothing is written into a folder that another program owns', async () => {
    options.mayWrite = false
    expect([await drop('?name=a.pdf'), existsSync(join(folder, 'account'))]).toEqual([500, false])
  })

  test('a backup to restore is stored outside the upload folders, and only by our own page', async () => {
    expect(await drop('?name=own.json', { secret: 'guessed' }, web.origin, '/restore')).toBe(403)
    expect(await drop('?name=own.json', {}, web.origin, '/restore')).toBe(201)
    const restore = join(folder, 'account', 'restore')
    expect([readdirSync(restore).map((token) => readdirSync(join(restore, token))), existsSync(dropsFolder())]).toEqual(
      [[['own.json']], false],
    )
  })

  test.each([
    ['../../../etc/passwd', '.._.._.._etc_passwd'],
    ['..', 'file'],
    [`${'ü'.repeat(200)}.pdf`, `${'ü'.repeat(124)}….pdf`],
    [`提单${'单'.repeat(90)} 📦.pdf`, `提单${'单'.repeat(80)}….pdf`],
  ])('a name such as %s cannot choose another folder', async (sentName, stored) => {
    expect(await drop(`?name=${encodeURIComponent(sentName)}`)).toBe(201)
    const [token = ''] = readdirSync(dropsFolder())
    expect(readdirSync(join(dropsFolder(), token))).toEqual([stored])
  })

  test('other origins can neither drop nor read files', async () => {
    expect(await drop('?name=a.pdf', { secret: 'guessed' })).toBe(403)
    expect(await drop('?name=a.pdf', { cookie: '' })).toBe(403)
    expect(await drop('?name=a.pdf', {}, 'http://evil.example')).toBe(403)
    expect(await drop('')).toBe(400)
    expect(existsSync(dropsFolder())).toBe(false)
    expect((await sendRequest(`/file/${CONTENT}`)).status).toBe(403)
  })

  test('an interrupted upload leaves nothing', async () => {
    const { cookie, secret } = await openTestSession()
    const outgoing = request({
      host: '127.0.0.1',
      port: web.port,
      path: '/drop?name=a.pdf',
      method: 'PUT',
      headers: { origin: web.origin, cookie, 'x-quaywatch-secret': secret, 'content-length': '1000' },
    })
    outgoing.on('error', () => undefined)
    outgoing.write('half of it')
    await expect.poll(() => (existsSync(dropsFolder()) ? readdirSync(dropsFolder()) : [])).toHaveLength(1)
    outgoing.destroy()
    await expect.poll(() => readdirSync(dropsFolder())).toEqual([])
  })

  test('a file over the limit is refused before it is read', async () => {
    const { cookie, secret } = await openTestSession()
    const outgoing = request({
      host: '127.0.0.1',
      port: web.port,
      path: '/drop?name=a.pdf',
      method: 'PUT',
      headers: {
        origin: web.origin,
        cookie,
        'x-quaywatch-secret': secret,
        'content-length': String(600 * 1024 * 1024),
      },
    })
    outgoing.on('error', () => undefined)
    outgoing.flushHeaders()
    const [incoming] = (await once(outgoing, 'response')) as [{ statusCode: number }]
    expect(incoming.statusCode).toBe(413)
    outgoing.destroy()
  })

  test('a stored document is served as bytes that no browser runs', async () => {
    mkdirSync(join(folder, 'account', 'spool'), { recursive: true })
    writeFileSync(join(folder, 'account', 'spool', CONTENT), '<script>alert(1)</script>')
    const { cookie, secret } = await openTestSession()
    const headers = { cookie, 'x-quaywatch-secret': secret }
    expect(await sendRequest(`/file/${CONTENT}`, { headers })).toMatchObject({
      status: 200,
      text: '<script>alert(1)</script>',
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      },
    })
    expect((await sendRequest(`/file/${'b'.repeat(64)}`, { headers })).status).toBe(404)
    expect((await sendRequest('/file/%2e%2e/state.db', { headers })).status).toBe(404)
  })
})
