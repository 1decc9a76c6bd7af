// A relay between a host and the service that can change every answer: a spec sets the date, hold or hour that it
// tests, and all other data is the service's own.
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
  /** Called with every record of every answer, before it is sent. */
  shape: (resource: Resource) => void
  /** The time of every answer. */
  nowMs: () => number
}

export type Relay = {
  /** The service's path at the address of the relay. */
  url: string
  close: () => void
}

const PASSED_ON = ['authorization', 'accept', 'content-type']

export async function startRelay(serviceUrl: string, { shape, nowMs }: RelayOptions): Promise<Relay> {
  const service = new URL(serviceUrl)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => PASSED_ON.includes(name)),
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
    for (const resource of [document.data ?? [], document.included ?? []].flat()) shape(resource)
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
