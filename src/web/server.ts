// The HTTP server of the browser host: the built view, the exchange of a token for a session, and the user's files.
// Static files are public; everything else needs the session. It listens on 127.0.0.1 only.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { MAX_FILE_BYTES, SECRET_HEADER, parseContentHash, dropStatus, getPutFolder } from '#contract/rules/files.ts'
import { type LanguageChoice, parseAcceptLanguage, chooseLanguage } from '#contract/rules/language.ts'
import { findPageFile, createPageHeaders, renderPage } from '#host/page.ts'
import type { SessionAnswer } from '#contract/shell.ts'
import { StartProblem } from './start-problem.ts'
import type { Sessions } from './sessions.ts'
import { sendUserFile, receiveDrop } from './user-files.ts'

const HOST = '127.0.0.1'
/** A port that is not registered for another program. */
const DEFAULT_PORT = 42_873
const MAX_BODY_BYTES = 4096
const SessionRequest = z.object({ token: z.string().max(200) })

export type WebServer = {
  server: Server
  port: number
  /** `http://127.0.0.1:P`, the address of the page. */
  origin: string
  /** Whether the request comes from our own page: its Host and Origin headers both name this server. */
  isOurs(request: IncomingMessage): boolean
  /** The session cookie of the request, if it has one. */
  getCookie(request: IncomingMessage): string | null
}

/** `accountFolder`: the folder of the open account. `canWrite`: no other program has locked the data folder. */
export type Content = {
  pageDir: string
  accountFolder: () => string
  canWrite: () => boolean
  language: () => LanguageChoice
}

type Site = Content & { web: WebServer; sessions: Sessions; cookieName: string }

/** Throws StartProblem if the port is not available. */
export async function startServer(wantedPort: number | null, content: Content, sessions: Sessions): Promise<WebServer> {
  const server = createServer()
  if (
    !(await tryListen(server, wantedPort ?? DEFAULT_PORT)) &&
    !(wantedPort === null && (await tryListen(server, 0)))
  ) {
    throw new StartProblem(
      `Port ${wantedPort ?? 0} cannot be opened; perhaps another program has it. Give another with --port, or 0 to get any free port.`,
    )
  }
  const { port } = server.address() as AddressInfo
  const hostNames = [`${HOST}:${port}`, `localhost:${port}`]
  // Cookies ignore ports, so each host on one machine needs its own cookie name.
  const cookieName = `quaywatch-${port}`
  const hasOwnHostName = ({ headers }: IncomingMessage) => hostNames.includes(headers.host ?? '')
  const web: WebServer = {
    server,
    port,
    origin: `http://${HOST}:${port}`,
    isOurs: (request) => hasOwnHostName(request) && request.headers.origin === `http://${request.headers.host ?? ''}`,
    getCookie: ({ headers }) => {
      const cookie = new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1]
      return cookie !== undefined && sessions.isValidCookie(cookie) ? cookie : null
    },
  }
  const site: Site = { ...content, web, sessions, cookieName }
  server.on('request', (request, response) => {
    // Another site may have pointed its own host name at this server (DNS rebinding), so other host names are refused.
    const answering = hasOwnHostName(request) ? answerRequest(site, request, response) : sendStatus(response, 403)
    answering.catch(() => {
      response.destroy()
    })
  })
  return web
}

async function tryListen(server: Server, port: number): Promise<boolean> {
  server.listen(port, HOST)
  return once(server, 'listening').then(
    () => true,
    () => false,
  )
}

async function answerRequest(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pathname = parsePathname(request, site.web)
  const content = parseContentHash(pathname)
  const folder = getPutFolder(pathname)
  if (folder !== null)
    await (request.method === 'PUT' ? receiveFile(site, folder, request, response) : sendStatus(response, 405))
  else if (content !== null)
    await (request.method === 'GET' ? sendDocument(site, content, request, response) : sendStatus(response, 405))
  else if (pathname === '/session')
    await (request.method === 'POST' ? openSession(site, request, response) : sendStatus(response, 405))
  else
    await (request.method === 'GET' || request.method === 'HEAD'
      ? sendFile(site, pathname, request, response)
      : sendStatus(response, 405))
}

async function sendFile(
  { pageDir, language }: Content,
  pathname: string,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const pageFile = findPageFile(pathname)
  const bytes = pageFile && (await readFile(join(pageDir, pageFile.file)).catch(() => null))
  if (!pageFile || !bytes) return sendStatus(response, 404)
  const nonce = randomBytes(16).toString('base64url')
  const body = pageFile.isPage
    ? Buffer.from(
        renderPage(bytes.toString('utf8'), {
          nonce,
          language: chooseLanguage(language(), parseAcceptLanguage(headers['accept-language'])),
        }),
      )
    : bytes
  const socketOrigin = `ws://${headers.host ?? ''}`
  response.writeHead(200, { ...createPageHeaders(pageFile, nonce, socketOrigin), 'content-length': body.byteLength })
  response.end(method === 'HEAD' ? undefined : body)
}

async function receiveFile(
  site: Site,
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!site.web.isOurs(request) || !hasSession(site, request)) return sendStatus(response, 403)
  // Refuses before it reads the body, so that the client does not send the whole file first.
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) return sendStatus(response, dropStatus.tooLarge)
  if (!site.canWrite()) return sendStatus(response, dropStatus.failed)
  const name = new URL(`${site.web.origin}${request.url ?? ''}`).searchParams.get('name')
  await sendStatus(response, await receiveDrop(request, name, { accountFolder: site.accountFolder(), folder }))
}

/** Does not check the Origin header, because a browser sends none when a page fetches from its own origin. */
async function sendDocument(
  site: Site,
  content: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!hasSession(site, request)) return sendStatus(response, 403)
  if (!(await sendUserFile(response, content, site.accountFolder()))) await sendStatus(response, 404)
}

function hasSession({ web, sessions }: Site, request: IncomingMessage): boolean {
  const cookie = web.getCookie(request)
  const secret = request.headers[SECRET_HEADER]
  return cookie !== null && typeof secret === 'string' && sessions.isValid({ cookie, secret })
}

async function openSession(
  { web, sessions, cookieName }: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!web.isOurs(request)) return sendStatus(response, 403)
  const parsed = SessionRequest.safeParse(await readJsonBody(request))
  const session = parsed.success ? sessions.redeem(parsed.data.token, web.getCookie(request)) : null
  if (!session) return sendStatus(response, 403)
  const answer: SessionAnswer = { secret: session.secret }
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'set-cookie': `${cookieName}=${session.cookie}; HttpOnly; SameSite=Strict; Path=/`,
  })
  response.end(JSON.stringify(answer))
}

/** Returns an empty string if the request's address cannot be parsed, such as `//`. */
export function parsePathname({ url }: IncomingMessage, { origin }: WebServer): string {
  const text = `${origin}${url ?? '/'}`
  return URL.canParse(text) ? new URL(text).pathname : ''
}

/** Returns undefined if the body is too long or is not JSON. */
async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

function sendStatus(response: ServerResponse, status: number): Promise<void> {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(`${status}\n`)
  return Promise.resolve()
}
