// The system's answer to "which proxy for this address?", in the form the engine wants it.
import { session } from 'electron'
import type { Log } from '../log.ts'

/**
 * Chromium's words, and the addresses Node and the SOCKS library understand. Its names are resolved by the proxy
 * itself.
 */
const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4a',
  SOCKS4: 'socks4a',
  SOCKS5: 'socks5h',
}

export type Ways = {
  /** In the order to be tried; null: directly. Never empty. */
  proxies: (string | null)[]
  /** Of kinds nobody here can speak to. */
  passedOver: string[]
}

/** `answer`: `DIRECT`, or a list such as `PROXY a:8080; SOCKS5 b:1080; DIRECT`. */
export function waysOf(answer: string): Ways {
  const proxies: Ways['proxies'] = []
  const passedOver: string[] = []
  for (const entry of answer
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const [kind = '', address = ''] = entry.split(/\s+/)
    const proxy = `${SCHEMES[kind] ?? ''}://${address}`
    if (kind === 'DIRECT') proxies.push(null)
    else if (URL.canParse(proxy)) proxies.push(proxy)
    else passedOver.push(entry)
  }
  return { proxies: proxies.length > 0 ? proxies : [null], passedOver }
}

/** Writes to the log what the system says, whenever it is something else than before. */
export function createProxyFinder(log: Log): (origin: string) => Promise<(string | null)[]> {
  const before = new Map<string, string>()
  return async (origin) => {
    try {
      const answer = await session.defaultSession.resolveProxy(origin)
      const { proxies, passedOver } = waysOf(answer)
      if (before.get(origin) !== answer)
        log.write(passedOver.length > 0 ? 'warn' : 'info', 'system proxy', { origin, answer, passedOver })
      before.set(origin, answer)
      return proxies
    } catch (error) {
      // Without an answer the direct way is tried, and a failure of that is told.
      log.write('warn', 'system proxy unknown', { origin, error: String(error) })
      return [null]
    }
  }
}
