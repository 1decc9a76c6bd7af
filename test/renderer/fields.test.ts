// Custom fields in the panels: each kind has its own format, and its own control for changes.
import { describe, expect, test } from 'vitest'
import type { CustomField } from '#contract/fields.ts'
import { parseFieldValue, formatFieldValue } from '../../src/renderer/src/features/edits/fields.ts'
import { createAccountClient, addFieldsOfEveryKind } from '#support/account.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, flush, isShown, open, press, setScreens, text, type } from '#support/screens.ts'

setScreens()

const openContainer = async (engine?: ScreenEngine) => {
  const opened = await open({
    path: '/containers',
    ...(engine ? { engine } : { rows: 7, writeAccount: addFieldsOfEveryKind }),
  })
  await click(all('[data-row="0"] [data-key="number"]')[0]!)
  await press('Enter')
  return opened
}
const findFact = (slug: string) => byTestId(`fact-custom-${slug}`)
const readValue = (slug: string) => findFact(slug).querySelector('.value')?.textContent
const openForm = (slug: string) => click(`change-custom-${slug}`)
const findLastSaved = (engine: Awaited<ReturnType<typeof open>>['engine']) =>
  engine.calls.findLast(({ name }) => name === 'edits.saveField')?.input

describe('custom fields of a container', () => {
  test('leave arrow keys to the control in the form, and focus goes into the form and back to its edit button', async () => {
    const { router } = await openContainer()
    const pathBefore = router.currentRoute.value.fullPath
    await click('change-custom-desk')
    expect(document.activeElement).toBe(byTestId('field-desk'))
    await press('ArrowDown')
    await press('j')
    expect([router.currentRoute.value.fullPath, isShown('field-desk')]).toEqual([pathBefore, true])
    await press('Escape')
    expect(document.activeElement).toBe(byTestId('change-custom-desk'))
    await click('change-custom-papers')
    expect(document.activeElement).toBe(byTestId('fact-custom-papers').querySelector('input[type="checkbox"]'))
  })

  test('are shown in its panel, each in the format of its kind, and unset fields say so', async () => {
    await openContainer()
    const values = ['cost_centre', 'cleared', 'delivery_on', 'desk', 'papers', 'pallets', 'payer', 'slot_at'].map(
      readValue,
    )
    expect(values).toEqual([
      'CC-4410',
      'No',
      expect.stringContaining('27 Nov'),
      'North desk',
      'Commercial invoice, Packing list',
      'None',
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringContaining('27 Nov'),
    ])
  })

  test('typed and not saved are offered again when the panel closes, and are not sent', async () => {
    const { engine, router } = await openContainer()
    await openForm('cost_centre')
    await type('field-cost_centre', 'CC-9')
    await router.push({ query: {} })
    await flush()
    expect([isShown('field-cost_centre'), findLastSaved(engine)]).toEqual([false, undefined])
    await click('undo')
    expect((byTestId('field-cost_centre') as HTMLInputElement).value).toBe('CC-9')
  })

  test('are changed in place, shown at once with the mark that they wait, and can be undone', async () => {
    const { engine } = await openContainer()
    engine.network.unplug()
    await openForm('cost_centre')
    await type('field-cost_centre', 'CC-1')
    await click('save-cost_centre')
    expect([findLastSaved(engine), readValue('cost_centre')]).toMatchObject([
      { target: { type: 'container' }, slug: 'cost_centre', value: 'CC-1' },
      'CC-1',
    ])
    expect(findFact('cost_centre').querySelector('[data-testid="edit-waiting"]')).not.toBeNull()
    await click(findFact('cost_centre').querySelector<HTMLElement>('[data-testid="edit-undo"]')!)
    expect(readValue('cost_centre')).toBe('CC-4410')
  })

  test('that refer to another record are shown with the name from the service, and cannot be changed here', async () => {
    const engine = await startScreenEngine({ containers: 7, writeAccount: addFieldsOfEveryKind })
    // The embedded service returns the id of the other record. The real service returns its name.
    engine.intercept('fields.list', async (_, callEngine) => ({
      rows: (await callEngine()).rows.map((field) =>
        field.slug === 'payer' ? { ...field, display: 'Eastquay Seafood' } : field,
      ),
    }))
    await openContainer(engine)
    expect(readValue('payer')).toBe('Eastquay Seafood')
    expect(isShown('change-custom-payer')).toBe(false)
  })

  test('can be cleared only if no value is required', async () => {
    const { engine } = await openContainer()
    await openForm('cost_centre')
    await click('clear-cost_centre')
    expect([findLastSaved(engine), readValue('cost_centre')]).toMatchObject([
      { slug: 'cost_centre', value: null },
      'None',
    ])
    await openForm('desk')
    expect(isShown('clear-desk')).toBe(false)
  })

  test('report an invalid number and keep the typed text', async () => {
    const { engine } = await openContainer()
    await openForm('pallets')
    await type('field-pallets', 'a dozen')
    await click('save-pallets')
    expect([
      text('field-problem'),
      findLastSaved(engine),
      (byTestId('field-pallets') as HTMLInputElement).value,
    ]).toEqual(['Enter a number, such as 1200 or 12.5.', undefined, 'a dozen'])
    await type('field-pallets', '1,200.5')
    await click('save-pallets')
    expect([findLastSaved(engine), readValue('pallets')]).toMatchObject([{ value: 1200.5 }, '1,200.5'])
  })

  test('in conflict show the texts of both values, and the user chooses', async () => {
    const { engine, router } = await openContainer()
    engine.network.unplug()
    await openForm('desk')
    const select = byTestId('field-desk') as HTMLSelectElement
    select.value = 'south'
    select.dispatchEvent(new Event('change'))
    await click('save-desk')
    createAccountClient(engine.service.act).send(
      'DELETE',
      `/containers/${String(router.currentRoute.value.query['container'])}/custom_fields/desk`,
    )
    engine.network.plug()
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('edits.list', { target: null })).rows[0]?.state === 'conflict',
    )
    await flush()
    expect([text('edit-mine'), text('edit-theirs')]).toEqual(['South desk', 'None'])
    await click('keep-mine')
    expect(engine.calls.findLast(({ name }) => name === 'edits.resolve')?.input).toMatchObject({ keep: 'mine' })
  })
})

const field = (patch: Partial<CustomField>): CustomField => ({
  slug: 'x',
  name: 'x',
  description: null,
  type: 'text',
  options: [],
  isRequired: false,
  maxLength: null,
  value: null,
  display: null,
  ...patch,
})

describe('a typed value', () => {
  test.each([
    ['number', '12,5', { value: 12.5 }],
    ['number', '1,200', { value: 1200 }],
    ['number', '-3', { value: -3 }],
    ['number', '1e5', { problem: 'notNumber' }],
    ['number', '0.1234567', { problem: 'tooManyDigits' }],
    ['number', '  ', { value: null }],
    ['text', ' Dock 4 ', { value: 'Dock 4' }],
    ['boolean', 'false', { value: false }],
    ['date', '2026-12-01', { value: '2026-12-01' }],
  ] as const)('into a field of kind %s as %j is %j', (kind, typed, expected) =>
    expect(parseFieldValue({ text: typed, chosen: [] }, field({ type: kind }), false)).toEqual(expected),
  )

  test('is refused if it is empty and a value is required', () => {
    for (const kind of ['text', 'options', 'number'] as const)
      expect(parseFieldValue({ text: '', chosen: [] }, field({ type: kind }), true)).toEqual({ problem: 'required' })
  })

  test('of an option that no longer exists is shown as stored', () =>
    expect(
      formatFieldValue(
        ['a', 'b'],
        field({ type: 'options', options: [{ id: '1', value: 'a', label: 'Alpha' }] }),
        null,
      ),
    ).toBe('Alpha, b'))
})
