// The part of a path behind the question mark. Names arrive with brackets raw or encoded; links are
// written the way the caller wrote his.

export type Query = {
  /** As sent, for `links.self`. */
  raw: string
  get(name: string): string | null
  has(name: string): boolean
  /** The query again, with the given parameters put first instead of what was sent under their names. */
  with(first: Record<string, string>): string
}

export function readQuery(raw: string): Query {
  const parameters = new URLSearchParams(raw)
  const isRaw = raw.includes('[')
  const name = (text: string) =>
    isRaw ? encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']') : encodeURIComponent(text)
  // Commas and colons are allowed in a query and keep it readable.
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

/** A filter that must be true or false; null when absent. */
export function booleanOf(query: Query, parameter: string): boolean | null {
  const text = query.get(parameter)
  return text === null || text === '' ? null : text === 'true' || text === '1'
}
