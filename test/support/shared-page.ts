// Test files of the renderer share a process, and thus a page. Each begins on an empty page, and fails if it leaves
// something behind that would affect the next one.
import { type Document as Page, PropertySymbol } from 'happy-dom'
import { afterAll, beforeAll, vi } from 'vitest'

/**
 * naive-ui listens for this event after each click on a checkbox, to prevent it. The event never comes, so the listener
 * remains.
 */
const IGNORED = new Set(['selectstart'])

const page = document as unknown as Page

/** Kinds of events with a listener on the window or the document. */
function listenedKinds(): string[] {
  const kinds = [page[PropertySymbol.window], page].flatMap((target) => {
    const { capturing, bubbling } = target[PropertySymbol.listeners]
    return [...capturing, ...bubbling].filter(([, listeners]) => listeners.length > 0).map(([kind]) => kind)
  })
  return kinds.filter((kind) => !IGNORED.has(kind))
}

let kindsBefore: string[] = []
beforeAll(() => {
  kindsBefore = listenedKinds()
})

afterAll(() => {
  // Listeners that existed before this file are ignored.
  const leftovers = [
    ...listenedKinds()
      .filter((kind) => !kindsBefore.includes(kind))
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
