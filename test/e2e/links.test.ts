// Links between the board and the TMS, in Chromium: one key opens a container in the TMS, and a link leads back. Part
// of story 6 (docs/testing.md).
import { describe, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { createStage, startOnFixedDay } from './stage.ts'

const stage = createStage()

describe('links', () =>
  test('one configured address opens each container in the TMS by one key, and a link leads back to it', async () => {
    const { host } = await startOnFixedDay({ containers: 40 })
    const board = await stage.open(host, { permissions: ['clipboard-read', 'clipboard-write'] })
    await board.waitForContainers(40)
    // A fake TMS in which every page exists.
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
    await eventually(() => board.textOf('link-preview')).toMatch(
      /^With [A-Z]{4} \d{6} \d: http:\/\/tms\.localhost\/find\?mbl=\w+&box=[A-Z]{4}\d{7}$/,
    )
    await board.by('link-save').click()
    await board.by('link-form').waitFor({ state: 'hidden' })

    await board.goTo('lfd')
    await board.openRow(0)
    const number = (await board.textOf('panel-number')).replaceAll(' ', '')
    const [tmsPage] = await Promise.all([board.page.context().waitForEvent('page'), board.press('t')])
    await tmsPage.waitForURL(/tms\.localhost/)
    expect(new URL(tmsPage.url()).searchParams.get('box')).toBe(number)
    expect(await tmsPage.evaluate(() => window.opener === null && document.referrer === '')).toBe(true)
    await tmsPage.close()

    // Opens one of our links like the desktop app, which searches for the text after `q=`.
    await board.by('open-in').click()
    await board.by('copy-link').click()
    await eventually(() => host.readClipboard(board)).toBe(`quaywatch://shipments/find?q=${number}`)
    await board.page.evaluate((containerNumber) => {
      location.hash = `#/shipments/find?q=${containerNumber}`
    }, number)
    // The panel of the list may still be open until the link is resolved.
    await eventually(() => board.page.url()).toContain('#/shipments?')
    await eventually(async () => (await board.textOf('panel-number')).replaceAll(' ', '')).toBe(number)
  }))
