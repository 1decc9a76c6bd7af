// Opens the preview of a document's file and closes it when another replaces it. A failure is a normal result:
// everything beside the preview still works.
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { AppError } from '#contract/errors.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useLinks } from '../../engine/engine.ts'
import { fetchFile, readFirstBytes } from '../../engine/file-access.ts'
import { decodeText } from '../batch/files/decode-text.ts'
import { useOpenPdf } from './pdf/open-pdf.ts'
import type { Pdf } from './pdf/pages.ts'

export type Preview =
  | { kind: 'pdf'; pdf: Pdf }
  | { kind: 'image'; url: string }
  | { kind: 'text'; text: string; shownBytes: number; allBytes: number }

/** A delay, so that stepping through a list does not load the file of each row. */
const LOAD_AFTER_MS = 120

/**
 * Opens the preview of the document with this id; null if it has no file yet. A new `version` opens the file again,
 * because it may have changed.
 */
export function usePreview(
  id: () => string | null,
  version: () => number,
): {
  preview: Readonly<ShallowRef<Preview | null>>
  failure: Readonly<ShallowRef<AppError | null>>
  fail: (error: AppError) => void
} {
  const loadPreview = useLoadPreview()
  const preview = shallowRef<Preview | null>(null)
  const failure = shallowRef<AppError | null>(null)
  let loading = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(documentId: string) {
    const { signal } = loading
    try {
      const newPreview = await loadPreview(documentId, signal)
      if (signal.aborted) close(newPreview)
      else preview.value = newPreview
    } catch (reason) {
      if (!signal.aborted) failure.value = asAppError(reason)
    }
  }

  function clear() {
    clearTimeout(timer)
    loading.abort()
    loading = new AbortController()
    if (preview.value) close(preview.value)
    preview.value = null
    failure.value = null
  }

  watch(
    [id, version],
    ([documentId]) => {
      clear()
      if (documentId !== null) timer = setTimeout(() => void load(documentId), LOAD_AFTER_MS)
    },
    { immediate: true },
  )
  onScopeDispose(clear)
  return {
    preview,
    failure,
    fail: (error) => {
      clear()
      failure.value = error
    },
  }
}

function useLoadPreview(): (documentId: string, signal: AbortSignal) => Promise<Preview> {
  const { engine } = useLinks()
  const openPdf = useOpenPdf()
  return async (documentId, signal) => {
    const opened = await engine.call('documents.open', { id: documentId })
    if (isText(opened)) return createTextPreview(await fetchFile(opened.file, signal), opened.sizeBytes)
    if (!canHavePreview(opened) || opened.sizeBytes > MAX_PREVIEW_BYTES)
      throw new AppError('documents/no-preview', { kind: opened.contentType })
    const bytes = new Uint8Array(await (await fetchFile(opened.file, signal)).arrayBuffer())
    const detected = detectKind(bytes)
    if (!detected)
      throw new AppError(/pdf/i.test(opened.contentType) ? 'documents/damaged' : 'documents/no-preview', {
        kind: opened.contentType,
      })
    return detected.kind === 'pdf'
      ? { kind: 'pdf', pdf: await openPdf(bytes) }
      : createImagePreview(bytes, detected.type)
  }
}

async function createTextPreview(response: Response, allBytes: number): Promise<Preview> {
  const bytes = await readFirstBytes(response, MAX_TEXT_BYTES)
  return { kind: 'text', text: decodePlainText(bytes, bytes.length < allBytes), shownBytes: bytes.length, allBytes }
}

/** Decodes the bytes like an imported list. Content that is no list, such as a web page, is decoded as UTF-8. */
function decodePlainText(bytes: Uint8Array, isCut: boolean): string {
  const completeBytes = isCut ? bytes.subarray(0, countCompleteBytes(bytes)) : bytes
  try {
    return decodeText(completeBytes)
  } catch {
    return new TextDecoder().decode(completeBytes)
  }
}

/** The longest character in UTF-8. */
const MAX_CHARACTER_BYTES = 4

/** Does not cut within a character, because the text would then be decoded with another encoding. */
function countCompleteBytes(bytes: Uint8Array): number {
  const lastStart = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0)
  return bytes.length - lastStart > MAX_CHARACTER_BYTES || (bytes[lastStart] ?? 0) < 0x80 ? bytes.length : lastStart
}

/** Throws if the image is too large. Its size is known before the browser unpacks it for drawing. */
async function createImagePreview(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Preview> {
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  try {
    const { naturalWidth, naturalHeight } = await loadImage(url)
    if (naturalWidth * naturalHeight > MAX_IMAGE_PIXELS)
      throw new AppError('documents/no-preview', { pixels: naturalWidth * naturalHeight })
    return { kind: 'image', url }
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
}

function loadImage(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new AppError('documents/damaged'))
    image.src = url
  })
}

function close(preview: Preview) {
  if (preview.kind === 'pdf') preview.pdf.close()
  else if (preview.kind === 'image') URL.revokeObjectURL(preview.url)
}

// The functions below decide how a file can be shown. The first bytes of a file count, not its declared type.
/** A preview of a larger file would use too much memory. */
const MAX_PREVIEW_BYTES = 100_000_000
/** The largest image. A browser unpacks it as a whole, to 240 MB. */
const MAX_IMAGE_PIXELS = 60_000_000
/** At most this much of a text is read. */
const MAX_TEXT_BYTES = 200_000

type NamedFile = { name: string; contentType: string }

const TEXT_ENDINGS = /\.(txt|csv|tsv|log|json|xml|edi|md|html?|eml)$/i
const TEXT_TYPES = /^(text\/|application\/(json|xml|csv)\b|message\/rfc822)/i

function isText({ name, contentType }: NamedFile): boolean {
  return TEXT_TYPES.test(contentType) || TEXT_ENDINGS.test(name)
}

/** Whether the file should be fetched to check its first bytes. */
function canHavePreview({ name, contentType }: NamedFile): boolean {
  return (
    /^(application\/(pdf|x-pdf|octet-stream)|image\/)/i.test(contentType) ||
    contentType === '' ||
    /\.(pdf|png|jpe?g|gif|webp|bmp)$/i.test(name)
  )
}

type DetectedKind = { kind: 'pdf' } | { kind: 'image'; type: string }

const SIGNATURES: readonly { type: string; offset: number; bytes: readonly number[] }[] = [
  { type: 'image/png', offset: 0, bytes: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', offset: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', offset: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', offset: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { type: 'image/bmp', offset: 0, bytes: [0x42, 0x4d] },
]
/** The signature of a PDF may be anywhere in its first kilobyte. */
const PDF_SIGNATURE_WITHIN = 1_024

/** Returns null if the file is no PDF and no image that browsers draw. SVG can contain scripts and is excluded. */
function detectKind(bytes: Uint8Array): DetectedKind | null {
  if (new TextDecoder('latin1').decode(bytes.subarray(0, PDF_SIGNATURE_WITHIN)).includes('%PDF-'))
    return { kind: 'pdf' }
  const signature = SIGNATURES.find(({ offset, bytes: expected }) =>
    expected.every((byte, index) => bytes[offset + index] === byte),
  )
  return signature ? { kind: 'image', type: signature.type } : null
}
