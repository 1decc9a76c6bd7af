// The printed sheet of the page: one at a time, however often it is requested.
import { expect, test } from 'vitest'
import { createSectionsSheet, withSheet } from '../../src/renderer/src/ui/print.ts'

test('one sheet exists at a time, the next one follows after it, and none remains', async () => {
  const shownTitles: string[] = []
  const recordTitle = () => {
    shownTitles.push(
      [...document.querySelectorAll('.prints-sheet .print-sheet h1')]
        .map(({ textContent }) => textContent)
        .join(' and '),
    )
  }
  const { promise: firstResult, resolve: finishFirst } = Promise.withResolvers<string>()
  const first = withSheet(createSectionsSheet('Evidence', [], [], 'text'), async () => {
    recordTitle()
    return firstResult
  })
  const second = withSheet(createSectionsSheet('Handover', [], [], 'text'), () => {
    recordTitle()
    return Promise.reject(new Error('disk full'))
  })
  const third = withSheet(createSectionsSheet('List', [], [], 'text'), () => {
    recordTitle()
    return Promise.resolve('third')
  })
  finishFirst('first')
  expect(await Promise.allSettled([first, second, third])).toMatchObject([
    { value: 'first' },
    { status: 'rejected' },
    { value: 'third' },
  ])
  expect(shownTitles).toEqual(['Evidence', 'Handover', 'List'])
  expect([document.querySelector('.print-sheet'), document.documentElement.classList.contains('prints-sheet')]).toEqual(
    [null, false],
  )
})
