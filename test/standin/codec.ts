// Values that structured clone supports and JSON does not, as tagged JSON, because Node and a page exchange text. Both
// functions are also sent into the page as source text, so they use nothing outside themselves.

/** `value` was cloned before, so that the platform itself refuses values that cannot be cloned. */
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

export function decode(coded: unknown): unknown {
  if (typeof coded !== 'object' || coded === null) return coded
  if (Array.isArray(coded)) return coded.map(decode)
  const all = (item: object) => Object.fromEntries(Object.entries(item).map(([key, value]) => [key, decode(value)]))
  if (!('$' in coded)) return all(coded)
  const { $: kind, v } = coded as { $: string; v: unknown }
  if (kind === 'undefined') return undefined
  if (kind === 'bigint') return BigInt(String(v))
  if (kind === 'number') return Number(v)
  if (kind === 'date') return new Date(Number(v))
  if (kind === 'map') return new Map((v as [unknown, unknown][]).map(([key, item]) => [decode(key), decode(item)]))
  if (kind === 'set') return new Set((v as unknown[]).map(decode))
  if (kind === 'error') return Object.assign(new Error((v as string[])[1]), { name: (v as string[])[0] })
  if (kind === 'object') return all(v as object)
  const bytes = Uint8Array.from(atob(String(v)), (sign) => sign.charCodeAt(0))
  if (kind === 'ArrayBuffer') return bytes.buffer
  const View = (globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>)[kind]
  return View ? new View(bytes.buffer) : bytes
}
