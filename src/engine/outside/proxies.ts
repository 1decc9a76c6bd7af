// The way to a server as the system has it: directly, or through a proxy of the office. Node's own agents speak to HTTP
// and HTTPS proxies; SOCKS is a library's.
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { SocksProxyAgent } from 'socks-proxy-agent'
import type { Clock } from './clock.ts'

/**
 * Asks the system which proxies lead to an origin, in the order to be tried: addresses beginning with `http:`,
 * `https:`,
 * `socks4a:` or `socks5h:`; null: directly. Never rejects.
 */
export type FindProxies = (origin: string) => Promise<readonly (string | null)[]>

export type Agents = { http: HttpAgent; https: HttpsAgent }

export type Proxies = {
  /** Null: directly. */
  leadingTo(url: string): Promise<string | null>
  agentsOf(proxy: string): Agents
  /** Nothing could be reached this way: the system is asked again, and another way is tried before this one. */
  failed(url: string, proxy: string | null): void
  /** The network may be another one. */
  forget(): void
}

/** A laptop changes its network without a word to this process, and the system's answer with it. */
const BELIEVED_MS = 5 * 60_000
/** As browsers have it: whatever the system says, what is on this computer is reached directly. */
const THIS_COMPUTER = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function createProxies(clock: Clock, find: FindProxies): Proxies {
  const known = new Map<string, { proxies: ReturnType<FindProxies>; untilMono: number }>()
  const badUntilMono = new Map<string, number>()
  const agents = new Map<string, Agents>()
  const ask = (origin: string) => {
    const proxies = find(origin)
    known.set(origin, { proxies, untilMono: clock.mono() + BELIEVED_MS })
    return proxies
  }
  return {
    leadingTo: async (url) => {
      const { hostname, origin } = new URL(url)
      if (THIS_COMPUTER.test(hostname)) return null
      const before = known.get(origin)
      const all = await (before && before.untilMono > clock.mono() ? before.proxies : ask(origin))
      const good = all.filter((proxy) => proxy === null || (badUntilMono.get(proxy) ?? 0) <= clock.mono())
      return (good.length > 0 ? good : all)[0] ?? null
    },
    agentsOf: (proxy) => {
      const made = agents.get(proxy) ?? agentsThrough(proxy)
      agents.set(proxy, made)
      return made
    },
    failed: (url, proxy) => {
      known.delete(new URL(url).origin)
      if (proxy !== null) badUntilMono.set(proxy, clock.mono() + BELIEVED_MS)
    },
    forget: () => {
      known.clear()
      badUntilMono.clear()
    },
  }
}

/** Requests under way keep theirs, and what was opened through a proxy ends with it. */
function agentsThrough(proxy: string): Agents {
  if (proxy.startsWith('socks')) {
    const agent = new SocksProxyAgent(proxy, { keepAlive: true })
    return { http: agent, https: agent }
  }
  const proxyEnv = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }
  return { http: new HttpAgent({ proxyEnv, keepAlive: true }), https: new HttpsAgent({ proxyEnv, keepAlive: true }) }
}

/** Of a CONNECT that the proxy did not take. */
type TunnelError = { code: string; statusCode?: unknown }

/**
 * What a proxy said instead of leading on, or that it could not be reached; null: that it failed for another reason.
 * SOCKS has no codes: its library puts all of it in the message.
 */
export function proxyReason({
  code,
  message,
  cause,
}: Error & { code: string }): 'proxy-login' | 'proxy-refused' | 'unreachable' | null {
  const status = code === 'ERR_PROXY_TUNNEL' ? Number((cause as TunnelError).statusCode) : 0
  if (status === 407 || /no accepted authentication type|Authentication failed/.test(message)) return 'proxy-login'
  // Of the others only a 4xx is its own word; with a 5xx it says that it did not get through to the server either.
  if ((status >= 400 && status < 500) || /rejected connection - \(?(NotAllowed|Rejected)/.test(message))
    return 'proxy-refused'
  return /Proxy connection timed out|connect E(CONNREFUSED|HOSTUNREACH|NETUNREACH|TIMEDOUT)|getaddrinfo E/.test(message)
    ? 'unreachable'
    : null
}
