// Several accounts: the menu, the keys and Settings. No data of one account appears under the name of another.
import { nextTick, shallowRef } from 'vue'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { EngineContract } from '#contract/index.ts'
import type { HostState } from '#contract/shell.ts'
import { type PortOffer, createLink } from '../../../src/renderer/src/engine/link.ts'
import { type ShellLink, createEngineLink } from '../../../src/renderer/src/engine/engine.ts'
import { createPortPair } from '#support/memory-port.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { SERVICE_KEY, SERVICE_URL } from '#support/tracking-service.ts'
import { all, byTestId, click, column, flush, isShown, open, press, setScreens, text, type } from '#support/screens.ts'

setScreens()

const accounts: HostState['accounts'] = [
  { id: 'main', name: 'Harbour Row Forwarding', serviceUrl: 'https://tracking.example/v2', kind: 'own', waiting: 0 },
  { id: 'account-2', name: 'Night desk', serviceUrl: 'https://tracking.example/v2', kind: 'own', waiting: 3 },
  { id: 'sample', name: 'Sample', serviceUrl: '', kind: 'sample', waiting: 0 },
]

describe('the menu of accounts', () => {
  test('shows the open account and the unsent changes of the others, and switches between accounts', async () => {
    const { shell } = await open({ rows: 7, host: { accounts } })
    expect([text('account-name'), text('waits-elsewhere')]).toEqual(['Harbour Row Forwarding', '3'])
    await click('account-menu')
    expect(text('open-account-account-2')).toContain('3 changes not sent')
    await click('open-account-account-2')
    expect([shell.state.account.id, text('account-name'), isShown('waits-elsewhere')]).toEqual([
      'account-2',
      'Night desk',
      false,
    ])
  })

  test('switches by keys in the order of the list and from the palette, and leads to Settings', async () => {
    const { shell, router } = await open({ rows: 7, host: { accounts } })
    await press('g')
    await press('2')
    expect(shell.state.account.id).toBe('account-2')
    await press('k', { ctrlKey: true })
    await type('palette-input', 'switch harbour')
    await press('Enter')
    expect(shell.state.account.id).toBe('main')
    await click('account-menu')
    await click('manage-accounts')
    await expect.poll(() => router.currentRoute.value.name).toBe('settings')
  })

  test('says why another account cannot be opened', async () => {
    const { shell } = await open({ rows: 7, host: { accounts } })
    shell.state.accounts = accounts.filter(({ id }) => id !== 'account-2')
    await press('g')
    await press('2')
    expect(document.body.textContent).toContain('This account is no longer on the list.')
  })
})

test('two clicks on leaving the sample send one request, and the menu shows that it runs', async () => {
  const sample = { id: 'sample', name: 'Sample', serviceUrl: '' }
  const { shell, links } = await open({ host: { accounts, isSample: true, account: sample } })
  const shellCalls = vi.spyOn(links.shell, 'call')
  const leaveButton = document.querySelector<HTMLElement>('button.leave')
  leaveButton?.click()
  leaveButton?.click()
  await nextTick()
  expect(text('account-menu')).toContain('Opening your account')
  await flush()
  expect([shellCalls.mock.calls.filter(([name]) => name === 'account.switch').length, shell.state.account.id]).toEqual([
    1,
    'main',
  ])
})

describe('a switch to another account', () => {
  /** Opens the panel of the first container. */
  async function openContainer() {
    const engine = await startScreenEngine({ containers: 7 })
    const [container] = await engine.rows()
    return open({ engine, host: { accounts }, path: `/containers?container=${container!.id}` })
  }

  test('clears the filter, the open panel and the half-typed number of the previous account', async () => {
    const { router } = await openContainer()
    await type('filter-text', 'MSCU')
    await press('n', { ctrlKey: true })
    expect(isShown('detail-panel')).toBe(true)
    await press('Escape')
    await click('account-menu')
    await click('open-account-account-2')
    expect([isShown('detail-panel'), router.currentRoute.value.fullPath, isShown('add-number')]).toEqual([
      false,
      '/containers',
      false,
    ])
    expect((byTestId('filter-text') as HTMLInputElement).value).toBe('')
    expect(column('number').length).toBeGreaterThan(0)
  })

  test('clears the list draft and the undo steps of the previous account', async () => {
    const { router, engine } = await openContainer()
    engine.network.unplug()
    await click('change-refs')
    await type('add-refs', 'PO-77')
    byTestId('save-refs').closest('form')?.requestSubmit()
    await flush()
    await router.push({ name: 'add-list' })
    await flush()
    await type('list-text', 'COSU6123456701\nCOSU6123456702')
    byTestId('list-judge').closest('form')?.requestSubmit()
    await flush()
    expect([isShown('draft-rows'), isShown('undo')]).toEqual([true, true])
    await click('account-menu')
    await click('open-account-account-2')
    await expect.poll(() => isShown('undo')).toBe(false)
    // In the field, which has focus, the browser undoes the typing.
    byTestId('list-text').blur()
    await press('z', { ctrlKey: true })
    expect([isShown('draft-rows'), engine.calls.filter(({ name }) => name === 'edits.undo')]).toEqual([false, []])
    expect(document.body.textContent).toContain('This window has nothing left to undo')
  })

  test('offers no draft of a record of the previous account', async () => {
    await openContainer()
    await click('change-refs')
    await type('add-refs', 'PO-77')
    await click('account-menu')
    await click('open-account-account-2')
    await flush()
    expect([isShown('add-refs'), isShown('undo')]).toEqual([false, false])
  })

  test('drops a file that was still being read for the previous account', async () => {
    await open({ rows: 7, host: { accounts }, path: '/requests/add' })
    const file = new File([], 'list.csv')
    const bytes = Promise.withResolvers<ArrayBuffer>()
    Object.defineProperty(file, 'arrayBuffer', { value: () => bytes.promise })
    const input = byTestId('list-chooser') as HTMLInputElement
    Object.defineProperty(input, 'files', { configurable: true, value: [file] })
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await flush()
    await click('account-menu')
    await click('open-account-account-2')
    bytes.resolve(new TextEncoder().encode('COSU6123456701\nCOSU6123456702\n').buffer)
    await flush()
    expect([isShown('list-text'), isShown('draft-rows')]).toEqual([true, false])
  })

  test('shows no row until the engine of the new account answers', async () => {
    const { shell, disconnect, reconnect } = await open({ rows: 7, host: { accounts } })
    expect(column('number').length).toBeGreaterThan(0)
    disconnect()
    await flush()
    // The host reports the new account while no engine runs.
    Object.assign(shell.state, { account: { id: 'account-2', name: 'Night desk', serviceUrl: '' } })
    shell.announceChange()
    await flush()
    expect([text('account-name'), column('number')]).toEqual(['Night desk', []])
    reconnect()
    await flush()
    expect(column('number').length).toBeGreaterThan(0)
  })

  test('shows no row of the new engine while the host still names the previous account', async () => {
    const { links, shell } = await open({ rows: 7, host: { accounts } })
    let accountId = 'main'
    Object.defineProperty(links, 'accountId', {
      value: {
        get value() {
          return accountId
        },
      },
    })
    expect(column('number').length).toBeGreaterThan(0)
    accountId = 'account-2'
    // The host reports another change, and does not name the new account yet.
    shell.state.theme = 'dark'
    shell.announceChange()
    await flush()
    expect([isShown('account-name'), column('number')]).toEqual([true, []])
  })
})

describe('the connection to an engine', () => {
  async function startConnection(answers: (() => Promise<{ account: { id: string } }>)[]) {
    const engine = await startScreenEngine({ containers: 3 })
    let offer: PortOffer | undefined
    const shell = {
      state: shallowRef('open'),
      call: () => answers.shift()?.(),
      onConnect: () => () => false,
      on: () => () => undefined,
    } as unknown as ShellLink
    const link = createEngineLink(shell, (newOffer) => {
      offer = newOffer
    })
    const offerPort = () => {
      const [pagePort, enginePort] = createPortPair()
      engine.attach(enginePort)
      offer?.adopt(pagePort)
      return enginePort
    }
    return { ...link, offerPort }
  }
  const answerWith = (id: string) => () => Promise.resolve({ account: { id } })

  test('opens only after the host names the account of the engine', async () => {
    const hostAnswer = Promise.withResolvers<{ account: { id: string } }>()
    const { engine, accountId, offerPort } = await startConnection([() => hostAnswer.promise])
    offerPort()
    await flush()
    expect([engine.state.value, accountId.value]).toEqual(['connecting', null])
    hostAnswer.resolve({ account: { id: 'account-2' } })
    await flush()
    expect([engine.state.value, accountId.value]).toEqual(['open', 'account-2'])
  })

  test('is closed if a newer connection replaces it before the host answers', async () => {
    const firstAnswer = Promise.withResolvers<{ account: { id: string } }>()
    const { engine, accountId, offerPort } = await startConnection([() => firstAnswer.promise, answerWith('account-3')])
    const olderPort = offerPort()
    let isClosed = false
    olderPort.onClose(() => {
      isClosed = true
    })
    offerPort()
    await flush()
    firstAnswer.resolve({ account: { id: 'main' } })
    await flush()
    expect([engine.state.value, isClosed]).toEqual(['open', true])
    expect(accountId.value === 'main' || accountId.value === 'account-3').toBe(true)
    await expect(engine.call('settings.get', {})).resolves.toBeDefined()
  })

  test('opens at once if the link has no host to ask for the account', () => {
    const [pagePort] = createPortPair()
    const link = createLink<EngineContract>((offer) => offer.adopt(pagePort))
    expect(link.state.value).toBe('open')
  })
})

describe('Settings', () => {
  const settings = {
    path: '/settings',
    rows: 7,
    host: { accounts, keyStorages: ['session', 'file'] as HostState['keyStorages'] },
  }

  test('lists every account, renames the open one, and opens another', async () => {
    const { shell } = await open(settings)
    expect([text('account-main'), text('account-account-2')]).toEqual([
      expect.stringContaining('Currently open'),
      expect.stringContaining('3 changes not sent'),
    ])
    await type('rename-account', 'Day desk')
    await click('save-name')
    byTestId('rename-account')
      .closest('form')!
      .dispatchEvent(new Event('submit', { cancelable: true }))
    await flush()
    expect(shell.state.account.name).toBe('Day desk')
    await click('open-account-2')
    expect(shell.state.account.id).toBe('account-2')
  })

  test('adds an account only with a name, checks its key first, and opens its Today screen', async () => {
    const { shell, engine, router } = await open(settings)
    await click('add-account-button')
    const dialog = all('dialog[open]')[0]!
    const typeIn = async (id: string, value: string) => {
      const input = dialog.querySelector<HTMLInputElement>(`[data-testid="${id}"] input`)!
      input.value = value
      input.dispatchEvent(new Event('input'))
      await flush()
    }
    const submit = async () => {
      dialog.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
      await flush()
    }
    await typeIn('service-url', SERVICE_URL)
    await typeIn('api-key', SERVICE_KEY)
    await submit()
    expect(dialog.textContent).toContain('Enter a name.')
    await typeIn('account-name-input', 'Third desk')
    await submit()
    expect(engine.calls.filter(({ name }) => name === 'sync.checkConnection')).toHaveLength(1)
    expect([shell.state.account.name, router.currentRoute.value.name]).toEqual(['Third desk', 'today'])
  })

  test('asks where to store a key only after the user enters one', async () => {
    await open(settings)
    expect([isShown('keep-key'), text('keep-note')]).toEqual([
      false,
      'The stored key stays where it is. Enter it again to store it elsewhere.',
    ])
    await type('api-key', 'another')
    expect([isShown('keep-key'), text('keep-note')]).toEqual([
      true,
      'The key is kept in memory until the app closes. It is sent to this service only.',
    ])
  })

  test('shows unsent changes and the folder that remains before it removes an account', async () => {
    const engine = await startScreenEngine({ containers: 7 })
    engine.network.unplug()
    const [container] = await engine.rows()
    await engine.ask('edits.saveLabels', {
      target: { type: 'container', id: container!.id },
      field: 'refs',
      words: ['PO 77'],
    })
    for (let index = 0; index < 9; index++)
      await engine.ask('tracking.create', {
        number: `COSU612345670${index}`,
        type: 'bill_of_lading',
        scac: 'COSU',
        refs: [],
        replaces: null,
      })
    const { shell } = await open({ ...settings, engine })
    await click('remove-account-button')
    expect(text('remove-unsent')).toMatch(
      /^10 of your changes have not reached the service:Refs of [A-Z]{4} \d{6} \dTracking request for .*and 4 more ?They wait in the data folder. Quaywatch sends them once you add the account again\.$/,
    )
    expect(text('remove-account')).toContain('accounts/main')
    await click('confirm-remove')
    expect([shell.state.accounts.map(({ id }) => id), shell.state.account.id]).toEqual([
      ['account-2', 'sample'],
      'account-2',
    ])
  })

  test('reports the removal also if the host answers before it opens the next account', async () => {
    const { shell } = await open(settings)
    // On a busy computer the toast would close before the next account is open.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    shell.handlers['account.remove'] = () => undefined
    await click('remove-account-button')
    await click('confirm-remove')
    expect(document.body.textContent).toContain('Account removed')
    shell.state.account = { id: 'account-2', name: 'Night desk', serviceUrl: 'https://tracking.example/v2' }
    shell.announceChange()
    await flush()
    expect([text('account-name'), document.body.textContent.includes('Account removed')]).toEqual(['Night desk', true])
  })
})

describe('a reduced pace', () => {
  test.each([
    [
      { isOnBattery: true, isLocked: false, metered: 'no' },
      /^Syncing less often: on battery · checked/,
      /sync every minute\./,
    ],
    [
      { isOnBattery: false, isLocked: false, metered: 'seldom' },
      /^Syncing less often: metered connection · checked/,
      /sync every 5 minutes\./,
    ],
    [
      { isOnBattery: false, isLocked: false, metered: 'pause' },
      /^Paused: metered connection · checked/,
      /sync is paused/,
    ],
  ] as const)('%j is shown in the chip, in its popover and on the status screen', async (pace, chipText, reason) => {
    const engine = await startScreenEngine({ containers: 7 })
    engine.setPace(pace)
    const { router } = await open({ engine })
    expect(text('sync-chip')).toMatch(chipText)
    await click('sync-chip')
    expect(text('sparing')).toMatch(reason)
    await router.push('/status')
    await flush()
    expect(text('pace')).toMatch(reason)
  })

  test('is chosen in Settings for this computer, and the budget share for the account', async () => {
    const { shell, engine } = await open({ path: '/settings', rows: 7, host: { sparesBattery: true } })
    await click(byTestId('metered-pause').querySelector('input')!)
    await click('spares-battery')
    expect([shell.state.metered, shell.state.sparesBattery]).toEqual(['pause', false])
    const share = byTestId('budget-share').querySelector('input')!
    share.value = '40'
    share.dispatchEvent(new Event('input'))
    share.dispatchEvent(new Event('change'))
    share.dispatchEvent(new Event('blur'))
    await flush()
    expect((await engine.ask('settings.get', {})).budgetShare).toBe(40)
  })
})
