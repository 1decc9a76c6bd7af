// Where the page comes from, and the one answer to "is this address ours?".
export const PAGE_SCHEME = 'app'
export const PAGE_HOST = 'bundle'

export type Origin = {
  pageUrl: string
  /** The address, or the origin, belongs to our page. */
  isTrusted(url: string): boolean
  /** The address is the page itself: the only place a window may go. */
  isPage(url: string): boolean
}

/** `devUrl`: address of the development server; null in every packaged program. */
export function createOrigin(devUrl: string | null): Origin {
  const pageUrl = devUrl ?? `${PAGE_SCHEME}://${PAGE_HOST}/`
  const page = new URL(pageUrl)
  // `origin` of an address with a scheme of our own is "null" for Node, so the parts are compared.
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
