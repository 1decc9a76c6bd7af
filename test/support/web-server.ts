// Starts the server of the browser host on a real port, with a folder of page files.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { LanguageChoice } from '#contract/rules/language.ts'
import type { Port } from '#contract/rpc.ts'
import { type PageSession, openSession } from './web-page.ts'
import { type Content, type WebServer, startServer } from '../../src/web/server.ts'
import { type Sessions, createSessions } from '../../src/web/sessions.ts'
import { type Sockets, startSockets } from '../../src/web/sockets.ts'

export let folder: string
export let content: Content
export let web: WebServer
export let sessions: Sessions
export let sockets: Sockets
export let attached: Port[]
/** A test may change these options. They are reset before each test. */
export const options = { hasEngine: true, language: 'system' as LanguageChoice, mayWrite: true }

/** Starts a server for each test of a file. */
export function useWebServer(): void {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quaywatch-page-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<html lang="en"><meta property="csp-nonce" nonce="__CSP_NONCE__">')
    writeFileSync(join(folder, 'assets', 'app-1a.js'), 'export {}')
    writeFileSync(join(folder, 'assets', 'app-1a.js.map'), '{}')
    Object.assign(options, { hasEngine: true, language: 'system', mayWrite: true })
    content = {
      pageDir: folder,
      accountFolder: () => join(folder, 'account'),
      canWrite: () => options.mayWrite,
      language: () => options.language,
    }
    sessions = createSessions()
    web = await startServer(0, content, sessions)
    attached = []
    const openEngine = () =>
      Promise.resolve(
        options.hasEngine
          ? (port: Port) => {
              attached.push(port)
            }
          : null,
      )
    sockets = startSockets(web, sessions, { '/ws/engine': openEngine })
  })

  afterEach(async () => {
    sockets.close()
    web.server.closeAllConnections()
    web.server.close()
    await once(web.server, 'close')
    rmSync(folder, { recursive: true })
  })
}

export const openTestSession = (): Promise<PageSession> => openSession(`${web.origin}/#t=${sessions.createToken()}`)

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string }

/** Unlike `fetch`, it sends any Host header and does not normalize the path. */
export async function sendRequest(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const outgoing = request({ host: '127.0.0.1', port: web.port, path, method, headers })
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; headers: Answer['headers'] },
  ]
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return { status: incoming.statusCode, headers: incoming.headers, text }
}
