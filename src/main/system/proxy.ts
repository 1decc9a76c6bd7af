// Converts the system's answer to "which proxy for this address?" to the engine's format.
import { session } from 'electron'
import type { Log } from '../log.ts'

/**
 * Maps Chromium's proxy types to the schemes that Node and the SOCKS library accept. The proxy itself resolves host
 * names.
 */
const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4a',
  SOCKS4: 'socks4a',
  SOCKS5: 'socks5h',
}

export type ProxyList = {
  /** In the order to try; null: a direct connection. Never empty. */
  proxies: (string | null)[]
  /** Proxies of types that are not supported. */
  unsupported: string[]
}

/** `answer`: `DIRECT`, or a list such as `PROXY a:8080; SOCKS5 b:1080; DIRECT`. */
export function parseProxyList(answer: string): ProxyList {
  const proxies: ProxyList['proxies'] = []
  const unsupported: string[] = []
  for (const entry of answer
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const [kind = '', address = ''] = entry.split(/\s+/)
    const proxy = `${SCHEMES[kind] ?? ''}://${address}`
    if (kind === 'DIRECT') proxies.push(null)
    else if (URL.canParse(proxy)) proxies.push(proxy)
    else unsupported.push(entry)
  }
  return { proxies: proxies.length > 0 ? proxies : [null], unsupported }
}

/** Logs the system's answer whenever it changes. */
export function createProxyFinder(log: Log): (origin: string) => Promise<(string | null)[]> {
  const lastAnswers = new Map<string, string>()
  return async (origin) => {
    try {
      const answer = await session.defaultSession.resolveProxy(origin)
      const { proxies, unsupported } = parseProxyList(answer)
      if (lastAnswers.get(origin) !== answer)
        log.write(unsupported.length > 0 ? 'warn' : 'info', 'system proxy', { origin, answer, unsupported })
      lastAnswers.set(origin, answer)
      return proxies
    } catch (error) {
      // Without an answer a direct connection is tried, and its failure is reported.
      log.write('warn', 'system proxy unknown', { origin, error: String(error) })
      return [null]
    }
  }
}
