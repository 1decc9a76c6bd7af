// A relay between a host and the service. It can change every record, so that a test sets the date, hold or time that
// it needs.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'

export type Resource = {
  type: string
  id: string
  attributes: Record<string, unknown>
  relationships?: Record<string, { data?: unknown }>
}
type Document = { data?: Resource | Resource[]; included?: Resource[] }

export type RelayOptions = {
  /** Changes a record before it is sent. Called with every record of every answer. */
  transform: (resource: Resource) => void
  /** Returns the time for the `Date` header of each answer. */
  nowMs: () => number
}

export type Relay = {
  /** The address of the relay with the path of the service. */
  url: string
  close: () => void
}

const FORWARDED_HEADERS = ['authorization', 'accept', 'content-type']

export async function startRelay(serviceUrl: string, { transform, nowMs }: RelayOptions): Promise<Relay> {
  const service = new URL(serviceUrl)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => FORWARDED_HEADERS.includes(name)),
    ) as Record<string, string>
    const body = await buffer(request)
    const serviceAnswer = await fetch(new URL(request.url ?? '/', service), {
      method: request.method ?? 'GET',
      headers,
      ...(body.length === 0 ? {} : { body }),
    })
    const text = (await serviceAnswer.text()).replaceAll(service.origin, origin())
    response
      .writeHead(serviceAnswer.status, {
        'content-type': serviceAnswer.headers.get('content-type') ?? '',
        date: new Date(nowMs()).toUTCString(),
      })
      .end(text === '' ? text : shapeAnswer(text))
  }

  function shapeAnswer(text: string): string {
    const document = JSON.parse(text) as Document
    for (const resource of [document.data ?? [], document.included ?? []].flat()) transform(resource)
    return JSON.stringify(document)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = () => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`
  }
  return {
    url: `${origin()}${service.pathname}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
