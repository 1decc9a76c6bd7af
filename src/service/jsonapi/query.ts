// The query of a request. Clients may encode the brackets in names or not. Links have the form of the request.

export type Query = {
  /** The query as the client sent it, for `links.self`. */
  raw: string
  get(name: string): string | null
  has(name: string): boolean
  /** Returns the query with these parameters at the beginning. They replace parameters of the same names. */
  with(first: Record<string, string>): string
}

export function readQuery(raw: string): Query {
  const parameters = new URLSearchParams(raw)
  const isRaw = raw.includes('[')
  const encodeName = (text: string) =>
    isRaw ? encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']') : encodeURIComponent(text)
  // Commas and colons are allowed in a query and remain readable.
  const encodeValue = (text: string) => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')
  return {
    raw,
    get: (key) => parameters.get(key),
    has: (key) => parameters.has(key),
    with: (first) =>
      [...Object.entries(first), ...[...parameters].filter(([key]) => !(key in first))]
        .map(([key, text]) => `${encodeName(key)}=${encodeValue(text)}`)
        .join('&'),
  }
}

/** Reads a boolean filter. Null if it is absent; every text but `true` and `1` is false. */
export function readBoolean(query: Query, parameter: string): boolean | null {
  const text = query.get(parameter)
  return text === null || text === '' ? null : text === 'true' || text === '1'
}
