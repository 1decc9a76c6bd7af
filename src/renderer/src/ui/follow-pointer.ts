// A press that goes on: dragging an edge or a header. The element keeps the pointer, so that leaving it loses nothing.

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
 * The same where parts of the element are clicked themselves: a pointer that is kept would click the whole. It ends
 * with the button, also one that was let go outside of the window, and with the element. Answers what is aborted then.
 */
export function followMouse(element: HTMLElement, move: (event: MouseEvent) => void): AbortSignal {
  const held = new AbortController()
  const { signal } = held
  const end = () => {
    held.abort()
  }
  const step = (event: MouseEvent) => {
    if ((event.buttons & 1) === 0 || !element.isConnected) end()
    else move(event)
  }
  window.addEventListener('mousemove', step, { signal })
  window.addEventListener('mouseup', end, { signal })
  return signal
}
