// The logins that an office creates for its members.
import type { Random } from '../../outside/random.ts'

/** Letters that have no ASCII letter inside. */
const replacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const SUFFIX_LENGTH = 6
/** The office takes logins of up to 41 characters, and PostgreSQL names of up to 63. */
const MAX_SLUG_LENGTH = 26

/** A name in small ASCII letters, digits and `_`; *member* without any. PostgreSQL keeps names with `pg_` to itself. */
export function toSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => replacements[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^_+|_+$/g, '')
  if (slug === '') return 'member'
  return /^(\d|pg(_|$))/.test(slug) ? `member_${slug}` : slug
}

export function drawLogin(name: string, random: Pick<Random, 'id'>): string {
  const digits = BigInt(`0x${random.id().replaceAll('-', '')}`).toString(36)
  return `${toSlug(name)}_${digits.slice(-SUFFIX_LENGTH)}`
}
