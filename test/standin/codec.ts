// Converts values to tagged JSON and back, because Node and a page exchange text, and JSON cannot express all values
// that structured clone supports. Both functions also run in the page, as source text. So they use no other code.

/** The caller passes a structured clone, so values that cannot be cloned were refused before. */
export function encode(value: unknown): unknown {
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(encode)
  if (value instanceof Date) return { $: 'date', v: value.getTime() }
  if (value instanceof Map) return { $: 'map', v: [...value].map(([key, item]) => [encode(key), encode(item)]) }
  if (value instanceof Set) return { $: 'set', v: [...value].map(encode) }
  if (value instanceof Error) return { $: 'error', v: [value.name, value.message] }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    const bytes =
      value instanceof ArrayBuffer
        ? new Uint8Array(value)
        : new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    const kind =
      value instanceof ArrayBuffer
        ? 'ArrayBuffer'
        : value.constructor.name === 'Buffer'
          ? 'Uint8Array'
          : value.constructor.name
    return { $: kind, v: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  }
  const plain = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]))
  return '$' in value ? { $: 'object', v: plain } : plain
}

export function decode(encoded: unknown): unknown {
  if (typeof encoded !== 'object' || encoded === null) return encoded
  if (Array.isArray(encoded)) return encoded.map(decode)
  const decodeObject = (item: object) =>
    Object.fromEntries(Object.entries(item).map(([key, value]) => [key, decode(value)]))
  if (!('$' in encoded)) return decodeObject(encoded)
  const { $: kind, v: content } = encoded as { $: string; v: unknown }
  if (kind === 'undefined') return undefined
  if (kind === 'bigint') return BigInt(String(content))
  if (kind === 'number') return Number(content)
  if (kind === 'date') return new Date(Number(content))
  if (kind === 'map')
    return new Map((content as [unknown, unknown][]).map(([key, item]) => [decode(key), decode(item)]))
  if (kind === 'set') return new Set((content as unknown[]).map(decode))
  if (kind === 'error') return Object.assign(new Error((content as string[])[1]), { name: (content as string[])[0] })
  if (kind === 'object') return decodeObject(content as object)
  const bytes = Uint8Array.from(atob(String(content)), (char) => char.charCodeAt(0))
  if (kind === 'ArrayBuffer') return bytes.buffer
  const View = (globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>)[kind]
  return View ? new View(bytes.buffer) : bytes
}
