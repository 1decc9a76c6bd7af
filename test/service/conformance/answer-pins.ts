// Digests of all answers to the rows and of every webhook, by path. They show changes of values that no row checks,
// such as a code, a header or the order of a list. Each digest is of a set of exchanges, so the order of rows does not
// matter. After an intended change, `node test/service/conformance/pin.ts` writes the digests again.
import { createHash } from 'node:crypto'
import type { ServiceResponse } from '#service/service.ts'
import type { CreateService } from './client.ts'
import { createServices } from './services.ts'
import type { Row } from './row.ts'

/** For each method and collection: the number of exchanges, and their digest. */
export type AnswerPins = Record<string, string>

export type AnswerRecorder = { create: CreateService; pins: () => AnswerPins }

/**
 * Not recorded, because rows share some of their services: the log counts earlier requests, and an upload's address is
 * a serial number.
 */
const dependsOnOrder = (method: string, url: string) =>
  url === '/_service/log' || (collectionOf(url) === ELSEWHERE && method !== 'GET')
const ELSEWHERE = 'elsewhere'

export function recordAnswers(create: CreateService): AnswerRecorder {
  const recorded = new Map<string, Set<string>>()
  const record = (endpoint: string, ...parts: (string | Uint8Array | null)[]) => {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part ?? '').update('\0')
    const exchanges = recorded.get(endpoint)
    if (exchanges) exchanges.add(hash.digest('base64'))
    else recorded.set(endpoint, new Set([hash.digest('base64')]))
  }
  return {
    create: (options) => {
      const { post } = options
      const service = create({
        ...options,
        ...(post
          ? {
              post: (delivery) => {
                record('webhook', JSON.stringify(delivery.headers), delivery.body)
                return post(delivery)
              },
            }
          : {}),
      })
      const recordExchange = (endpoint: string, requestText: string, { status, headers, body }: ServiceResponse) =>
        record(endpoint, requestText, String(status), JSON.stringify(headers), body)
      return {
        ...service,
        handle: (request, now) => {
          const response = service.handle(request, now)
          if (dependsOnOrder(request.method, request.url)) return response
          const endpoint = `${request.method} ${collectionOf(request.url)}`
          const requestText = JSON.stringify([request.url, request.headers, now])
          recordExchange(endpoint, requestText, response)
          return response.later === undefined
            ? response
            : {
                ...response,
                later: response.later.then((finished) => {
                  recordExchange(endpoint, `${requestText} later`, finished)
                  return finished
                }),
              }
        },
      }
    },
    pins: () =>
      Object.fromEntries(
        [...recorded]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([endpoint, exchanges]) => [endpoint, `${exchanges.size} ${digestOf(exchanges)}`]),
      ),
  }
}

export async function answerPinsOf(create: CreateService, rows: readonly Row[]): Promise<AnswerPins> {
  const { create: recording, pins } = recordAnswers(create)
  const services = createServices(recording)
  for (const row of rows) await row.check(services)
  return pins()
}

/** `/v2/containers/…?…` is `containers`; paths outside of /v2 share one name. */
function collectionOf(url: string): string {
  return /^\/v2\/([a-z_]+)/.exec(url)?.[1] ?? ELSEWHERE
}

function digestOf(exchanges: ReadonlySet<string>): string {
  const hash = createHash('sha256')
  for (const exchange of [...exchanges].sort()) hash.update(exchange)
  return hash.digest('hex').slice(0, 16)
}
