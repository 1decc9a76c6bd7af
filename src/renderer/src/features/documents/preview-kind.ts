// Decides from the first bytes of a file how it can be shown, regardless of its declared type.

/** A preview of a larger file would use too much memory. */
export const MOST_PREVIEW_BYTES = 100_000_000
/** Limit of an image, which a browser unpacks as a whole: 240 MB. */
export const MOST_IMAGE_PIXELS = 60_000_000
/** Limit of a text. */
export const MOST_TEXT_BYTES = 200_000

type Named = { name: string; contentType: string }

const TEXT_ENDINGS = /\.(txt|csv|tsv|log|json|xml|edi|md|html?|eml)$/i
const TEXT_TYPES = /^(text\/|application\/(json|xml|csv)\b|message\/rfc822)/i

export function isText({ name, contentType }: Named): boolean {
  return TEXT_TYPES.test(contentType) || TEXT_ENDINGS.test(name)
}

/** Whether the file should be fetched to check its first bytes. */
export function mayBeShown({ name, contentType }: Named): boolean {
  return (
    /^(application\/(pdf|x-pdf|octet-stream)|image\/)/i.test(contentType) ||
    contentType === '' ||
    /\.(pdf|png|jpe?g|gif|webp|bmp)$/i.test(name)
  )
}

export type Seen = { kind: 'pdf' } | { kind: 'image'; type: string }

const SIGNS: readonly { type: string; at: number; bytes: readonly number[] }[] = [
  { type: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { type: 'image/bmp', at: 0, bytes: [0x42, 0x4d] },
]
/** The signature of a PDF may be anywhere in its first kilobyte. */
const PDF_REACH = 1_024

/** Null if it is neither a PDF nor an image that browsers draw. SVG is excluded, because it can contain scripts. */
export function seenIn(bytes: Uint8Array): Seen | null {
  if (new TextDecoder('latin1').decode(bytes.subarray(0, PDF_REACH)).includes('%PDF-')) return { kind: 'pdf' }
  const sign = SIGNS.find(({ at, bytes: expected }) => expected.every((byte, place) => bytes[at + place] === byte))
  return sign ? { kind: 'image', type: sign.type } : null
}
