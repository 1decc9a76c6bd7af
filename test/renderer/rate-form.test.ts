// The form for a rate table names each wrong field with its own sentence.
import { expect, test } from 'vitest'
import { all, byTestId, click, flush, isShown, open, setScreens, type } from '#support/screens.ts'

setScreens()

const listProblems = () => all('[data-testid="rate-problem"]').map(({ textContent }) => textContent.trim())
const listInvalidFields = () =>
  all('[data-testid="rate-form"] [aria-invalid="true"]').map(
    (field) => field.closest<HTMLElement>('[data-testid]')?.dataset['testid'],
  )
async function save() {
  byTestId('rate-form').dispatchEvent(new Event('submit', { cancelable: true }))
  await flush()
}

test('marks every wrong field until it is corrected, and saves then', async () => {
  const { engine } = await open({ path: '/settings#rates', rows: 7 })
  await click('add-rate')
  expect([document.activeElement?.id, listInvalidFields()]).toEqual(['rate-name', []])
  await type('rate-of-length', '40HC')
  await type('rate-currency', 'dollars')
  await type('tier-day-0', '2')
  await type('tier-amount-0', 'abc')
  await save()
  expect(listInvalidFields()).toEqual(['rate-name', 'rate-of-length', 'rate-currency', 'tier-day-0', 'tier-amount-0'])
  expect(document.activeElement?.closest<HTMLElement>('[data-testid]')?.dataset['testid']).toBe('rate-name')
  expect(listProblems()).toEqual([
    'Give the table a name.',
    'Enter the length in whole feet, such as 40.',
    'Enter a three-letter currency, such as USD.',
    'The first rate starts on day 1, and each further rate on a later day.',
    'Enter the amount as 125 or 125.50, with no more decimals than the currency has.',
  ])
  await type('tier-amount-0', '125.50')
  await type('tier-day-0', '1')
  await type('rate-currency', 'usd')
  await type('rate-of-length', '')
  expect(listProblems()).toEqual(['Give the table a name.'])
  const name = byTestId('rate-name').querySelector<HTMLInputElement>('input')!
  name.value = 'Any line'
  name.dispatchEvent(new Event('input'))
  await save()
  const saved = engine.calls.filter(({ name: called }) => called === 'rates.save').map(({ input }) => input)
  expect(saved).toMatchObject([{ name: 'Any line', currency: 'USD', tiers: [{ fromDay: 1, rate: 12_550 }] }])
  expect(isShown('rate-form')).toBe(false)
})

test('marks only the wrong day, and gives each field a label without its error', async () => {
  await open({ path: '/settings#rates', rows: 7 })
  await click('add-rate')
  for (const [i, day] of ['2', '5', '9'].entries()) {
    if (i > 0) await click('add-tier')
    await type(`tier-day-${i}`, day)
    await type(`tier-amount-${i}`, '125')
  }
  await type('rate-currency', 'dollars')
  await save()
  expect(listInvalidFields()).toEqual(['rate-name', 'rate-currency', 'tier-day-0'])
  for (const id of ['rate-name', 'rate-currency', 'tier-day-0']) {
    const field = byTestId(id)
    const input = field instanceof HTMLInputElement ? field : field.querySelector<HTMLInputElement>('input')!
    const error = document.getElementById(input.getAttribute('aria-describedby')!)!.textContent.trim()
    expect(error).not.toBe('')
    expect([...input.labels!].map(({ textContent }) => textContent).join('')).not.toContain(error)
  }
})

test('says how many containers a saved table fits, and what to check if it fits none', async () => {
  const { engine } = await open({ path: '/settings#rates', rows: 7 })
  const waiting = (await engine.rows()).filter(({ lastFreeDay: { clock } }) => clock !== 'stopped').length
  for (const [name, place] of [
    ['Any terminal', ''],
    ['Typo', 'Nowhere'],
  ] as const) {
    await click('add-rate')
    const input = byTestId('rate-name').querySelector<HTMLInputElement>('input')!
    input.value = name
    input.dispatchEvent(new Event('input'))
    await type('rate-of-place', place)
    await save()
  }
  const none = `Fits 0 of ${waiting} containers. No container matches: check line, terminal, type and length`
  const fits = all('[data-testid="rate-fit"]')
  expect(fits.map((fit) => [fit.textContent.trim(), fit.classList.contains('unfit')])).toEqual([
    [`Fits ${waiting} of ${waiting} containers`, false],
    [none, true],
  ])
  const toasts = all('.toast-words').map(({ textContent }) => textContent)
  expect(toasts).toContain(`Saved. ${none}`)
})
