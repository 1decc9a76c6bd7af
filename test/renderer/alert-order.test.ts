// The header of the alert centre shows how its rows are sorted.
import { expect, test } from 'vitest'
import { startEngineWithAlerts } from '#support/raised-alerts.ts'
import { all, click, open, setScreens } from '#support/screens.ts'

setScreens()

test('the alert centre marks the column by which it is sorted', async () => {
  await open({ path: '/alerts', engine: await startEngineWithAlerts() })
  const listSorted = () =>
    all('[role=columnheader][aria-sort]').map((head) => [head.dataset['key'], head.getAttribute('aria-sort')])
  expect(listSorted()).toEqual([['alert', 'ascending']])
  await click('scope-all')
  expect(listSorted()).toEqual([['day', 'descending']])
})
