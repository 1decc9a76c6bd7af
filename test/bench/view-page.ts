// Functions that run inside the page. Playwright sends each as text, so it must not use anything outside itself.
import type { Page } from 'playwright-core'

/** Selectors of the page. */
export type Surface = {
  /** The scrolling element, a row with its filled cells, and the container of search results. */
  scroller: string
  row: string
  results: string
}

export type Frames = {
  /** Milliseconds from one frame to the next. */
  frames: number[]
  /** Frames without a filled row in the middle of the list. */
  blank: number
  /** Frames in which the middle of the list was checked. */
  samples: number
}

/** Scrolls like a dragged scrollbar, and measures every frame. */
export function measureScroll(
  page: Page,
  { scroller, row }: Surface,
  move: { rows: number; rowHeight: number; rowsPerFrame: number },
): Promise<Frames> {
  return page.evaluate(
    ([scrollerOf, rowOf, { rows, rowHeight, rowsPerFrame }]) =>
      new Promise<Frames>((resolve) => {
        const SAMPLE_EVERY = 20
        const list = document.querySelector(scrollerOf)!
        const box = list.getBoundingClientRect()
        const middle = [box.left + 60, box.top + box.height / 2] as const
        const seen: Frames = { frames: [], blank: 0, samples: 0 }
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
          if (count % SAMPLE_EVERY === 0) {
            seen.samples++
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
 * Calls the function `name` that view.ts defined in the page, and returns the milliseconds until its result was
 * painted.
 */
export function measureAction(page: Page, name: string, argument: string): Promise<number> {
  return page.evaluate(
    async ([called, given]) => {
      const acts = (window as unknown as { benchActs: Record<string, (argument: string) => Promise<void>> }).benchActs
      const startedMs = performance.now()
      await acts[called]!(given)
      return new Promise<number>((resolve) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.onmessage = () => resolve(performance.now() - startedMs)
          channel.port2.postMessage(null)
        })
      })
    },
    [name, argument] as const,
  )
}

/** Resolves after this number of frames. */
export function waitForFrames(page: Page, frames: number): Promise<void> {
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

/** Records the time of every key from now on, and the time of the last paint of results after it. */
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
    const onChange = () => {
      const index = noted.keys.length - 1
      if (index < 0) return
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          noted.painted[index] = performance.now()
        }
        channel.port2.postMessage(null)
      })
    }
    new MutationObserver(onChange).observe(document.querySelector(selector)!, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  }, results)
}

/** Returns the milliseconds from each key to the paint of its results, without keys that changed no results. */
export function readKeyLatencies(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const { keys, painted } = (window as unknown as { benchKeys: { keys: number[]; painted: number[] } }).benchKeys
    return keys.flatMap((at, index) => (painted[index]! > 0 ? [painted[index]! - at] : []))
  })
}
