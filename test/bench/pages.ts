// The pages of a complete sweep of containers, as bytes from the embedded service. They are generated once for each
// size.
import { sweepLists } from '#engine/mirror/kinds.ts'
import { createService } from '#service/service.ts'

/** The time in the world of the service. Other benchmarks use the same time. Its value does not matter. */
export const WORLD_MS = Date.parse('2026-11-20T17:00:00Z')
const BASE_URL = 'https://track.example/v2'
const KEY = 'bench-key'

const cachedPages = new Map<number, Uint8Array[]>()

export function getPages(containerCount: number): Uint8Array[] {
  const pages = cachedPages.get(containerCount) ?? makePages(containerCount)
  cachedPages.set(containerCount, pages)
  return pages
}

function makePages(containerCount: number): Uint8Array[] {
  const service = createService({
    seed: 1,
    containers: containerCount,
    key: KEY,
    baseUrl: BASE_URL,
    startMs: WORLD_MS,
    isLimited: false,
  })
  const pages: Uint8Array[] = []
  try {
    for (let url: string | null = BASE_URL + sweepLists.containers.path; url !== null;) {
      const { pathname, search } = new URL(url)
      const request = { method: 'GET', url: pathname + search, headers: { authorization: `Token ${KEY}` }, body: null }
      const { status, body } = service.handle(request, { processMs: 0, worldMs: WORLD_MS })
      if (status !== 200) throw new Error(`the service answered ${status} for a page`)
      pages.push(body)
      url = (JSON.parse(decodeText(body)) as { links: { next?: string } }).links.next ?? null
    }
  } finally {
    service.close()
  }
  return pages
}

export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

type Page = { data: { attributes: Record<string, unknown> }[] }

/** Copies the pages and changes only the time of the last terminal check. */
export function withTerminalChecked(pages: readonly Uint8Array[], checkedAt: string): Uint8Array[] {
  return pages.map((bytes) => {
    const page = JSON.parse(decodeText(bytes)) as Page
    for (const { attributes } of page.data) attributes['terminal_checked_at'] = checkedAt
    return new TextEncoder().encode(JSON.stringify(page))
  })
}
