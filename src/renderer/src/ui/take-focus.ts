// Moves focus to an element after it is rendered. If focus moved elsewhere in the meantime, it stays there. An element
// behind an open dialog does not get it.
import { nextTick } from 'vue'

export function takeFocus(findElement: () => HTMLElement | null | undefined, options: FocusOptions = {}): void {
  const focusBefore = document.activeElement
  void nextTick(() => {
    const focusNow = document.activeElement
    const hasMoved = focusNow !== focusBefore && focusNow !== document.body
    if (!hasMoved && !isBehindDialog(findElement())) findElement()?.focus(options)
  })
}

export function isBehindDialog(element: HTMLElement | null | undefined): boolean {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  return dialog !== undefined && !dialog.contains(element ?? null)
}
