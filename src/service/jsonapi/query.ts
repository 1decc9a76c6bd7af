// The query of a request. Brackets in names may be encoded or not; links use the same form as the request.

export type Query = {
  /** As sent, for `links.self`. */
  raw: string
  get(name: string): string | null
  has(name: string): boolean
  /** The query with these parameters first, which replace parameters of the same names. */
  with(first: Record<string, string>): string
}

export function readQuery(raw: string): Query {
  const parameters = new URLSearchParams(raw)
  const isRaw = raw.includes('[')
  const name = (text: string) =>
    isRaw ? encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']') : encodeURIComponent(text)
  // Commas and colons are allowed in a query and remain readable.
  const value = (text: string) => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')
  return {
    raw,
    get: (key) => parameters.get(key),
    has: (key) => parameters.has(key),
    with: (first) =>
      [...Object.entries(first), ...[...parameters].filter(([key]) => !(key in first))]
        .map(([key, text]) => `${name(key)}=${value(text)}`)
        .join('&'),
  }
}

/** A boolean filter; null if absent. */
export function booleanOf(query: Query, parameter: string): boolean | null {
  const text = query.get(parameter)
  return text === null || text === '' ? null : text === 'true' || text === '1'
}
