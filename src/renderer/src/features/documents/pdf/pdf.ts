// Draws PDFs. The library is large, so it is loaded when the first PDF is opened (open-pdf.ts). Only the pages are
// drawn: no scripts, forms, attachments or links, and no resource from another origin.
import {
  AnnotationMode,
  PDFWorker,
  VerbosityLevel,
  getDocument,
  type PDFDocumentProxy,
  type RenderTask,
} from 'pdfjs-dist'
import { AppError } from '#contract/errors.ts'
import type { DrawnPage, Pdf } from './pages.ts'
import { type ReplaceableReader, type Reader, createReplaceableReader } from './replaceable-reader.ts'

/** The largest canvas that every browser draws: about 64 MB. */
const MAX_PIXELS = 16_000_000
/** Limit of an image within a page. */
const MAX_IMAGE_PIXELS = 80_000_000
/** A PDF that needs more time than this for one request is broken or malicious. */
const MAX_READ_MS = 30_000

/**
 * Opens a PDF. The bytes are transferred to the worker, so a second worker gets them from a Blob, which the browser may
 * store on disk.
 */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<Pdf> {
  const storedBytes = new Blob([bytes])
  const firstReader = await openReader(bytes)
  const replaceable = createReplaceableReader(
    firstReader,
    async () => openReader(new Uint8Array(await storedBytes.arrayBuffer())),
    MAX_READ_MS,
    createTimeoutError,
  )
  return { pageCount: firstReader.document.numPages, draw: createDraw(replaceable), close: replaceable.close }
}

/** Opens a document in a worker of its own. If the worker hangs, it is ended. */
async function openReader(bytes: Uint8Array<ArrayBuffer>): Promise<Reader<PDFDocumentProxy>> {
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS })
  const loadingTask = getDocument({
    data: bytes,
    worker,
    enableXfa: false,
    disableWorkerRendering: true,
    // WebAssembly would need a wider content security policy. The decoders of scans are loaded as our own scripts
    // instead.
    useWasm: false,
    wasmUrl: new URL('/', location.href).href,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  })
  const close = () => {
    port.terminate()
    worker.destroy()
    loadingTask.destroy().catch(() => undefined)
  }
  try {
    return { document: await withTimeout(loadingTask.promise), close }
  } catch (error) {
    close()
    throw toAppError(error)
  }
}

/**
 * Creates the function that draws a page. It draws one at a time: a new page cancels the drawing of the previous one.
 */
function createDraw({ run }: ReplaceableReader<PDFDocumentProxy>): Pdf['draw'] {
  let rendering: RenderTask | null = null
  let latestCall = 0
  return async (pageNumber, canvas, { width, zoom }) => {
    const thisCall = ++latestCall
    const drawWith = async (document: PDFDocumentProxy) => {
      const previousRendering = rendering
      previousRendering?.cancel()
      await previousRendering?.promise.catch(() => undefined)
      if (thisCall !== latestCall) return null
      const page = await document.getPage(pageNumber)
      if (thisCall !== latestCall) return null
      const unscaledViewport = page.getViewport({ scale: 1 })
      const scale = (width / Math.max(1, unscaledViewport.width)) * zoom
      const shownViewport = page.getViewport({ scale })
      const ratio = Math.min(
        devicePixelRatio,
        Math.sqrt(MAX_PIXELS / Math.max(1, shownViewport.width * shownViewport.height)),
      )
      const viewport = page.getViewport({ scale: scale * ratio })
      canvas.width = Math.max(1, Math.floor(viewport.width))
      canvas.height = Math.max(1, Math.floor(viewport.height))
      rendering = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
      await rendering.promise
      page.cleanup()
      return thisCall === latestCall
        ? ({ width: Math.floor(shownViewport.width), height: Math.floor(shownViewport.height) } satisfies DrawnPage)
        : null
    }
    try {
      return await run(drawWith)
    } catch (error) {
      if (thisCall !== latestCall || isNamed(error, 'RenderingCancelledException')) return null
      throw toAppError(error)
    }
  }
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createTimeoutError()), MAX_READ_MS)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

const createTimeoutError = () => new AppError('documents/damaged', { seconds: MAX_READ_MS / 1_000 })

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isNamed(error, 'PasswordException')) return new AppError('documents/password')
  return new AppError('documents/damaged', { reason: error instanceof Error ? error.message.slice(0, 200) : '' }, error)
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}
