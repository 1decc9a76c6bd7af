// Links to other programs and back: addresses in Settings, the keys "T" and "O", the panel's menu, and links to copy.
import { describe, expect, test, vi } from 'vitest'
import type { LinkTemplate } from '#contract/templates.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { all, byTestId, click, copied, flush, isShown, open, press, setScreens, text } from '#support/screens.ts'

setScreens()

const tms: LinkTemplate = {
  id: 't1',
  name: 'CargoWise',
  address: 'https://tms.example/search?box={number}',
  openedBy: 'tms',
}
const listMessages = () => all('.n-message').map(({ textContent }) => textContent)

async function typeInto(id: string, value: string) {
  const input = byTestId(id).querySelector('input')!
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flush()
}

/** Collects the addresses that the page opens in the browser. */
function collectOpened(): string[] {
  const openedAddresses: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    openedAddresses.push(`${this.target} ${this.rel} ${this.href}`)
  })
  return openedAddresses
}

const loadTemplates = (engine: ScreenEngine) => engine.ask('templates.list', {})

async function startWithTemplates(templates: LinkTemplate[] = []) {
  const engine = await startScreenEngine({ containers: 7 })
  for (const template of templates) await engine.ask('templates.save', template)
  return engine
}

async function openContainer(
  templates: LinkTemplate[],
  options: Parameters<typeof open>[0] = {},
): Promise<{ engine: ScreenEngine; number: string; id: string }> {
  const engine = options.engine ?? (await startWithTemplates(templates))
  const { number, id } = (await engine.rows())[0]!
  await open({ engine, path: `/lfd?container=${id}`, ...options })
  return { engine, number, id }
}

describe('opening in another program', () => {
  test('needs one key, and a browser opens a new tab without opener and referrer', async () => {
    const openedAddresses = collectOpened()
    const { number } = await openContainer([tms])
    await press('t')
    expect(openedAddresses).toEqual([`_blank noopener noreferrer https://tms.example/search?box=${number}`])
  })

  test('waits for the addresses if the key is pressed before they arrive', async () => {
    const openedAddresses = collectOpened()
    const engine = await startWithTemplates([tms])
    const arrival = Promise.withResolvers<undefined>()
    engine.intercept('templates.list', (_, callEngine) => arrival.promise.then(callEngine))
    await openContainer([], { engine })
    await press('t')
    expect([openedAddresses, listMessages()]).toEqual([[], []])
    arrival.resolve(undefined)
    await flush()
    expect(openedAddresses.length).toBe(1)
  })

  test('is passed to the desktop app', async () => {
    const shell = createFakeShell({ host: 'electron' })
    const requestedUrls: string[] = []
    shell.handlers['link.open'] = ({ url }) => {
      requestedUrls.push(url)
    }
    const { number } = await openContainer([{ ...tms, openedBy: 'web', address: 'edient:Open={number}' }], { shell })
    await press('o')
    expect(requestedUrls).toEqual([`edient:Open=${number}`])
  })

  test('names a missing value, or uses the next address of the key whose values are complete', async () => {
    const openedAddresses = collectOpened()
    const { number } = await openContainer([{ ...tms, id: 't0', address: 'https://tms.example/{booking}/{number}' }])
    await press('t')
    expect([openedAddresses, listMessages().join(' ')]).toEqual([
      [],
      expect.stringMatching(/has no booking number\. Nothing was opened\.$/),
    ])
    await openContainer([{ ...tms, id: 't0', address: 'https://tms.example/{booking}' }, tms])
    await press('t')
    expect(openedAddresses).toEqual([`_blank noopener noreferrer https://tms.example/search?box=${number}`])
  })

  test('says where to add an address if there is none', async () => {
    await openContainer([])
    await press('o')
    expect(listMessages().join(' ')).toContain('No web app address is set. Add one in Settings, Links.')
  })

  test('is in the palette under its own name, with or without a key', async () => {
    await openContainer([tms, { ...tms, id: 't2', name: 'Port site', openedBy: null }])
    await press('k', { ctrlKey: true })
    const labels = all('[role=option]').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
    expect(labels.filter((label) => /in (CargoWise|Port site)|in the web app/.test(label))).toEqual([
      expect.stringMatching(/in CargoWise ?T$/),
      expect.stringMatching(/in the web app ?O$/),
      expect.stringMatching(/in Port site$/),
    ])
  })

  test('is in the panel, with a link that can be copied', async () => {
    const openedAddresses = collectOpened()
    const { number } = await openContainer([tms])
    await click('open-in')
    await click('open-in-CargoWise')
    expect(openedAddresses.length).toBe(1)
    await click('open-in')
    await click('copy-link')
    expect(copied).toEqual([`quaywatch://shipments/find?q=${number}`])
  })
})

describe('addresses in Settings', () => {
  const openSettings = async (engine?: ScreenEngine) =>
    open({ path: '/settings', engine: engine ?? (await startWithTemplates()) })

  test('are shown with the values of a container while the user types, and can be saved', async () => {
    const { engine } = await openSettings()
    expect(text('links')).toContain('No address yet.')
    await click('add-link')
    const container = (await engine.rows())[0]!
    await typeInto('link-address', 'https://tms.example/')
    await click('place-number')
    expect(text('link-preview')).toMatch(new RegExp(`https://tms\\.example/${container.number}$`))
    byTestId('link-form').dispatchEvent(new Event('submit'))
    await flush()
    expect([text('link-problem'), await loadTemplates(engine)]).toEqual(['Give the address a name.', []])
    await typeInto('link-name', 'CargoWise')
    byTestId('link-form').dispatchEvent(new Event('submit'))
    await flush()
    expect(await loadTemplates(engine)).toMatchObject([
      { name: 'CargoWise', address: 'https://tms.example/{number}', openedBy: 'tms' },
    ])
    expect(text('links')).toContain('Open in TMS: T · https://tms.example/{number}')
  })

  test.each([
    ['javascript:alert(1)', 'Quaywatch does not open this type of address.', '(javascript)'],
    ['https://tms.example/{po}', 'This placeholder does not exist.', '({po})'],
    ['https://{customer}/', 'A site name cannot contain a placeholder.', ''],
    ['tms.example', 'Quaywatch cannot open this address.', ''],
  ])('%s is refused with a reason while the user types', async (address, what, detail) => {
    const { engine } = await openSettings()
    await click('add-link')
    await typeInto('link-name', 'x')
    await typeInto('link-address', address)
    expect([
      text('link-problem').startsWith(what),
      text('link-problem').includes(detail),
      text('link-preview'),
    ]).toEqual([true, true, ''])
    byTestId('link-form').dispatchEvent(new Event('submit'))
    await flush()
    expect(await loadTemplates(engine)).toEqual([])
  })

  test('name a missing value, can be reordered and removed, and Undo restores their place', async () => {
    const engine = await startWithTemplates([
      tms,
      { ...tms, id: 't2', name: 'Port site', openedBy: null, address: 'https://port.example/{booking}' },
    ])
    await openSettings(engine)
    await click(all('[data-testid=link-change]')[1]!)
    expect(text('link-preview')).toMatch(/has no booking number, so the link would not open\.$/)
    await press('Escape')
    await click(all('[data-testid=link-up]')[1]!)
    expect((await loadTemplates(engine)).map(({ id }) => id)).toEqual(['t2', 't1'])
    await click(all('[data-testid=link-remove]')[0]!)
    expect((await loadTemplates(engine)).map(({ id }) => id)).toEqual(['t1'])
    await click('undo')
    expect((await loadTemplates(engine)).map(({ id }) => id)).toEqual(['t2', 't1'])
  })

  test('explain the missing web app address, and copy Quaywatch links for a TMS and for Excel', async () => {
    await openSettings()
    expect(text('links')).toContain('select “O, open in web app” under “Opened by”.')
    await click('copy-link-in-address')
    await click('copy-link-in-excel')
    expect(copied).toEqual(['quaywatch://shipments/find?q=', '=HYPERLINK("quaywatch://shipments/find?q="&A2,A2)'])
    expect(isShown('add-link')).toBe(true)
  })
})
