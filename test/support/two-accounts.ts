// One address with two accounts of a service, distinguished by their keys like at a real service. A key can be blocked,
// as by a network failure.
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** For the key that a client sends: the address and key of the service behind it. */
export type ServiceByKey = Record<string, { url: string; key: string }>

export type TwoAccounts = {
  /** The services' path at this address. */
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
