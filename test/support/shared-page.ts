// Test files of the renderer share a process and therefore a page. This file cleans the page after each test file, and
// fails a test file that leaves listeners, timers or elements behind.
import { type Document as Page, PropertySymbol } from 'happy-dom'
import { afterAll, beforeAll, vi } from 'vitest'

/** naive-ui adds a listener for this event after a click on a checkbox, and removes it only after the event. */
const IGNORED_EVENTS = new Set(['selectstart'])

const page = document as unknown as Page

/** Lists the types of events that have a listener on the window or the document. */
function listEventTypes(): string[] {
  const kinds = [page[PropertySymbol.window], page].flatMap((target) => {
    const { capturing, bubbling } = target[PropertySymbol.listeners]
    return [...capturing, ...bubbling].filter(([, listeners]) => listeners.length > 0).map(([kind]) => kind)
  })
  return kinds.filter((kind) => !IGNORED_EVENTS.has(kind))
}

let typesBefore: string[] = []
beforeAll(() => {
  typesBefore = listEventTypes()
})

afterAll(() => {
  // Listeners that existed before this file are ignored.
  const leftovers = [
    ...listEventTypes()
      .filter((kind) => !typesBefore.includes(kind))
      .map((kind) => `a listener for ${kind}`),
    ...(vi.isFakeTimers() ? ['fake timers'] : []),
    ...(document.body.childNodes.length > 0 ? ['something on the page'] : []),
  ]
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const store of [localStorage, sessionStorage]) store.clear()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  document.body.innerHTML = ''
  history.replaceState(null, '', '/')
  if (leftovers.length > 0)
    throw new Error(
      `Left behind for the next file: ${leftovers.join(', ')}. End what a test began (closePage in test/support/screens.ts), or give the file its own page (vitest.config.ts).`,
    )
})
