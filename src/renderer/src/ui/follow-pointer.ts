// Follows a drag of an edge or a header. The element captures the pointer, so that leaving it does not end the drag.

export function followPointer(
  event: PointerEvent,
  move: (event: PointerEvent) => void,
  end: () => void = () => undefined,
) {
  const element = event.currentTarget as HTMLElement
  element.setPointerCapture(event.pointerId)
  element.addEventListener('pointermove', move)
  element.addEventListener(
    'lostpointercapture',
    () => {
      element.removeEventListener('pointermove', move)
      end()
    },
    { once: true },
  )
}

/**
 * Follows a drag of an element whose parts are clickable. It does not capture the pointer, because a click would then
 * be a click of the whole element. It ends with the release of the button, also outside of the window, and with the
 * element. The returned signal is then aborted.
 */
export function followMouse(element: HTMLElement, move: (event: MouseEvent) => void): AbortSignal {
  const drag = new AbortController()
  const { signal } = drag
  const endDrag = () => drag.abort()
  const onMouseMove = (event: MouseEvent) => {
    if ((event.buttons & 1) === 0 || !element.isConnected) endDrag()
    else move(event)
  }
  window.addEventListener('mousemove', onMouseMove, { signal })
  window.addEventListener('mouseup', endDrag, { signal })
  return signal
}
