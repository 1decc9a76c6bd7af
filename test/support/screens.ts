// Opens the whole view on the real engine. Tests use it as a user does: they press keys, click, type and read.
import { flushPromises } from '@vue/test-utils'
import { createPinia, disposePinia } from 'pinia'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { createApp } from 'vue'
import { AppError } from '#contract/errors.ts'
import type { HostState } from '#contract/shell.ts'
import type { NewRequest } from '#contract/tracking.ts'
import App from '../../src/renderer/src/app/App.vue'
import { createTableWriter } from '../../src/renderer/src/features/lists/writer.ts'
import { writeTableKey, type WriteTable } from '../../src/renderer/src/features/lists/write-table.ts'
import { openFileKey } from '../../src/renderer/src/features/batch/files/open-file.ts'
import { readFile } from '../../src/renderer/src/features/batch/files/read-file.ts'
import { clockKey, createClock } from '../../src/renderer/src/engine/useNow.ts'
import { type Links, linksKey } from '../../src/renderer/src/engine/engine.ts'
import { dateStyle } from '../../src/renderer/src/words/dates.ts'
import { openPdfKey, type OpenPdf } from '../../src/renderer/src/features/documents/pdf/open-pdf.ts'
import { loadLater, startRouter } from '../../src/renderer/src/app/router.ts'
import { type FakeShell, createFakeShell } from './fake-shell.ts'
import { createFileHost } from './file-host.ts'
import { connectLinks } from './links.ts'
import { type ScreenEngine, type ScreenEngineOptions, startScreenEngine } from './screen-engine.ts'
import { flushAll } from './flush.ts'

let endPage: () => void = () => undefined
/** The copied texts, in order. */
export const copied: string[] = []

/** Sets up sizes, clipboard and cleanup for each test of a file. happy-dom has no layout and no clipboard. */
export function setScreens() {
  // The program loads these parts shortly after the first screen.
  beforeAll(loadLater)
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_200)
    copied.length = 0
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
      copied.push(text)
      return Promise.resolve()
    })
    localStorage.clear()
    location.hash = ''
  })
  afterEach(() => {
    try {
      closePage()
    } finally {
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    }
  })
}

/** Unmounts the application of the page. */
export function closePage() {
  const end = endPage
  endPage = () => undefined
  try {
    end()
  } finally {
    document.body.innerHTML = ''
  }
}

export async function flush() {
  for (let round = 0; round < 3; round++) await flushPromises()
  await flushAll()
  for (let round = 0; round < 3; round++) await flushPromises()
}

export type OpenOptions = ScreenEngineOptions & {
  rows?: number
  path?: string
  host?: Partial<HostState>
  engine?: ScreenEngine
  shell?: FakeShell
  openPdf?: OpenPdf
}

/** Starts an engine and opens the page on it. An earlier page is closed. */
export async function open({
  rows = 60,
  path = '/lfd',
  host = {},
  engine: existingEngine,
  shell = createFakeShell(host),
  openPdf,
  ...options
}: OpenOptions = {}) {
  const engine = existingEngine ?? (await startScreenEngine({ containers: rows, ...options }))
  const linked = connectLinks(engine, shell)
  const files = createFileHost(engine)
  const router = await openPage({ links: linked.links, fetch: files.fetch, path, ...(openPdf ? { openPdf } : {}) })
  return { ...linked, files, router, press }
}

/** Opens the page with these links, without starting an engine. */
export async function openPage({
  links,
  fetch,
  path,
  openPdf = openBlankPdf,
}: {
  links: Links
  fetch: typeof globalThis.fetch
  path: string
  openPdf?: OpenPdf
}) {
  closePage()
  vi.stubGlobal('fetch', fetch)
  const router = startRouter()
  await router.push(path)
  const pinia = createPinia()
  const app = createApp(App).use(pinia).use(router)
  endPage = () => {
    app.unmount()
    // These outlive the application. The stores watch values of modules, the history listens to events of the window,
    // and the date format is a value of a module.
    disposePinia(pinia)
    router.options.history.destroy()
    dateStyle.value = 'words'
  }
  app
    .provide(linksKey, links)
    .provide(clockKey, createClock())
    .provide(openFileKey, readInPage)
    .provide(writeTableKey, writeInPage)
    .provide(openPdfKey, openPdf)
  app.mount(document.body.appendChild(document.createElement('div')))
  await flush()
  return router
}

/** Opens every PDF as three empty pages, because happy-dom has neither canvas nor workers. */
const openBlankPdf: OpenPdf = () =>
  Promise.resolve({
    pageCount: 3,
    draw: (_page, _canvas, { width, zoom }) => Promise.resolve({ width: width * zoom, height: width * zoom }),
    close: () => undefined,
  })

/** Writes tables in the page, because happy-dom has no workers. */
const writeInPage: WriteTable = async (task, batches, signal) => {
  const write = createTableWriter()
  write({ task })
  for await (const rows of batches) {
    signal.throwIfAborted()
    const answer = write({ rows })
    if ('code' in answer) throw new AppError(answer.code, answer.details)
  }
  const lastAnswer = write({ isEnd: true })
  if (!('file' in lastAnswer)) throw new AppError('export/not-written')
  return lastAnswer.file
}

/** Reads files in the page, because happy-dom has no workers. */
const readInPage = async (file: File) => readFile(new Uint8Array(await file.arrayBuffer()))

export async function press(key: string, modifiers: KeyboardEventInit = {}) {
  ;(document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }),
  )
  await flush()
}

export function byTestId(id: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
  if (!element) throw new Error(`Nothing on screen is called ${id}.`)
  return element
}

/** Closes a dialog as the browser does for Escape. */
export function closeDialog(id: string) {
  const element = byTestId(id)
  if (!(element instanceof HTMLDialogElement)) throw new Error(`${id} is no dialog.`)
  element.close()
}

export const isShown = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null
export const text = (id: string) => byTestId(id).textContent.replaceAll(/\s+/g, ' ').trim()
export const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
export const column = (key: string) => all(`[data-row] [data-key="${key}"]`).map((cell) => cell.textContent.trim())

/** Shows all columns, because lists hide some of them at first. Call it before the screen opens. */
export const showAllColumns = (screen: string) =>
  localStorage.setItem(`quaywatch.${screen}.columns`, JSON.stringify({ order: ['number'], widths: {}, hidden: [] }))

export async function click(element: HTMLElement | string, modifiers: MouseEventInit = {}) {
  const target = typeof element === 'string' ? byTestId(element) : element
  target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, ...modifiers }))
  target.dispatchEvent(new MouseEvent('mouseup', { bubbles: true, cancelable: true, ...modifiers }))
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers }))
  await flush()
}

export async function type(id: string, value: string) {
  const element = byTestId(id)
  const input =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element
      : element.querySelector('input')
  if (!input) throw new Error(`${id} cannot be typed into.`)
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flush()
}

/** Chooses the line with this test id in the dialog *Add tracking*. */
export async function chooseLine(option: string) {
  await click(byTestId(option).querySelector('input')!)
}

/** Returns the tracking requests that screens submitted, in order. */
export function createdRequests(engine: { calls: { name: string; input: unknown }[] }): NewRequest[] {
  return engine.calls.filter(({ name }) => name === 'tracking.create').map(({ input }) => input as NewRequest)
}

export const numberCell = (index: number) => all(`[data-row="${index}"] [data-key="number"]`)[0]!
