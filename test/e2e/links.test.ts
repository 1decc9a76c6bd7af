// Product story 6 and the links of section 2, in Chromium: from the board to the TMS by one key, and back by a link.
import { describe, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { setStage, startOnTheDay } from './stage.ts'

const stage = setStage()

describe('links', () =>
  test('one configured address opens each container in the TMS by one key, and a link leads back to it', async () => {
    const { host } = await startOnTheDay(40)
    const board = await stage.open(host, { permissions: ['clipboard-read', 'clipboard-write'] })
    await board.hasAll(40)
    // The TMS, in which every page exists.
    await board.page
      .context()
      .route('http://tms.localhost/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>TMS</title>' }),
      )
    await board.goTo('settings')
    await board.by('add-link').click()
    await board.by('link-name').locator('input').fill('CargoWise')
    await board.by('link-address').locator('input').fill('http://tms.localhost/find?mbl={masterBill}&box=')
    await board.by('place-number').click()
    await eventually(() => board.says('link-preview')).toMatch(
      /^With [A-Z]{4} \d{6} \d: http:\/\/tms\.localhost\/find\?mbl=\w+&box=[A-Z]{4}\d{7}$/,
    )
    await board.by('link-save').click()
    await board.by('link-form').waitFor({ state: 'hidden' })

    await board.goTo('lfd')
    await board.openRow(0)
    const number = (await board.says('panel-number')).replaceAll(' ', '')
    const [tms] = await Promise.all([board.page.context().waitForEvent('page'), board.press('t')])
    await tms.waitForURL(/tms\.localhost/)
    expect(new URL(tms.url()).searchParams.get('box')).toBe(number)
    expect(await tms.evaluate(() => window.opener === null && document.referrer === '')).toBe(true)
    await tms.close()

    // Back to the app, like the desktop app opens one of our links: it searches for the text after `q=`.
    await board.by('open-in').click()
    await board.by('copy-link').click()
    await eventually(() => host.clipboard(board)).toBe(`quaywatch://shipments/find?q=${number}`)
    await board.page.evaluate((q) => {
      location.hash = `#/shipments/find?q=${q}`
    }, number)
    // The panel of the list may still be open until the link is resolved.
    await eventually(() => board.page.url()).toContain('#/shipments?')
    await eventually(async () => (await board.says('panel-number')).replaceAll(' ', '')).toBe(number)
  }))
