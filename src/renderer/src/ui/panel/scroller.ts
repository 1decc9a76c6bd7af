// Finds the part of a panel or page that scrolls. `scrollIntoView` would also scroll the window behind it.
export function findScroller(element: Element): Element | null {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor
  return null
}
