// Checks of layout that a screenshot cannot assert: nothing overflows the window, no text is cut off, and all texts
// have enough contrast with their real background. The function given to `evaluate` runs in the page, so it cannot use
// other functions of this file, and some code is repeated.
import type { Page } from 'playwright-core'

/** Measures how much wider than the window the page is, in pixels. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
}

/**
 * Finds texts that are cut off to the left or right and cannot be scrolled to. Of the grid, only cells and headers of
 * the columns in `mustFit` are checked. Buttons with a tooltip may be cut.
 */
export function findTextsCutSideways(page: Page, mustFit: readonly string[] = []): Promise<string[]> {
  return page.evaluate((mustFitKeys) => {
    const cutTexts: string[] = []
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
      if (cell && !mustFitKeys.includes(cell.dataset['key'] ?? '')) continue
      range.selectNodeContents(node)
      const textRect = range.getBoundingClientRect()
      let clippingElement: HTMLElement | null = element
      while (clippingElement && getComputedStyle(clippingElement).overflowX === 'visible')
        clippingElement = clippingElement.parentElement
      if (!clippingElement || /auto|scroll/.test(getComputedStyle(clippingElement).overflowX)) continue
      const clipRect = clippingElement.getBoundingClientRect()
      if (textRect.right > clipRect.right + 1 || textRect.left < clipRect.left - 1)
        cutTexts.push(node.textContent?.trim() ?? '')
    }
    return cutTexts
  }, mustFit)
}

/**
 * Finds texts that cannot be scrolled into view, because an ancestor element clips them at any side. The grid and
 * elements with a tooltip are not checked, because cells have tooltips.
 */
export function findUnreachableTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const unreachableTexts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const isClipped = (
      element: Element,
      from: 'left' | 'top',
      to: 'right' | 'bottom',
      overflow: 'overflowX' | 'overflowY',
    ) => {
      let clippingElement: Element | null = element
      while (clippingElement && getComputedStyle(clippingElement)[overflow] === 'visible')
        clippingElement = clippingElement.parentElement
      if (clippingElement && /auto|scroll/.test(getComputedStyle(clippingElement)[overflow])) return false
      const clipRect =
        clippingElement && clippingElement !== document.body
          ? clippingElement.getBoundingClientRect()
          : new DOMRect(0, 0, innerWidth, innerHeight)
      const textRect = range.getBoundingClientRect()
      return textRect[to] > clipRect[to] + 2 || textRect[from] < clipRect[from] - 2
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
        unreachableTexts.push(`lost: ${node.textContent?.trim() ?? ''}`)
    }
    return unreachableTexts
  })
}

/**
 * Finds elements that scroll sideways, other than tables and the grid. Also finds a grid that is too low for its header
 * and two rows.
 */
export function findScrollProblems(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const grid = element.closest<HTMLElement>('[role=grid]')
      if (grid) return element === grid && grid.clientHeight < 90 ? [`grid of ${grid.clientHeight} px`] : []
      const isScrolledSideways =
        /auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth + 1 &&
        !element.querySelector(':scope > table')
      return isScrolledSideways
        ? [
            `scrolls to the side: ${element.dataset['testid'] ?? element.className} by ${element.scrollWidth - element.clientWidth} px`,
          ]
        : []
    }),
  )
}

/** Finds texts with less than 4.5:1 against their own background (WCAG 1.4.3), with the ratio. */
export function findFaintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = [number, number, number, number]
    const parse = (text: string): Colour => {
      const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number)
      return [r, g, b, a]
    }
    const blend = ([r, g, b, a]: Colour, [x, y, z]: Colour): Colour => [
      r * a + x * (1 - a),
      g * a + y * (1 - a),
      b * a + z * (1 - a),
      1,
    ]
    const computeLuminance = ([r, g, b]: Colour) =>
      [r, g, b]
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index]!, 0)
    const findBackground = (element: Element): Colour => {
      const layers: Colour[] = []
      for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
        const colour = parse(getComputedStyle(ancestor).backgroundColor)
        layers.push(colour)
        if (colour[3] === 1) break
      }
      return layers.reduceRight((under, layer) => blend(layer, under), [255, 255, 255, 1] as Colour)
    }
    const faintTexts = new Set<string>()
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const ownText = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent?.trim())
        .join('')
      if (
        ownText === '' ||
        element.closest('.sr-only, [aria-disabled=true], :disabled') ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue
      const background = findBackground(element)
      const foreground = blend(parse(getComputedStyle(element).color), background)
      const [lighter = 0, darker = 0] = [computeLuminance(foreground), computeLuminance(background)].sort(
        (one, other) => other - one,
      )
      const ratio = (lighter + 0.05) / (darker + 0.05)
      if (ratio < 4.5) faintTexts.add(`${ownText.slice(0, 40)} ${ratio.toFixed(2)}:1`)
    }
    return [...faintTexts]
  })
}

/** Finds every text on the page, once. */
export function findTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.add(node.textContent?.trim() ?? '')
    return [...texts]
  })
}

/**
 * Finds texts and placeholders that are cut off at any side and cannot be scrolled to, and column headers that are cut
 * off by their column or by the right edge of the grid. A text of
 * `dataTexts` with a tooltip may be cut. A cell of the grid may be cut if its column is not in `mustFit`.
 */
export function findCutTextsExcept(
  page: Page,
  dataTexts: readonly string[],
  mustFit: readonly string[],
): Promise<string[]> {
  return page.evaluate(
    ([dataTexts, mustFitKeys]) => {
      const cutTexts = new Set<string>()
      const dataTextSet = new Set(dataTexts)
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      const findClipRect = (element: Element, overflow: 'overflowX' | 'overflowY') => {
        let clippingElement: Element | null = element
        while (clippingElement && getComputedStyle(clippingElement)[overflow] === 'visible')
          clippingElement = clippingElement.parentElement
        return clippingElement && !/auto|scroll/.test(getComputedStyle(clippingElement)[overflow])
          ? clippingElement.getBoundingClientRect()
          : null
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
        if (cell && !mustFitKeys.includes(cell.dataset['key'] ?? '')) continue
        if (dataTextSet.has(text) && element.closest('[title]')) continue
        range.selectNodeContents(node)
        const textRect = range.getBoundingClientRect()
        const [clipX, clipY] = [findClipRect(element, 'overflowX'), findClipRect(element, 'overflowY')]
        if (clipX && (textRect.right > clipX.right + 1 || textRect.left < clipX.left - 1))
          cutTexts.add(`${text} (${Math.round(Math.max(textRect.right - clipX.right, clipX.left - textRect.left))} px)`)
        // The user can scroll to the rest of such a header, but the column looks cut.
        const edge = element.closest('[role=columnheader]')?.closest('[role=grid]')?.getBoundingClientRect().right
        if (edge !== undefined && textRect.left < edge - 1 && textRect.right > edge + 1)
          cutTexts.add(`${text} (${Math.round(textRect.right - edge)} px beyond the grid)`)
        if (clipY && (textRect.bottom > clipY.bottom + 2 || textRect.top < clipY.top - 2))
          cutTexts.add(`${text} (below)`)
      }
      // Only the part of a placeholder that fits into its field is visible.
      const context = document.createElement('canvas').getContext('2d')
      for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
        if (!context || field.value !== '' || field.placeholder === '' || !field.checkVisibility()) continue
        const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
        context.font = `${fontWeight} ${fontSize} ${fontFamily}`
        const excessPx =
          context.measureText(field.placeholder).width -
          (field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight))
        if (excessPx > 1) cutTexts.add(`${field.placeholder} (hint, ${Math.round(excessPx)} px)`)
      }
      return [...cutTexts]
    },
    [dataTexts, mustFit] as const,
  )
}
