// Files of the renderer share a process, and with it a page: each begins on an empty one, and fails when it leaves
// behind what the next would meet there.
import { type Document as Page, PropertySymbol } from 'happy-dom'
import { afterAll, beforeAll, vi } from 'vitest'

/** naive-ui waits for one after each press of a box; none ever comes, and all it does is prevent it. */
const NOBODYS = new Set(['selectstart'])

const page = document as unknown as Page

/** Kinds of events somebody listens for on the window or the document. */
function heard(): string[] {
  const kinds = [page[PropertySymbol.window], page].flatMap((target) => {
    const { capturing, bubbling } = target[PropertySymbol.listeners]
    return [...capturing, ...bubbling].filter(([, listeners]) => listeners.length > 0).map(([kind]) => kind)
  })
  return kinds.filter((kind) => !NOBODYS.has(kind))
}

let heardBefore: string[] = []
beforeAll(() => {
  heardBefore = heard()
})

afterAll(() => {
  // What a file before left was told of there.
  const left = [
    ...heard()
      .filter((kind) => !heardBefore.includes(kind))
      .map((kind) => `a listener for ${kind}`),
    ...(vi.isFakeTimers() ? ['timers that stand still'] : []),
    ...(document.body.childNodes.length > 0 ? ['something on the page'] : []),
  ]
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const store of [localStorage, sessionStorage]) store.clear()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  document.body.innerHTML = ''
  history.replaceState(null, '', '/')
  if (left.length > 0)
    throw new Error(
      `Left behind for the next file: ${left.join(', ')}. End what a test began (leave in test/support/screens.ts), or give the file a page of its own (vitest.config.ts).`,
    )
})
