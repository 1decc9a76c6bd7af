// Several accounts on screen: the menu, the keys, Settings; and nothing of one account under the name of another.
import { nextTick, shallowRef } from 'vue'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { HostState } from '#contract/shell.ts'
import { type Offer, createLink } from '../../src/renderer/src/engine/link.ts'
import { type ShellLink, createEngineLink } from '../../src/renderer/src/engine/engine.ts'
import { createFakeEngine } from '#support/fake-engine.ts'
import { createFakes } from '#support/fake-engine-link.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { memoryPair } from '#support/memory-port.ts'
import { all, byTestId, click, column, isShown, open, press, setScreens, settled, text, type } from '#support/fake-screens.ts'

setScreens()

const accounts: HostState['accounts'] = [
  { id: 'main', name: 'Harbour Row Forwarding', serviceUrl: 'https://tracking.example/v2', kind: 'own', waiting: 0 },
  { id: 'account-2', name: 'Night desk', serviceUrl: 'https://tracking.example/v2', kind: 'own', waiting: 3 },
  { id: 'sample', name: 'Sample', serviceUrl: '', kind: 'sample', waiting: 0 },
]

describe('the menu of accounts', () => {
  it('names the open one, tells what waits in the others, and switches', async () => {
    const { shell } = await open({ host: { accounts } })
    expect([text('account-name'), text('waits-elsewhere')]).toEqual(['Harbour Row Forwarding', '3'])
    await click('account-menu')
    expect(text('open-account-account-2')).toContain('3 changes not sent')
    await click('open-account-account-2')
    expect([shell.state.account.id, text('account-name'), isShown('waits-elsewhere')]).toEqual(['account-2', 'Night desk', false])
  })

  it('is reached by keys in the order of the list, from the palette, and leads to Settings', async () => {
    const { shell, router } = await open({ host: { accounts } })
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

  it('says why it stays where it is when the other cannot be opened', async () => {
    const { shell } = await open({ host: { accounts } })
    shell.state.accounts = accounts.filter(({ id }) => id !== 'account-2')
    await press('g')
    await press('2')
    expect(document.body.textContent).toContain('This account is not on the list any more.')
  })
})

it('leaving the sample is asked for once, and shown while it lasts', async () => {
  const sample = { id: 'sample', name: 'Sample', serviceUrl: '' }
  const { shell, links } = await open({ host: { accounts, isSample: true, account: sample } })
  const asked = vi.spyOn(links.shell, 'call')
  const leave = document.querySelector<HTMLElement>('button.leave')
  leave?.click()
  leave?.click()
  await nextTick()
  expect(text('account-menu')).toContain('Opening your account')
  await settled()
  expect([asked.mock.calls.filter(([name]) => name === 'account.switch').length, shell.state.account.id]).toEqual([1, 'main'])
})

describe('another account', () => {
  it('begins without the filter, the selection, the open panel and the half-typed number of the one before', async () => {
    const { router } = await open({ host: { accounts }, path: '/containers?container=container-1' })
    await type('filter-text', 'MSCU')
    await press('n', { ctrlKey: true })
    expect(isShown('detail-panel')).toBe(true)
    await press('Escape')
    await click('account-menu')
    await click('open-account-account-2')
    expect([isShown('detail-panel'), router.currentRoute.value.fullPath, isShown('add-number')]).toEqual([false, '/containers', false])
    expect((byTestId('filter-text') as HTMLInputElement).value).toBe('')
    expect(column('number').length).toBeGreaterThan(0)
  })

  it('is not reached by the list, the Undo and the buttons of the one before', async () => {
    const { router, engine } = await open({ host: { accounts }, path: '/containers?container=container-1' })
    await click('change-refs')
    await type('add-refs', 'PO-77')
    byTestId('save-refs').closest('form')?.requestSubmit()
    await settled()
    await router.push({ name: 'add-list' })
    await settled()
    await type('list-text', 'OBLN61234567\nOBLN61234568')
    byTestId('list-judge').closest('form')?.requestSubmit()
    await settled()
    expect([isShown('draft-rows'), isShown('undo')]).toEqual([true, true])
    await click('account-menu')
    await click('open-account-account-2')
    await expect.poll(() => isShown('undo')).toBe(false)
    await press('z', { ctrlKey: true })
    expect([isShown('draft-rows'), engine.calls.filter(({ name }) => name === 'edits.undo')]).toEqual([false, []])
    expect(document.body.textContent).toContain('Nothing done in this window is left to take back')
  })

  it('does not get a file that was still being read for the one before', async () => {
    await open({ host: { accounts }, path: '/requests/add' })
    const file = new File([], 'list.csv')
    const bytes = Promise.withResolvers<ArrayBuffer>()
    Object.defineProperty(file, 'arrayBuffer', { value: () => bytes.promise })
    const input = byTestId('list-chooser') as HTMLInputElement
    Object.defineProperty(input, 'files', { configurable: true, value: [file] })
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await settled()
    await click('account-menu')
    await click('open-account-account-2')
    bytes.resolve(new TextEncoder().encode('OBLN61234567\nOBLN61234568\n').buffer)
    await settled()
    expect([isShown('list-text'), isShown('draft-rows')]).toEqual([true, false])
  })

  it('shows no row before its own engine answers', async () => {
    const { shell, goAway, mend } = await open({ host: { accounts } })
    expect(column('number').length).toBeGreaterThan(0)
    goAway()
    await settled()
    // The host tells while no engine runs.
    Object.assign(shell.state, { account: { id: 'account-2', name: 'Night desk', serviceUrl: '' } })
    shell.changed()
    await settled()
    expect([text('account-name'), column('number')]).toEqual(['Night desk', []])
    mend()
    await settled()
    expect(column('number').length).toBeGreaterThan(0)
  })

  it('is not drawn under the name of the one before when its engine is there first', async () => {
    const { links, shell } = await open({ host: { accounts } })
    let account = 'main'
    Object.defineProperty(links, 'account', { value: { get value() { return account } } })
    expect(column('number').length).toBeGreaterThan(0)
    account = 'account-2'
    // Something else the host tells, while it has not said yet which account it is.
    shell.state.theme = 'dark'
    shell.changed()
    await settled()
    expect([isShown('account-name'), column('number')]).toEqual([true, []])
  })
})

describe('the pipe to an engine', () => {
  function pipe(answers: (() => Promise<{ account: { id: string } }>)[]) {
    const engine = createFakeEngine(3)
    let offer: Offer | undefined
    const shell = { state: shallowRef('open'), call: () => answers.shift()?.(), onConnect: () => () => false, on: () => () => undefined } as unknown as ShellLink
    const made = createEngineLink(shell, (to) => { offer = to })
    const give = () => {
      const [near, far] = memoryPair()
      engine.attach(far)
      offer?.adopt(near)
      return far
    }
    return { ...made, give }
  }
  const says = (id: string) => () => Promise.resolve({ account: { id } })

  it('is used only once it is known whose engine it leads to', async () => {
    const known = Promise.withResolvers<{ account: { id: string } }>()
    const { engine, account, give } = pipe([() => known.promise])
    give()
    await settled()
    expect([engine.state.value, account.value]).toEqual(['connecting', null])
    known.resolve({ account: { id: 'account-2' } })
    await settled()
    expect([engine.state.value, account.value]).toEqual(['open', 'account-2'])
  })

  it('that was overtaken by another meanwhile is not used', async () => {
    const first = Promise.withResolvers<{ account: { id: string } }>()
    const { engine, account, give } = pipe([() => first.promise, says('account-3')])
    const old = give()
    let isClosed = false
    old.onClose(() => { isClosed = true })
    give()
    await settled()
    first.resolve({ account: { id: 'main' } })
    await settled()
    expect([engine.state.value, isClosed]).toEqual(['open', true])
    expect(account.value === 'main' || account.value === 'account-3').toBe(true)
    await expect(engine.call('settings.get', {})).resolves.toBeDefined()
  })

  it('without anybody to ask whose it is is used as it comes', () => {
    const [near] = memoryPair()
    const link = createLink<EngineContract>((to) => { to.adopt(near) })
    expect(link.state.value).toBe('open')
  })
})

describe('Settings', () => {
  const settings = { path: '/settings', host: { accounts, keyStorages: ['session', 'file'] as HostState['keyStorages'] } }

  it('lists every account, opens another, and gives the open one a name', async () => {
    const { shell } = await open(settings)
    expect([text('account-main'), text('account-account-2')]).toEqual([expect.stringContaining('Open now'), expect.stringContaining('3 changes not sent')])
    await type('rename-account', 'Day desk')
    await click('save-name')
    byTestId('rename-account').closest('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
    await settled()
    expect(shell.state.account.name).toBe('Day desk')
    await click('open-account-2')
    expect(shell.state.account.id).toBe('account-2')
  })

  it('adds one only with a name, checks its key first, and goes to its board', async () => {
    const { shell, engine, router } = await open(settings)
    await click('add-account-button')
    const dialog = all('dialog[open]')[0]!
    const typeIn = async (id: string, value: string) => {
      const input = dialog.querySelector<HTMLInputElement>(`[data-testid="${id}"] input`)!
      input.value = value
      input.dispatchEvent(new Event('input'))
      await settled()
    }
    const submit = async () => {
      dialog.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
      await settled()
    }
    await typeIn('service-url', 'https://tracking.example/v2')
    await typeIn('api-key', 'good')
    await submit()
    expect(dialog.textContent).toContain('A name is needed.')
    await typeIn('account-name-input', 'Third desk')
    await submit()
    expect(engine.calls.filter(({ name }) => name === 'sync.checkConnection')).toHaveLength(1)
    expect([shell.state.account.name, router.currentRoute.value.name]).toEqual(['Third desk', 'today'])
  })

  it('asks where a key shall rest only when one is entered: a stored one stays where it is', async () => {
    await open(settings)
    expect([isShown('keep-key'), text('keep-note')]).toEqual([false, 'The stored key stays where it is kept. Enter it again to keep it elsewhere.'])
    await type('api-key', 'another')
    expect([isShown('keep-key'), text('keep-note')]).toEqual([true, 'The key is kept in memory until the app closes. It is sent to this address only.'])
  })

  it('names what has not been sent before an account is removed, and says what is kept', async () => {
    const { shell, engine } = await open(settings)
    await engine.handlers['edits.saveWords']({ target: { type: 'container', id: 'container-1' }, field: 'refs', words: ['PO 77'] })
    await click('remove-account-button')
    expect(text('remove-unsent')).toMatch(/^10 changes of yours have not reached the service:Refs of [A-Z]{4} \d{6} \dTracking request for .*and 4 more ?They wait in the data folder and leave once the account is added again\.$/)
    expect(text('remove-account')).toContain('accounts/main')
    await click('confirm-remove')
    expect([shell.state.accounts.map(({ id }) => id), shell.state.account.id]).toEqual([['account-2', 'sample'], 'account-2'])
  })

  it('says that an account was removed when the host answers before it opens another, too', async () => {
    const { shell } = await open(settings)
    shell.handlers['account.remove'] = () => undefined
    await click('remove-account-button')
    await click('confirm-remove')
    expect(document.body.textContent).toContain('Account removed')
    shell.state.account = { id: 'account-2', name: 'Night desk', serviceUrl: 'https://tracking.example/v2' }
    shell.changed()
    await settled()
    expect([text('account-name'), document.body.textContent.includes('Account removed')]).toEqual(['Night desk', true])
  })
})

describe('a sparing pace', () => {
  it.each([
    [{ word: 'battery', everyS: 60 }, /^Checking less often: on battery · checked/, /read every minute\./],
    [{ word: 'metered', everyS: 300 }, /^Checking less often: metered connection · checked/, /read every 5 minutes\./],
    [{ word: 'paused', everyS: null }, /^Paused: metered connection · checked/, /reading is paused/],
  ] as const)('%j is said in the chip, behind it, and on the status screen', async (pace, word, reason) => {
    const { router } = await open({ status: { pace } })
    expect(text('sync-chip')).toMatch(word)
    await click('sync-chip')
    expect(text('sparing')).toMatch(reason)
    await router.push('/status')
    await settled()
    expect(text('pace')).toMatch(reason)
  })

  it('is chosen in Settings: the connection for this computer, the share for the account', async () => {
    const { shell, engine } = await open({ path: '/settings', host: { sparesBattery: true } })
    await click(byTestId('metered-pause').querySelector('input')!)
    await click('spares-battery')
    expect([shell.state.metered, shell.state.sparesBattery]).toEqual(['pause', false])
    const share = byTestId('budget-share').querySelector('input')!
    share.value = '40'
    share.dispatchEvent(new Event('input'))
    share.dispatchEvent(new Event('change'))
    share.dispatchEvent(new Event('blur'))
    await settled()
    expect(engine.settings.budgetShare).toBe(40)
  })
})

it('the fakes lead to the account the host speaks of', () => {
  expect(createFakes(1, createFakeEngine(1), createFakeShell({ accounts })).links.account.value).toBe('main')
})

it.each(['api/offline', 'api/timeout', 'api/rate-limited', 'api/server-error', 'api/not-found', 'api/redirected'] as const)('an account that cannot be checked (%s) is promised nothing that goes on by itself, and sent nowhere', async (code) => {
  const engine = createFakeEngine(1)
  engine.handlers['sync.checkConnection'] = () => { throw new AppError(code) }
  const { shell } = await open({ engine, host: { hasKey: false, account: { id: 'main', name: 'My account', serviceUrl: '' }, keyStorages: ['session'] } })
  await type('service-url', 'https://tracking.example/v2')
  await type('api-key', 'good')
  byTestId('service-url').closest('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await settled()
  expect([text('connect-failure'), shell.state.hasKey]).toEqual([expect.stringContaining('Nothing was stored.'), false])
  expect(text('connect-failure')).not.toMatch(/by itself|Settings|saved data/)
})

describe('a key of another account', () => {
  const refused = (details: Record<string, string | number | boolean>) => {
    throw new AppError('shell/other-account', { account: 'Harbour Row Forwarding', accountId: 'main', waiting: 2, isOtherAddress: false, canReplace: true, ...details })
  }

  /** Settings, with a key entered that the host asks about. */
  async function enter(match: 'other' | 'unknown', details: Record<string, string | number | boolean> = {}) {
    const opened = await open({ path: '/settings', host: { accounts } })
    const { shell, engine } = opened
    const asked: unknown[] = []
    const connect = shell.handlers['account.connect']
    shell.handlers['account.connect'] = (input) => {
      asked.push(input)
      return input.replaces === true || input.found?.match === 'same' ? connect(input) : refused(details)
    }
    engine.handlers['sync.checkConnection'] = ({ serviceUrl }) => ({ serviceUrl, containers: 3, account: match })
    await type('api-key', 'another')
    byTestId('api-key').closest('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
    await settled()
    const choose = async (choice: string) => {
      byTestId(`other-${choice}`).querySelector('input')!.dispatchEvent(new Event('change'))
      byTestId('other-submit').closest('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
      await settled()
    }
    return { ...opened, asked, choose }
  }
  const offered = () => all('[data-testid="other-account"] input[type="radio"]').length

  it('is said to be that, with what waits, and nothing is stored before the user has chosen', async () => {
    const { asked } = await enter('other')
    expect(text('other-account')).toContain('This key belongs to another account of the service than “Harbour Row Forwarding”')
    expect(text('other-account')).toContain('2 changes of “Harbour Row Forwarding” have not been sent yet.')
    expect([asked, isShown('other-same'), isShown('other-switch')]).toEqual([[expect.objectContaining({ found: { accountId: 'main', match: 'other' } })], false, false])
  })

  it('becomes an account of its own under a name', async () => {
    const { shell, choose } = await enter('other')
    await type('other-name', 'Customer C')
    await choose('own')
    expect([shell.state.account.name, shell.state.accounts.length]).toEqual(['Customer C', accounts.length + 1])
  })

  it('replaces the first only where that is chosen', async () => {
    const { asked, choose } = await enter('other')
    await choose('replace')
    expect([asked.at(-1), isShown('other-account') && offered() > 0]).toEqual([expect.objectContaining({ replaces: true }), false])
  })

  it('is the same account on the user’s word only where the service cannot tell', async () => {
    const { engine, asked, choose } = await enter('unknown')
    expect(text('other-account')).toContain('Whether this key belongs to “Harbour Row Forwarding” cannot be told')
    await choose('same')
    expect(engine.calls.filter(({ name }) => name === 'sync.acceptKey').map(({ input }) => input)).toEqual([{ connection: { serviceUrl: 'https://tracking.example/v2', apiKey: 'another' } }])
    expect(asked.at(-1)).toMatchObject({ found: { accountId: 'main', match: 'same' } })
  })

  it.each<[string, Record<string, string | boolean>, string, string | null]>([
    ['another address', { isOtherAddress: true }, 'The address is another one than that of “Harbour Row Forwarding”', null],
    ['an account that is not open', { accountId: 'account-2' }, 'can be told only while “Harbour Row Forwarding” is open', 'other-switch'],
  ])('of %s says so', async (_what, details, said, choice) => {
    const { shell, choose } = await enter('unknown', details)
    expect([text('other-account').includes(said), isShown('other-same'), isShown('other-switch')]).toEqual([true, false, choice !== null])
    if (choice === null) return
    await choose('switch')
    expect(shell.state.account.id).toBe('account-2')
  })

  it('in use stops everything, which the banner says with the way out', async () => {
    const { router } = await open({ status: { state: 'other-account', error: { code: 'api/other-account', details: { isAsked: true } } } })
    expect([text('sync-chip'), all('.banner')[0]?.textContent]).toEqual([expect.stringContaining('Key of another account'), expect.stringContaining('Until then nothing is read, and nothing that waits is sent.')])
    await click('other-account-banner')
    await click(all('.banner button')[0]!)
    expect(router.currentRoute.value.name).toBe('settings')
  })

  it('in use that cannot be told is confirmed in the banner', async () => {
    const { engine } = await open({ status: { state: 'other-account', error: { code: 'api/account-unclear', details: { isAsked: true } } } })
    await click(all('.banner button')[0]!)
    expect(engine.calls.filter(({ name }) => name === 'sync.acceptKey').map(({ input }) => input)).toEqual([{ connection: null }])
  })
})
