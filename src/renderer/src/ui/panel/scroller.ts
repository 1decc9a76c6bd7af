// The part of a panel or page that scrolls. `scrollIntoView` would also scroll the window behind it.
export function findScroller(element: Element): Element | null {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return null
}
