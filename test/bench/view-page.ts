// Measurements inside the page. Playwright sends each function given to `evaluate` as text, so it must not use anything
// outside itself.
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
    ([scrollerSelector, rowSelector, { rows, rowHeight, rowsPerFrame }]) =>
      new Promise<Frames>((resolve) => {
        const SAMPLE_EVERY = 20
        const list = document.querySelector(scrollerSelector)!
        const rect = list.getBoundingClientRect()
        const middle = [rect.left + 60, rect.top + rect.height / 2] as const
        const result: Frames = { frames: [], blank: 0, samples: 0 }
        let last = 0
        let count = 0
        const step = (now: number) => {
          if (last > 0) result.frames.push(now - last)
          last = now
          const top = ++count * rowsPerFrame * rowHeight
          if (top >= rows * rowHeight) {
            resolve(result)
            return
          }
          if (count % SAMPLE_EVERY === 0) {
            result.samples++
            if (!document.elementFromPoint(...middle)?.closest(rowSelector)) result.blank++
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
    async ([actionName, actionArgument]) => {
      const actions = (window as unknown as { benchActions: Record<string, (argument: string) => Promise<void>> })
        .benchActions
      const startedMs = performance.now()
      await actions[actionName]!(actionArgument)
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
    (frameCount) =>
      new Promise<void>((resolve) => {
        let framesLeft = frameCount
        const next = () => {
          if (framesLeft-- === 0) resolve()
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
    type RecordedKeys = { keys: number[]; painted: number[] }
    const recorded: RecordedKeys = { keys: [], painted: [] }
    Object.assign(window, { benchKeys: recorded })
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        recorded.keys.push(timeStamp)
        recorded.painted.push(0)
      },
      true,
    )
    const onChange = () => {
      const index = recorded.keys.length - 1
      if (index < 0) return
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          recorded.painted[index] = performance.now()
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
    return keys.flatMap((keyMs, index) => (painted[index]! > 0 ? [painted[index]! - keyMs] : []))
  })
}
