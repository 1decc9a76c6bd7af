// A press that goes on: dragging an edge or a header. The element keeps the pointer, so that leaving it loses nothing.

export function followPointer(event: PointerEvent, move: (event: PointerEvent) => void, end: () => void = () => undefined) {
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
