// A press that is followed over the window, as cells of a list are marked.
import { expect, it } from 'vitest'
import { followMouse } from '../../src/renderer/src/ui/follow-pointer.ts'

const move = (buttons: number) => window.dispatchEvent(new MouseEvent('mousemove', { buttons }))

function held(): { element: HTMLElement; steps: () => number } {
  const element = document.body.appendChild(document.createElement('div'))
  let steps = 0
  followMouse(element, () => {
    steps++
  })
  return { element, steps: () => steps }
}

it('is over when the button was let go, also outside of the window', () => {
  const { element, steps } = held()
  move(1)
  move(1)
  expect(steps()).toBe(2)
  move(0)
  move(1)
  expect(steps()).toBe(2)
  element.remove()
})

it('is over when its element has gone', () => {
  const { element, steps } = held()
  element.remove()
  move(1)
  document.body.append(element)
  move(1)
  expect(steps()).toBe(0)
  element.remove()
})
