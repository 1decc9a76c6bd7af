// What is run inside a page to see how it feels. Each function is sent to the page as text, so none may use anything
// from outside itself.
import type { Page } from 'playwright-core'

/** Where things are on a page. */
export type Surface = {
  /** Selectors: what scrolls, a row of it with its cells filled in, what a search shows its results in. */
  scroller: string
  row: string
  results: string
}

export type Frames = {
  /** Milliseconds from one frame to the next. */
  frames: number[]
  /** Of the frames looked at, those in which no filled row stood in the middle of the list. */
  blank: number
  lookedAt: number
}

/** Scrolls as a flung scrollbar does, and times every frame. */
export function scrolled(
  page: Page,
  { scroller, row }: Surface,
  move: { rows: number; rowHeight: number; rowsPerFrame: number },
): Promise<Frames> {
  return page.evaluate(
    ([scrollerOf, rowOf, { rows, rowHeight, rowsPerFrame }]) =>
      new Promise<Frames>((resolve) => {
        const LOOK_EVERY = 20
        const list = document.querySelector(scrollerOf)!
        const box = list.getBoundingClientRect()
        const middle = [box.left + 60, box.top + box.height / 2] as const
        const seen: Frames = { frames: [], blank: 0, lookedAt: 0 }
        let last = 0
        let count = 0
        const step = (now: number) => {
          if (last > 0) seen.frames.push(now - last)
          last = now
          const top = ++count * rowsPerFrame * rowHeight
          if (top >= rows * rowHeight) {
            resolve(seen)
            return
          }
          if (count % LOOK_EVERY === 0) {
            seen.lookedAt++
            if (!document.elementFromPoint(...middle)?.closest(rowOf)) seen.blank++
          }
          list.scrollTop = top
          requestAnimationFrame(step)
        }
        list.scrollTop = 0
        requestAnimationFrame(step)
      }),
    [scroller, row, move] as const,
  )
}

/**
 * Calls what the page offers under `name`, and answers the milliseconds until `changed` had new content and was
 * painted.
 */
export function acted(page: Page, name: string, argument: string): Promise<number> {
  return page.evaluate(
    async ([called, given]) => {
      const acts = (window as unknown as { benchActs: Record<string, (argument: string) => Promise<void>> }).benchActs
      const startedMs = performance.now()
      await acts[called]!(given)
      return new Promise<number>((resolve) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.onmessage = () => {
            resolve(performance.now() - startedMs)
          }
          channel.port2.postMessage(null)
        })
      })
    },
    [name, argument] as const,
  )
}

/** Resolves once the page has drawn so many frames. */
export function drawn(page: Page, frames: number): Promise<void> {
  return page.evaluate(
    (most) =>
      new Promise<void>((resolve) => {
        let left = most
        const next = () => {
          if (left-- === 0) resolve()
          else requestAnimationFrame(next)
        }
        next()
      }),
    frames,
  )
}

/** From here on every key is noted with the last paint of results that came of it. */
export async function listenToKeys(page: Page, { results }: Surface): Promise<void> {
  await page.evaluate((selector) => {
    type Noted = { keys: number[]; painted: number[] }
    const noted: Noted = { keys: [], painted: [] }
    Object.assign(window, { benchKeys: noted })
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        noted.keys.push(timeStamp)
        noted.painted.push(0)
      },
      true,
    )
    const look = () => {
      const place = noted.keys.length - 1
      if (place < 0) return
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          noted.painted[place] = performance.now()
        }
        channel.port2.postMessage(null)
      })
    }
    new MutationObserver(look).observe(document.querySelector(selector)!, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  }, results)
}

/** Milliseconds from each key to the paint of what it brought; keys that brought nothing new are left out. */
export function keyLatencies(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const { keys, painted } = (window as unknown as { benchKeys: { keys: number[]; painted: number[] } }).benchKeys
    return keys.flatMap((at, place) => (painted[place]! > 0 ? [painted[place]! - at] : []))
  })
}
