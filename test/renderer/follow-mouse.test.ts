// A drag that is followed over the whole window, for example to mark cells of a list.
import { expect, test } from 'vitest'
import { followMouse } from '../../src/renderer/src/ui/follow-pointer.ts'

const move = (buttons: number) => window.dispatchEvent(new MouseEvent('mousemove', { buttons }))

function startDrag(): { element: HTMLElement; steps: () => number } {
  const element = document.body.appendChild(document.createElement('div'))
  let steps = 0
  followMouse(element, () => {
    steps++
  })
  return { element, steps: () => steps }
}

test('a drag ends when the button is released', () => {
  const { element, steps } = startDrag()
  move(1)
  window.dispatchEvent(new MouseEvent('mouseup'))
  move(1)
  expect(steps()).toBe(1)
  element.remove()
})

test('a drag ends at the first move without a pressed button, as after a release outside of the window', () => {
  const { element, steps } = startDrag()
  move(1)
  move(1)
  expect(steps()).toBe(2)
  move(0)
  move(1)
  expect(steps()).toBe(2)
  element.remove()
})

test('a drag ends when its element is removed', () => {
  const { element, steps } = startDrag()
  element.remove()
  move(1)
  document.body.append(element)
  move(1)
  expect(steps()).toBe(0)
  element.remove()
})
