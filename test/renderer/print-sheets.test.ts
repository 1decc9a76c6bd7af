// The printed sheet of the page: one at a time, however often it is requested.
import { expect, it } from 'vitest'
import { textSheet, withSheet } from '../../src/renderer/src/ui/print.ts'

it('one sheet exists at a time, the next one follows when it is done, and none is left', async () => {
  const seen: string[] = []
  const look = () => {
    seen.push(
      [...document.querySelectorAll('.prints-sheet .print-sheet h1')]
        .map(({ textContent }) => textContent)
        .join(' and '),
    )
  }
  const { promise: isMade, resolve: made } = Promise.withResolvers<string>()
  const first = withSheet(textSheet('Evidence', [], ''), async () => {
    look()
    return isMade
  })
  const second = withSheet(textSheet('Handover', [], ''), () => {
    look()
    return Promise.reject(new Error('no room'))
  })
  const third = withSheet(textSheet('List', [], ''), () => {
    look()
    return Promise.resolve('third')
  })
  made('first')
  expect(await Promise.allSettled([first, second, third])).toMatchObject([
    { value: 'first' },
    { status: 'rejected' },
    { value: 'third' },
  ])
  expect(seen).toEqual(['Evidence', 'Handover', 'List'])
  expect([document.querySelector('.print-sheet'), document.documentElement.classList.contains('prints-sheet')]).toEqual(
    [null, false],
  )
})
