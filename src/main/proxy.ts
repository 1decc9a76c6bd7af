// The system's answer to "which proxy for this address?", in the form the engine wants it.

/**
 * `DIRECT` or a list such as `PROXY a:8080; DIRECT`, in the order to be tried. Kinds the engine cannot use (SOCKS,
 * proxies spoken to over TLS) are passed over; null for going there directly.
 */
export function proxyOf(answer: string): string | null {
  for (const entry of answer.split(';')) {
    const [kind, address] = entry.trim().split(/\s+/)
    if (kind === 'DIRECT') return null
    if (kind === 'PROXY' && address && URL.canParse(`http://${address}`)) return `http://${address}`
  }
  return null
}
