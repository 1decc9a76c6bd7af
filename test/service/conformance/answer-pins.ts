// Pins are digests of all answers that the conformance rows (row.ts) get, by method and collection, and of every
// webhook delivery. They show changes of values that no row checks, such as a code, a header or the order of a list. A
// digest covers a set of exchanges, so the order of the rows does not matter. After an intended change, `node
// test/service/conformance/pin.ts` writes the pins again.
import { createHash } from 'node:crypto'
import type { ServiceResponse } from '#service/service.ts'
import type { CreateService } from './client.ts'
import { createServices } from './services.ts'
import type { Row } from './row.ts'

/** By method and collection: the number of exchanges, and their digest. */
export type AnswerPins = Record<string, string>

export type AnswerRecorder = { create: CreateService; pins: () => AnswerPins }

/** The collection of all paths outside of `/v2`. */
const OTHER_COLLECTION = 'elsewhere'

/**
 * Whether the answer depends on earlier requests. Such answers are not recorded, because rows share services: the log
 * counts earlier requests, and the address of an upload has a serial number.
 */
const isOrderDependent = (method: string, url: string) =>
  url === '/_service/log' || (getCollection(url) === OTHER_COLLECTION && method !== 'GET')

export function createAnswerRecorder(create: CreateService): AnswerRecorder {
  const recorded = new Map<string, Set<string>>()
  const record = (collection: string, ...parts: (string | Uint8Array | null)[]) => {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part ?? '').update('\0')
    const exchanges = recorded.get(collection)
    if (exchanges) exchanges.add(hash.digest('base64'))
    else recorded.set(collection, new Set([hash.digest('base64')]))
  }
  return {
    create: (options) => {
      const { post: deliver } = options
      const service = create({
        ...options,
        ...(deliver
          ? {
              post: (delivery) => {
                record('webhook', JSON.stringify(delivery.headers), delivery.body)
                return deliver(delivery)
              },
            }
          : {}),
      })
      const recordExchange = (collection: string, requestText: string, { status, headers, body }: ServiceResponse) =>
        record(collection, requestText, String(status), JSON.stringify(headers), body)
      return {
        ...service,
        handle: (request, now) => {
          const response = service.handle(request, now)
          if (isOrderDependent(request.method, request.url)) return response
          const collection = `${request.method} ${getCollection(request.url)}`
          const requestText = JSON.stringify([request.url, request.headers, now])
          recordExchange(collection, requestText, response)
          return response.later === undefined
            ? response
            : {
                ...response,
                later: response.later.then((laterResponse) => {
                  recordExchange(collection, `${requestText} later`, laterResponse)
                  return laterResponse
                }),
              }
        },
      }
    },
    pins: () =>
      Object.fromEntries(
        [...recorded]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([collection, exchanges]) => [collection, `${exchanges.size} ${computeDigest(exchanges)}`]),
      ),
  }
}

export async function computeAnswerPins(create: CreateService, rows: readonly Row[]): Promise<AnswerPins> {
  const { create: createRecorded, pins } = createAnswerRecorder(create)
  const services = createServices(createRecorded)
  for (const row of rows) await row.check(services)
  return pins()
}

/** Returns `containers` for `/v2/containers/…?…`. */
function getCollection(url: string): string {
  return /^\/v2\/([a-z_]+)/.exec(url)?.[1] ?? OTHER_COLLECTION
}

function computeDigest(exchanges: ReadonlySet<string>): string {
  const hash = createHash('sha256')
  for (const exchange of [...exchanges].sort()) hash.update(exchange)
  return hash.digest('hex').slice(0, 16)
}
