// Finds how the system reaches a server: directly, or through an office proxy. Node's own agents support HTTP and HTTPS
// proxies; a library supports SOCKS.
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { SocksProxyAgent } from 'socks-proxy-agent'
import type { Clock } from './clock.ts'

/**
 * Asks the system for the proxies to an origin, in the order to try: addresses that begin with `http:`, `https:`,
 * `socks4a:` or `socks5h:`; null means directly. Never rejects.
 */
export type FindProxies = (origin: string) => Promise<readonly (string | null)[]>

export type Agents = { http: HttpAgent; https: HttpsAgent }

export type Proxies = {
  /** The proxy to use for this address; null if the server is reached directly. */
  findProxy(url: string): Promise<string | null>
  getAgents(proxy: string): Agents
  /** Nothing could be reached through this proxy: the system is asked again, and another one is tried first. */
  onFailure(url: string, proxy: string | null): void
  /** The network may have changed. */
  forget(): void
}

/** A laptop can change its network, and with it the right proxy, without an event to this process. */
const CACHED_MS = 5 * 60_000
/** As in browsers, this computer itself is reached directly, even if the system's settings name a proxy. */
const THIS_COMPUTER = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function createProxies(clock: Clock, findProxies: FindProxies): Proxies {
  const answersByOrigin = new Map<string, { proxies: ReturnType<FindProxies>; untilMono: number }>()
  const badUntilMono = new Map<string, number>()
  const agentsByProxy = new Map<string, Agents>()
  const findAndCache = (origin: string) => {
    const proxies = findProxies(origin)
    answersByOrigin.set(origin, { proxies, untilMono: clock.mono() + CACHED_MS })
    return proxies
  }
  return {
    findProxy: async (url) => {
      const { hostname, origin } = new URL(url)
      if (THIS_COMPUTER.test(hostname)) return null
      const cached = answersByOrigin.get(origin)
      const allProxies = await (cached && cached.untilMono > clock.mono() ? cached.proxies : findAndCache(origin))
      const usableProxies = allProxies.filter(
        (proxy) => proxy === null || (badUntilMono.get(proxy) ?? 0) <= clock.mono(),
      )
      return (usableProxies.length > 0 ? usableProxies : allProxies)[0] ?? null
    },
    getAgents: (proxy) => {
      const proxyAgents = agentsByProxy.get(proxy) ?? createAgents(proxy)
      agentsByProxy.set(proxy, proxyAgents)
      return proxyAgents
    },
    onFailure: (url, proxy) => {
      answersByOrigin.delete(new URL(url).origin)
      if (proxy !== null) badUntilMono.set(proxy, clock.mono() + CACHED_MS)
    },
    forget: () => {
      answersByOrigin.clear()
      badUntilMono.clear()
    },
  }
}

function createAgents(proxy: string): Agents {
  if (proxy.startsWith('socks')) {
    const agent = new SocksProxyAgent(proxy, { keepAlive: true })
    return { http: agent, https: agent }
  }
  const proxyEnv = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }
  return { http: new HttpAgent({ proxyEnv, keepAlive: true }), https: new HttpsAgent({ proxyEnv, keepAlive: true }) }
}

/** The cause of the error if the proxy refused a CONNECT. */
type TunnelError = { code: string; statusCode?: unknown }

/**
 * Finds the reason if a proxy refused the connection or could not be reached; null: another failure. SOCKS has no
 * codes, so its library writes everything into the message.
 */
export function findProxyReason({
  code,
  message,
  cause,
}: Error & { code: string }): 'proxy-login' | 'proxy-refused' | 'unreachable' | null {
  const status = code === 'ERR_PROXY_TUNNEL' ? Number((cause as TunnelError).statusCode) : 0
  if (status === 407 || /no accepted authentication type|Authentication failed/.test(message)) return 'proxy-login'
  // Of the other codes only a 4xx is from the proxy; with a 5xx it also reports that it could not reach the server.
  if ((status >= 400 && status < 500) || /rejected connection - \(?(NotAllowed|Rejected)/.test(message))
    return 'proxy-refused'
  return /Proxy connection timed out|connect E(CONNREFUSED|HOSTUNREACH|NETUNREACH|TIMEDOUT)|getaddrinfo E/.test(message)
    ? 'unreachable'
    : null
}
