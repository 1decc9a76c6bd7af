// A server that passes each request to one of two services, by the API key of the request. So one address has two
// accounts, as at the live service. Requests with a blocked key get no answer.
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The address and key of the service, by the key that the client sends. */
export type ServiceByKey = Record<string, { url: string; key: string }>

export type TwoAccounts = {
  /** The address of this server with the path of the services. */
  url: string
  blockedKeys: Set<string>
  close(): void
}

export async function startTwoAccounts(keys: ServiceByKey): Promise<TwoAccounts> {
  const blockedKeys = new Set<string>()
  const origin = () => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const key = (request.headers.authorization ?? '').replace(/^Token /, '')
    const account = keys[key]
    if (blockedKeys.has(key)) {
      response.destroy()
      return
    }
    if (!account) {
      response
        .writeHead(401, { 'content-type': 'application/vnd.api+json' })
        .end('{"errors":[{"status":"401","title":"Unauthorized"}]}')
      return
    }
    const body = await buffer(request)
    const headers = {
      authorization: `Token ${account.key}`,
      accept: request.headers.accept ?? '',
      'content-type': request.headers['content-type'] ?? 'application/vnd.api+json',
    }
    const answered = await fetch(new URL(request.url ?? '/', account.url), {
      method: request.method ?? 'GET',
      headers,
      ...(body.length === 0 ? {} : { body }),
    })
    const text = (await answered.text()).replaceAll(new URL(account.url).origin, origin())
    response
      .writeHead(answered.status, {
        'content-type': answered.headers.get('content-type') ?? '',
        date: answered.headers.get('date') ?? '',
      })
      .end(text)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${origin()}/v2`,
    blockedKeys,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
