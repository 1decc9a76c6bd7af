// An id contains the address of its record (kind, slot, generation, index), scrambled with the seed. So the service can
// find every record by its id without storage, also long after the record has left the lists.
import { computeHash, computeHashOfThree, computeHashOfTwo } from './chance.ts'

/** The index of a kind is part of each id, so new kinds must be added at the end. */
const KINDS = [
  'shipment',
  'container',
  'transport_event',
  'tracking_request',
  'port',
  'metro_area',
  'terminal',
  'vessel',
  'shipping_line',
  'party',
  'user',
  'account',
  'webhook',
  'webhook_notification',
  'estimated_event',
  'container_updated_event',
  'container_created_event',
  'container_pod_terminal_changed_event',
  'custom_field_definition',
  'custom_field_option',
  'custom_field',
  'blob',
  'document',
  'document_representation',
  'email_submission',
  'rail_terminal',
  'raw_event',
] as const

export type IdKind = (typeof KINDS)[number]

/** `slot` is below 2^19, `generation` and `index` are below 2^12. */
export type Address = { kind: IdKind; slot: number; generation: number; index: number }

export type Ids = {
  create(kind: IdKind, slot: number, generation?: number, index?: number): string
  /** Returns the address in the id, or null if `create` never returned this id for this seed. */
  parse(id: string): Address | null
}

const SLOT_BITS = 19
const HALF_MASK = 0xffffff
const PART_MASK = 0xfff

export function createIds(seed: string): Ids {
  const key = (round: number) => computeHash(seed, 'id', round)
  const [key0, key1, key2, key3] = [key(0), key(1), key(2), key(3)]
  const scramble = (half: number, roundKey: number) => computeHashOfTwo(half, roundKey) & HALF_MASK

  const create = (kind: IdKind, slot: number, generation = 0, index = 0) => {
    if ((slot >>> SLOT_BITS) | (generation >>> 12) | (index >>> 12))
      throw new Error(`No id can hold ${kind} ${slot}, ${generation}, ${index}.`)
    let left = (KINDS.indexOf(kind) << SLOT_BITS) | slot
    let right = (generation << 12) | index
    left ^= scramble(right, key0)
    right ^= scramble(left, key1)
    left ^= scramble(right, key2)
    right ^= scramble(left, key3)
    return formatUuid(left, right, computeHashOfThree(left, right, key0), computeHashOfThree(left, right, key1))
  }

  const parse = (id: string): Address | null => {
    const hex = id.replaceAll('-', '')
    if (!/^[0-9a-f]{32}$/.test(hex)) return null
    let left = Number.parseInt(hex.slice(0, 6), 16)
    let right = Number.parseInt(hex.slice(6, 12), 16)
    right ^= scramble(left, key3)
    left ^= scramble(right, key2)
    right ^= scramble(left, key1)
    left ^= scramble(right, key0)
    const kind = KINDS[left >>> SLOT_BITS]
    if (kind === undefined) return null
    const address = { kind, slot: left & ((1 << SLOT_BITS) - 1), generation: right >>> 12, index: right & PART_MASK }
    // The rest of the id is a hash of the address, so an invented id does not match.
    return create(kind, address.slot, address.generation, address.index) === id ? address : null
  }

  return { create, parse }
}

/** Formats an id as a UUID of version 4, because clients may check this form. */
function formatUuid(left: number, right: number, check: number, more: number): string {
  const [low, tail] = [formatHex32(check), formatHex32(more)]
  const variant = (8 + ((check >>> 2) & 3)).toString(16)
  const address = formatHex24(left) + formatHex24(right)
  return `${address.slice(0, 8)}-${address.slice(8)}-4${low.slice(0, 3)}-${variant}${low.slice(3, 6)}-${low.slice(4)}${tail}`
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function formatHex24(value: number): string {
  return (BYTES[(value >>> 16) & 255] ?? '') + (BYTES[(value >>> 8) & 255] ?? '') + (BYTES[value & 255] ?? '')
}

function formatHex32(value: number): string {
  return (BYTES[value >>> 24] ?? '') + formatHex24(value)
}
