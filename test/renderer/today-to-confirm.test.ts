// The group of Today of containers that probably left.
import { expect, test } from 'vitest'
import { startScreenEngine } from '#support/screen-engine.ts'
import { all, open, setScreens, text } from '#support/screens.ts'

setScreens()

test('Today has containers that probably left in a group of their own, which are to be verified', async () => {
  const engine = await startScreenEngine()
  engine.intercept('today.get', async (_, callEngine) => {
    const answer = await callEngine()
    const decisions = answer.decisions.flatMap((group) =>
      group.reason === 'past-last-free-day' ? [group, { ...group, isToConfirm: true, count: 99 }] : [],
    )
    return { ...answer, decisions }
  })
  await open({ engine, path: '/today' })
  const groups = all('[data-testid="decisions"] section')
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(['Past last free day', 'Needs confirmation'])
  expect(groups.map((group) => group.querySelector('.severity')?.textContent)).toEqual(['Costs money today', 'Verify'])
  expect(text('all-to-confirm')).toContain('99')
})
