// What screens say about own data that the members of an office share, and the changes that did not count there.
import { expect, test } from 'vitest'
import type { OvertakenChange } from '#contract/own-data.ts'
import { all, byTestId, click, flush, isShown, open, setScreens, text } from '#support/screens.ts'

setScreens()

test('the settings say that the file has what the members share', async () => {
  const { engine } = await open({ path: '/settings#own-data', rows: 7 })
  expect(text('own-data')).toContain('Everything you entered yourself, in one file')
  engine.intercept('sync.status', async (_, callEngine) => ({ ...(await callEngine()), sharesOwnData: true }))
  engine.announce({ topic: 'sync', ids: null })
  await flush()
  expect(text('own-data')).toContain('Everything you entered yourself, and what your office shares, in one file')
})

test('a banner offers the user’s changes that did not count, and each can be restored or dismissed', async () => {
  const { engine } = await open({ path: '/lfd', rows: 7 })
  expect(isShown('overtaken')).toBe(false)
  const at = '2026-11-20T15:00:00.000Z'
  let left: OvertakenChange[] = [
    { part: 'assignees', key: '["1"]', subject: 'MSCU 123456 7', own: 'Ana', present: null, author: 'Lea', at },
    { part: 'priorities', key: '["Acme"]', subject: 'Acme', own: 'high', present: 'low', author: 'Lea', at },
    { part: 'rates', key: '["r"]', subject: 'MSC 2026', own: 'MSC 2026', present: 'MSC', author: null, at },
  ]
  const restored: string[] = []
  engine.intercept('sync.status', async (_, callEngine) => ({ ...(await callEngine()), overtakenChanges: left.length }))
  engine.intercept('ownData.listOvertaken', () => Promise.resolve(left))
  engine.intercept('ownData.decideOvertaken', ({ key, isRestored }) => {
    if (isRestored) restored.push(key)
    left = left.filter((change) => change.key !== key)
    engine.announce({ topic: 'sync', ids: null })
    return Promise.resolve()
  })
  engine.announce({ topic: 'sync', ids: null })
  await flush()
  expect(text('overtaken')).toContain('so 3 of your changes do not count.')
  byTestId('overtaken').querySelector('button')!.click()
  await flush()
  const rows = () => all('[data-testid="overtaken-dialog"] tbody tr').map(({ textContent }) => textContent)
  expect(rows()).toEqual([
    expect.stringMatching(/^MSCU 123456 7Container assignees ?Unassigned ?Lea ?Ana.*Use mineDismiss$/),
    expect.stringMatching(/^AcmeCustomer priorities ?Low ?Lea ?High.*Use mineDismiss$/),
    expect.stringMatching(/^MSC 2026Rate tables ?Another version ?Your version.*Use mineDismiss$/),
  ])
  await click('overtaken-use')
  expect([restored, rows().length]).toEqual([['["1"]'], 2])
  await click('overtaken-dismiss')
  await click('overtaken-dismiss')
  expect(restored).toEqual(['["1"]'])
  expect(text('overtaken-dialog')).toContain('Nothing is left to review.')
  expect(isShown('overtaken')).toBe(false)
})

test('the settings say that the members share the rates', async () => {
  const { engine } = await open({ path: '/settings#rates', rows: 7 })
  expect(text('rates')).toContain('Rates stay on this computer.')
  engine.intercept('sync.status', async (_, callEngine) => ({ ...(await callEngine()), sharesOwnData: true }))
  engine.announce({ topic: 'sync', ids: null })
  await flush()
  expect(text('rates')).toContain('Every member of your office sees and changes them.')
  expect(text('rates')).not.toContain('Rates stay on this computer.')
})
