// What each screen shows after the connection to the engine was lost.
import { describe, expect, test } from 'vitest'
import { column, flush, open, press, setScreens, text, type } from '#support/screens.ts'

setScreens()

const getMainText = () => document.querySelector('main')?.textContent ?? ''
const NOT_ANSWERING =
  /The part of the app that holds your data is not responding\.\s*If that part is still running, the window reconnects automatically\. If not, start the app again\./

async function openAndLose(path: string) {
  const opened = await open({ path })
  opened.disconnect()
  await flush()
  return opened
}

describe('after the engine was lost', () => {
  test.each([
    '/today',
    '/containers',
    '/ready',
    '/shipments',
    '/charges',
    '/changes',
    '/requests',
    '/status',
    '/settings',
    '/shipments/find?q=MSCU1234567',
  ])('%s, opened after the loss, says what happened and what to do', async (path) => {
    const { router } = await openAndLose('/lfd')
    await router.push(path)
    await flush()
    expect(getMainText()).toMatch(NOT_ANSWERING)
  })

  test('a screen keeps its rows', async () => {
    const { disconnect } = await open({ path: '/lfd' })
    const numbersBefore = column('number')
    disconnect()
    await flush()
    expect([numbersBefore.length > 0, column('number')]).toEqual([true, numbersBefore])
    // The line under the list reports the loss, and the rows remain.
    expect(document.querySelector('[data-testid="empty-state"]')).toBeNull()
  })

  test.each([
    ['browser', /start the app again as you did before, and use the page it opens/],
    ['electron', /reconnects automatically\./],
  ] as const)('the banner says what the user can do in %s', async (host, advice) => {
    const { disconnect } = await open({ path: '/lfd', host: { host } })
    disconnect()
    await flush()
    expect(document.querySelector('.banners')?.textContent).toMatch(advice)
  })

  test('the banner of a browser says that the program stopped once it refuses connections', async () => {
    const { disconnect, isHostGone } = await open({ path: '/lfd', host: { host: 'browser' } })
    disconnect()
    await flush()
    isHostGone.value = true
    await flush()
    expect(document.querySelector('.banners')?.textContent).toMatch(
      /^\s*Quaywatch has stopped\. Start it again, and use the page it opens\.\s*$/,
    )
  })

  test('the banner and an empty screen of a browser say the same', async () => {
    const { disconnect, router } = await open({ path: '/lfd', host: { host: 'browser' } })
    disconnect()
    await flush()
    await router.push('/containers')
    await flush()
    const phrases = [document.querySelector('.banners')?.textContent ?? '', getMainText()].map((text) =>
      ['automatically', 'restart the app', 'If that part is still running', 'start the app again'].filter((part) =>
        text.toLowerCase().includes(part.toLowerCase()),
      ),
    )
    expect(phrases).toEqual([
      ['automatically', 'If that part is still running', 'start the app again'],
      ['automatically', 'If that part is still running', 'start the app again'],
    ])
  })

  test('a panel reports the loss instead of data', async () => {
    await openAndLose('/lfd')
    await press('j')
    await press('Enter')
    expect(text('detail-panel')).toMatch(NOT_ANSWERING)
  })

  test('the search reports the loss instead of results', async () => {
    await openAndLose('/lfd')
    await type('search', 'MSCU')
    expect(document.querySelector('[data-testid="search-results"]')?.textContent).toMatch(NOT_ANSWERING)
  })

  test('a screen without data fills as soon as the engine is back', async () => {
    const { router, reconnect } = await openAndLose('/lfd')
    await router.push('/containers')
    await flush()
    reconnect()
    await flush()
    expect([column('number').length > 0, NOT_ANSWERING.test(getMainText())]).toEqual([true, false])
  })

  test('the desktop app offers a restart of the engine, and then says that data is being prepared', async () => {
    const { disconnect, shell } = await open({ path: '/lfd', host: { host: 'electron' } })
    shell.handlers['engine.restart'] = () => {
      shell.state.isEngineStarting = true
      shell.announceChange()
    }
    disconnect()
    await flush()
    const banner = () => document.querySelector('.banners')?.textContent ?? ''
    expect(banner()).toContain('is not responding')
    ;[...document.querySelectorAll<HTMLElement>('.banners button')]
      .find((button) => button.textContent === 'Restart')
      ?.click()
    await flush()
    expect(banner()).toMatch(/^Quaywatch is preparing your saved data\./)
  })

  test('a page in a browser offers no restart', async () => {
    await openAndLose('/lfd')
    expect(document.querySelector('.banners button')).toBeNull()
  })
})
