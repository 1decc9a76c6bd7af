// The printed sheet of the page: one at a time, however often it is requested.
import { expect, test } from 'vitest'
import { createSectionsSheet, withSheet } from '../../src/renderer/src/ui/print.ts'

test('one sheet exists at a time, the next one follows after it, and none remains', async () => {
  const seen: string[] = []
  const noteSheet = () => {
    seen.push(
      [...document.querySelectorAll('.prints-sheet .print-sheet h1')]
        .map(({ textContent }) => textContent)
        .join(' and '),
    )
  }
  const { promise: isMade, resolve: finishFirst } = Promise.withResolvers<string>()
  const first = withSheet(createSectionsSheet('Evidence', [], [], 'text'), async () => {
    noteSheet()
    return isMade
  })
  const second = withSheet(createSectionsSheet('Handover', [], [], 'text'), () => {
    noteSheet()
    return Promise.reject(new Error('no room'))
  })
  const third = withSheet(createSectionsSheet('List', [], [], 'text'), () => {
    noteSheet()
    return Promise.resolve('third')
  })
  finishFirst('first')
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
