// Gives focus once what is to have it is drawn, which is a moment after it was asked for. Whoever took focus in that
// moment keeps it, and nothing behind an open dialog takes it.
import { nextTick } from 'vue'

export function takeFocus(find: () => HTMLElement | null | undefined, options: FocusOptions = {}): void {
  const had = document.activeElement
  void nextTick(() => {
    const has = document.activeElement
    const isTaken = has !== had && has !== document.body
    if (!isTaken && !isBehindDialog(find())) find()?.focus(options)
  })
}

export function isBehindDialog(element: HTMLElement | null | undefined): boolean {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  return dialog !== undefined && !dialog.contains(element ?? null)
}
