// Ways into other programs and back: addresses in Settings, the keys "T" and "O", the panel's menu, and links to copy.
import { describe, expect, it, vi } from 'vitest'
import type { LinkTemplate } from '#contract/templates.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { all, byTestId, click, copied, isShown, open, press, setScreens, settled, text } from '#support/screens.ts'

setScreens()

const tms: LinkTemplate = {
  id: 't1',
  name: 'CargoWise',
  address: 'https://tms.example/search?box={number}',
  openedBy: 'tms',
}
const said = () => all('.n-message').map(({ textContent }) => textContent)

async function typeInto(id: string, value: string) {
  const input = byTestId(id).querySelector('input')!
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await settled()
}

/** Addresses the browser was sent to. */
function followed(): string[] {
  const went: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    went.push(`${this.target} ${this.rel} ${this.href}`)
  })
  return went
}

const saved = (engine: ScreenEngine) => engine.ask('templates.list', {})

async function start(templates: LinkTemplate[] = []) {
  const engine = await startScreenEngine({ containers: 7 })
  for (const template of templates) await engine.ask('templates.save', template)
  return engine
}

async function withBox(
  templates: LinkTemplate[],
  options: Parameters<typeof open>[0] = {},
): Promise<{ engine: ScreenEngine; number: string; id: string }> {
  const engine = options.engine ?? (await start(templates))
  const { number, id } = (await engine.rows())[0]!
  await open({ engine, path: `/lfd?container=${id}`, ...options })
  return { engine, number, id }
}

describe('opening in another program', () => {
  it('is one key, and a browser opens a page of its own that knows nothing of ours', async () => {
    const went = followed()
    const { number } = await withBox([tms])
    await press('t')
    expect(went).toEqual([`_blank noopener noreferrer https://tms.example/search?box=${number}`])
  })

  it('pressed before the addresses are here, opens once they are', async () => {
    const went = followed()
    const engine = await start([tms])
    const here = Promise.withResolvers<undefined>()
    engine.between('templates.list', (_, ask) => here.promise.then(ask))
    await withBox([], { engine })
    await press('t')
    expect([went, said()]).toEqual([[], []])
    here.resolve(undefined)
    await settled()
    expect(went.length).toBe(1)
  })

  it('goes through the desktop app, which asks', async () => {
    const shell = createFakeShell({ host: 'electron' })
    const asked: string[] = []
    shell.handlers['link.open'] = ({ url }) => {
      asked.push(url)
    }
    const { number } = await withBox([{ ...tms, openedBy: 'web', address: 'edient:Open={number}' }], { shell })
    await press('o')
    expect(asked).toEqual([`edient:Open=${number}`])
  })

  it('says what a container lacks, and takes the next address of the key that it has all for', async () => {
    const went = followed()
    const { number } = await withBox([{ ...tms, id: 't0', address: 'https://tms.example/{booking}/{number}' }])
    await press('t')
    expect([went, said().join(' ')]).toEqual([
      [],
      expect.stringMatching(/has no booking number\. Nothing was opened\.$/),
    ])
    await withBox([{ ...tms, id: 't0', address: 'https://tms.example/{booking}' }, tms])
    await press('t')
    expect(went).toEqual([`_blank noopener noreferrer https://tms.example/search?box=${number}`])
  })

  it('says where an address is set while none is', async () => {
    await withBox([])
    await press('o')
    expect(said().join(' ')).toContain('No address is set for opening in the web app. Add one in Settings, Links.')
  })

  it('is in the palette under its own name, with or without a key', async () => {
    await withBox([tms, { ...tms, id: 't2', name: 'Port site', openedBy: null }])
    await press('k', { ctrlKey: true })
    const words = all('[role=option]').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
    expect(words.filter((word) => /in (CargoWise|Port site)|in the web app/.test(word))).toEqual([
      expect.stringMatching(/in CargoWise ?T$/),
      expect.stringMatching(/in the web app ?O$/),
      expect.stringMatching(/in Port site$/),
    ])
  })

  it('is in the panel, with a link that can be copied', async () => {
    const went = followed()
    const { number } = await withBox([tms])
    await click('open-in')
    await click('open-in-CargoWise')
    expect(went.length).toBe(1)
    await click('open-in')
    await click('copy-link')
    expect(copied).toEqual([`quaywatch://shipments/find?q=${number}`])
  })
})

describe('addresses in Settings', () => {
  const openSettings = async (engine?: ScreenEngine) => open({ path: '/settings', engine: engine ?? (await start()) })

  it('are tested with a container while they are typed, and saved', async () => {
    const { engine } = await openSettings()
    expect(text('links')).toContain('No address yet.')
    await click('add-link')
    const box = (await engine.rows())[0]!
    await typeInto('link-address', 'https://tms.example/')
    await click('place-number')
    expect(text('link-preview')).toMatch(new RegExp(`https://tms\\.example/${box.number}$`))
    byTestId('link-form').dispatchEvent(new Event('submit'))
    await settled()
    expect([text('link-problem'), await saved(engine)]).toEqual(['Give the address a name.', []])
    await typeInto('link-name', 'CargoWise')
    byTestId('link-form').dispatchEvent(new Event('submit'))
    await settled()
    expect(await saved(engine)).toMatchObject([
      { name: 'CargoWise', address: 'https://tms.example/{number}', openedBy: 'tms' },
    ])
    expect(text('links')).toContain('Open in TMS: T · https://tms.example/{number}')
  })

  it.each([
    ['javascript:alert(1)', 'Quaywatch never opens addresses that begin like this.', '(javascript)'],
    ['https://tms.example/{po}', 'There is no such placeholder.', '({po})'],
    ['https://{customer}/', 'The name of the site must not contain a placeholder.', ''],
    ['tms.example', 'This is not an address that can be opened.', ''],
  ])('%s is refused in plain words while it is typed', async (address, what, detail) => {
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
    await settled()
    expect(await saved(engine)).toEqual([])
  })

  it('say what a container lacks, are moved, removed, and brought back in their place', async () => {
    const engine = await start([
      tms,
      { ...tms, id: 't2', name: 'Port site', openedBy: null, address: 'https://port.example/{booking}' },
    ])
    await openSettings(engine)
    await click(all('[data-testid=link-change]')[1]!)
    expect(text('link-preview')).toMatch(/has no booking number, so it would not be opened\.$/)
    await press('Escape')
    await click(all('[data-testid=link-up]')[1]!)
    expect((await saved(engine)).map(({ id }) => id)).toEqual(['t2', 't1'])
    await click(all('[data-testid=link-remove]')[0]!)
    expect((await saved(engine)).map(({ id }) => id)).toEqual(['t1'])
    await click('undo')
    expect((await saved(engine)).map(({ id }) => id)).toEqual(['t2', 't1'])
  })

  it('say how the web app is set, and hand out our own for a TMS and for Excel', async () => {
    await openSettings()
    expect(text('links')).toContain('The service names no address of its own web app.')
    await click('copy-link-in-address')
    await click('copy-link-in-excel')
    expect(copied).toEqual(['quaywatch://shipments/find?q=', '=HYPERLINK("quaywatch://shipments/find?q="&A2,A2)'])
    expect(isShown('add-link')).toBe(true)
  })
})
