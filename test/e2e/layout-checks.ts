// Checks of layout that a screenshot cannot assert: nothing overflows the window, no text is cut off, and all texts
// have enough contrast with their real background. Each function runs inside the page.
import type { Page } from 'playwright-core'

/** How much wider than the window the page is, in pixels. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
}

/** Texts that are cut off and cannot be scrolled to. A text with a tooltip may end in an ellipsis. */
export function findCutTexts(page: Page, mustFit: readonly string[] = []): Promise<string[]> {
  return page.evaluate((columns) => {
    const cut: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (
        !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        node.textContent?.trim() === '' ||
        element.closest('.sr-only, button[title]')
      )
        continue
      const cell = element.closest<HTMLElement>('[role=gridcell], [role=columnheader]')
      if (cell && !columns.includes(cell.dataset['key'] ?? '')) continue
      range.selectNodeContents(node)
      const textRect = range.getBoundingClientRect()
      let clip: HTMLElement | null = element
      while (clip && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement
      if (!clip || /auto|scroll/.test(getComputedStyle(clip).overflowX)) continue
      const edge = clip.getBoundingClientRect()
      if (textRect.right > edge.right + 1 || textRect.left < edge.left - 1) cut.push(node.textContent?.trim() ?? '')
    }
    return cut
  }, mustFit)
}

/**
 * Texts that cannot be scrolled into view, because their container clips them to the side or below. Cells have
 * tooltips.
 */
export function findHiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lost: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const isClipped = (
      element: Element,
      from: 'left' | 'top',
      to: 'right' | 'bottom',
      overflow: 'overflowX' | 'overflowY',
    ) => {
      let clip: Element | null = element
      while (clip && getComputedStyle(clip)[overflow] === 'visible') clip = clip.parentElement
      if (clip && /auto|scroll/.test(getComputedStyle(clip)[overflow])) return false
      const edge =
        clip && clip !== document.body ? clip.getBoundingClientRect() : new DOMRect(0, 0, innerWidth, innerHeight)
      const textRect = range.getBoundingClientRect()
      return textRect[to] > edge[to] + 2 || textRect[from] < edge[from] - 2
    }
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (
        !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        node.textContent?.trim() === '' ||
        element.closest('.sr-only, [title], [role=gridcell], [role=columnheader]')
      )
        continue
      range.selectNodeContents(node)
      if (isClipped(element, 'left', 'right', 'overflowX') || isClipped(element, 'top', 'bottom', 'overflowY'))
        lost.push(`lost: ${node.textContent?.trim() ?? ''}`)
    }
    return lost
  })
}

/**
 * Elements that scroll sideways, other than tables and the grid; and a grid without room for its header and two rows.
 */
export function sidewaysScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const grid = element.closest<HTMLElement>('[role=grid]')
      if (grid) return element === grid && grid.clientHeight < 90 ? [`grid of ${grid.clientHeight} px`] : []
      const scrolls =
        /auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth + 1 &&
        !element.querySelector(':scope > table')
      return scrolls
        ? [
            `scrolls to the side: ${element.dataset['testid'] ?? element.className} by ${element.scrollWidth - element.clientWidth} px`,
          ]
        : []
    }),
  )
}

/** Texts with less than 4.5:1 against their own background (WCAG 1.4.3), with the ratio. */
export function findFaintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = [number, number, number, number]
    const parse = (text: string): Colour => {
      const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number)
      return [r, g, b, a]
    }
    const over = ([r, g, b, a]: Colour, [x, y, z]: Colour): Colour => [
      r * a + x * (1 - a),
      g * a + y * (1 - a),
      b * a + z * (1 - a),
      1,
    ]
    const light = ([r, g, b]: Colour) =>
      [r, g, b]
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index]!, 0)
    const behind = (element: Element): Colour => {
      const layers: Colour[] = []
      for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
        const colour = parse(getComputedStyle(ancestor).backgroundColor)
        layers.push(colour)
        if (colour[3] === 1) break
      }
      return layers.reduceRight((under, layer) => over(layer, under), [255, 255, 255, 1] as Colour)
    }
    const faint = new Set<string>()
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const own = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent?.trim())
        .join('')
      if (
        own === '' ||
        element.closest('.sr-only, [aria-disabled=true], :disabled') ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue
      const ground = behind(element)
      const ink = over(parse(getComputedStyle(element).color), ground)
      const [high = 0, low = 0] = [light(ink), light(ground)].sort((one, other) => other - one)
      const ratio = (high + 0.05) / (low + 0.05)
      if (ratio < 4.5) faint.add(`${own.slice(0, 40)} ${ratio.toFixed(2)}:1`)
    }
    return [...faint]
  })
}

/** Every text on the page, once. A text that is equal in every language comes from the data. */
export function findTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) words.add(node.textContent?.trim() ?? '')
    return [...words]
  })
}

/**
 * Texts, also of column headers, that are cut off to the side or below and cannot be scrolled to. Data with a tooltip
 * may be cut, and so may a cell of the grid that is not in `mustFit`.
 */
export function findClippedTexts(page: Page, data: readonly string[], mustFit: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ([known, columns]) => {
      const clipped = new Set<string>()
      const isData = new Set(known)
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      const clipOf = (element: Element, overflow: 'overflowX' | 'overflowY') => {
        let clip: Element | null = element
        while (clip && getComputedStyle(clip)[overflow] === 'visible') clip = clip.parentElement
        return clip && !/auto|scroll/.test(getComputedStyle(clip)[overflow]) ? clip.getBoundingClientRect() : null
      }
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const [element, text] = [node.parentElement, node.textContent?.trim() ?? '']
        if (
          !element ||
          !/\p{L}/u.test(text) ||
          !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
          element.closest('.sr-only')
        )
          continue
        const cell = element.closest<HTMLElement>('[role=gridcell]')
        if (cell && !columns.includes(cell.dataset['key'] ?? '')) continue
        if (isData.has(text) && element.closest('[title]')) continue
        range.selectNodeContents(node)
        const textRect = range.getBoundingClientRect()
        const [across, down] = [clipOf(element, 'overflowX'), clipOf(element, 'overflowY')]
        if (across && (textRect.right > across.right + 1 || textRect.left < across.left - 1))
          clipped.add(
            `${text} (${Math.round(Math.max(textRect.right - across.right, across.left - textRect.left))} px)`,
          )
        if (down && (textRect.bottom > down.bottom + 2 || textRect.top < down.top - 2)) clipped.add(`${text} (below)`)
      }
      // Only the part of a placeholder that fits into its field is visible.
      const pen = document.createElement('canvas').getContext('2d')
      for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
        if (!pen || field.value !== '' || field.placeholder === '' || !field.checkVisibility()) continue
        const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
        pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
        const beyond =
          pen.measureText(field.placeholder).width -
          (field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight))
        if (beyond > 1) clipped.add(`${field.placeholder} (hint, ${Math.round(beyond)} px)`)
      }
      return [...clipped]
    },
    [data, mustFit] as const,
  )
}
