// Everything the rows were answered and every webhook they were sent, pinned by path: what no row asks about, a code, a
// header, the order of a list, stands in these answers all the same and cannot change unseen. A set of whole exchanges:
// it does not matter which row came first. Meant changes: `node test/service/conformance/pin.ts` writes the pins anew.
import { createHash } from 'node:crypto'
import type { ServiceResponse } from '#service/service.ts'
import type { CreateService } from './client.ts'
import { givenOf } from './given.ts'
import type { Row } from './row.ts'

/** Of each method and collection how many exchanges there were, and what they come to. */
export type AnswerPins = Record<string, string>

export type Hearing = { create: CreateService; pins: () => AnswerPins }

/** The log counts who asked before, and an upload's address is a running number: rows share some of their services. */
const isOfItsTurn = (method: string, url: string) =>
  url === '/_service/log' || (collectionOf(url) === ELSEWHERE && method !== 'GET')
const ELSEWHERE = 'elsewhere'

export function hearing(create: CreateService): Hearing {
  const heard = new Map<string, Set<string>>()
  const hear = (asked: string, ...parts: (string | Uint8Array | null)[]) => {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part ?? '').update('\0')
    const exchanges = heard.get(asked)
    if (exchanges) exchanges.add(hash.digest('base64'))
    else heard.set(asked, new Set([hash.digest('base64')]))
  }
  return {
    create: (options) => {
      const { post } = options
      const service = create({
        ...options,
        ...(post
          ? {
              post: (delivery) => {
                hear('webhook', JSON.stringify(delivery.headers), delivery.body)
                return post(delivery)
              },
            }
          : {}),
      })
      const note = (asked: string, ask: string, { status, headers, body }: ServiceResponse) => {
        hear(asked, ask, String(status), JSON.stringify(headers), body)
      }
      return {
        ...service,
        handle: (request, now) => {
          const response = service.handle(request, now)
          if (isOfItsTurn(request.method, request.url)) return response
          const asked = `${request.method} ${collectionOf(request.url)}`
          const ask = JSON.stringify([request.url, request.headers, now])
          note(asked, ask, response)
          return response.later === undefined
            ? response
            : {
                ...response,
                later: response.later.then((finished) => {
                  note(asked, `${ask} later`, finished)
                  return finished
                }),
              }
        },
      }
    },
    pins: () =>
      Object.fromEntries(
        [...heard]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([asked, exchanges]) => [asked, `${exchanges.size} ${digestOf(exchanges)}`]),
      ),
  }
}

export async function answerPinsOf(create: CreateService, rows: readonly Row[]): Promise<AnswerPins> {
  const { create: listened, pins } = hearing(create)
  const given = givenOf(listened)
  for (const row of rows) await row.check(given)
  return pins()
}

/** `/v2/containers/…?…` is `containers`; what lies elsewhere has one name. */
function collectionOf(url: string): string {
  return /^\/v2\/([a-z_]+)/.exec(url)?.[1] ?? ELSEWHERE
}

function digestOf(exchanges: ReadonlySet<string>): string {
  const hash = createHash('sha256')
  for (const exchange of [...exchanges].sort()) hash.update(exchange)
  return hash.digest('hex').slice(0, 16)
}
