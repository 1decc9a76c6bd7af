// The origin of the page, and the check whether an address is ours.
export const PAGE_SCHEME = 'app'
export const PAGE_HOST = 'bundle'

export type Origin = {
  pageUrl: string
  /** Whether the address, or the origin, belongs to our page. */
  isTrusted(url: string): boolean
  /** Whether the address is the page itself: the only target to which a window may navigate. */
  isPage(url: string): boolean
}

/** `devUrl`: address of the development server; null in a packaged program. */
export function createOrigin(devUrl: string | null): Origin {
  const pageUrl = devUrl ?? `${PAGE_SCHEME}://${PAGE_HOST}/`
  const page = new URL(pageUrl)
  // Node returns "null" as the `origin` of a custom scheme, so the parts are compared.
  const isOurs = (url: URL | null) =>
    url !== null &&
    url.protocol === page.protocol &&
    url.host === page.host &&
    url.username === '' &&
    url.password === ''
  return {
    pageUrl,
    isTrusted: (url) => isOurs(URL.parse(url)),
    isPage: (url) => {
      const parsed = URL.parse(url)
      return isOurs(parsed) && (parsed?.pathname === page.pathname || parsed?.pathname === '/index.html')
    },
  }
}
