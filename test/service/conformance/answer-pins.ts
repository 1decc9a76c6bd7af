// Pins are digests of all answers that the rows get, and of every webhook delivery, by path. They show changes of
// values that no row checks, such as a code, a header or the order of a list. A digest covers a set of exchanges, so
// the order of the rows does not matter. After an intended change, `node test/service/conformance/pin.ts` writes the
// pins again.
import { createHash } from 'node:crypto'
import type { ServiceResponse } from '#service/service.ts'
import type { CreateService } from './client.ts'
import { createServices } from './services.ts'
import type { Row } from './row.ts'

/** Has one entry for each method and collection: the number of exchanges, and their digest. */
export type AnswerPins = Record<string, string>

export type AnswerRecorder = { create: CreateService; pins: () => AnswerPins }

/**
 * Whether the answer depends on earlier requests. Such answers are not recorded, because rows share services: the log
 * counts earlier requests, and the address of an upload has a serial number.
 */
const dependsOnOrder = (method: string, url: string) =>
  url === '/_service/log' || (getCollection(url) === OTHER_PATHS && method !== 'GET')
const OTHER_PATHS = 'elsewhere'

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
          const endpoint = `${request.method} ${getCollection(request.url)}`
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
          .map(([endpoint, exchanges]) => [endpoint, `${exchanges.size} ${computeDigest(exchanges)}`]),
      ),
  }
}

export async function computeAnswerPins(create: CreateService, rows: readonly Row[]): Promise<AnswerPins> {
  const { create: recording, pins } = recordAnswers(create)
  const services = createServices(recording)
  for (const row of rows) await row.check(services)
  return pins()
}

/** Returns `containers` for `/v2/containers/…?…`. Paths outside of `/v2` share one name. */
function getCollection(url: string): string {
  return /^\/v2\/([a-z_]+)/.exec(url)?.[1] ?? OTHER_PATHS
}

function computeDigest(exchanges: ReadonlySet<string>): string {
  const hash = createHash('sha256')
  for (const exchange of [...exchanges].sort()) hash.update(exchange)
  return hash.digest('hex').slice(0, 16)
}
