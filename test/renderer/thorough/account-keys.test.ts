// A key that cannot be checked or belongs to another account: nothing is stored before the user decides.
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { HostState } from '#contract/shell.ts'
import type { Fault } from '#support/network.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { SERVICE_KEY, SERVICE_URL } from '#support/tracking-service.ts'
import { all, byTestId, click, flush, isShown, open, setScreens, text, type } from '#support/screens.ts'

setScreens()

const accounts: HostState['accounts'] = [
  { id: 'main', name: 'Harbour Row Forwarding', serviceUrl: 'https://tracking.example/v2', kind: 'own', waiting: 0 },
  { id: 'account-2', name: 'Night desk', serviceUrl: 'https://tracking.example/v2', kind: 'own', waiting: 3 },
  { id: 'sample', name: 'Sample', serviceUrl: '', kind: 'sample', waiting: 0 },
]

test.each<[string, Fault]>([
  ['api/offline', { kind: 'fail', reason: 'unreachable' }],
  ['api/timeout', { kind: 'hang' }],
  ['api/rate-limited', { kind: 'answer', status: 429, headers: { 'retry-after': '600' } }],
  ['api/server-error', { kind: 'answer', status: 500 }],
  ['api/not-found', { kind: 'answer', status: 404 }],
  ['api/redirected', { kind: 'answer', status: 302 }],
])(
  'an account that cannot be checked (%s) is not stored, and the message promises no automatic retry',
  async (code, fault) => {
    const engine = await startScreenEngine({ isPrepared: false, containers: 3, apiKey: null })
    engine.network.fault(() => fault)
    const { shell, links } = await open({
      engine,
      host: { hasKey: false, account: { id: 'main', name: 'My account', serviceUrl: '' }, keyStorages: ['session'] },
    })
    const engineCalls = vi.spyOn(links.engine, 'call')
    await click(byTestId('other-service').querySelector('input') ?? byTestId('other-service'))
    await type('service-url', SERVICE_URL)
    await type('api-key', SERVICE_KEY)
    byTestId('service-url')
      .closest('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }))
    for (let tries = 0; tries < 40 && !isShown('connect-failure'); tries++) {
      await engine.clock.advance(5_000)
      await flush()
    }
    expect([text('connect-failure'), shell.state.hasKey]).toEqual([
      expect.stringContaining('Nothing was stored.'),
      false,
    ])
    const check =
      engineCalls.mock.results[engineCalls.mock.calls.findIndex(([name]) => name === 'sync.checkConnection')]
    await expect(check?.value).rejects.toMatchObject({ code })
    expect(text('connect-failure')).not.toMatch(/automatically|Settings|saved data/)
  },
)

describe('a key of another account', () => {
  const refuse = (details: Record<string, string | number | boolean>) => {
    throw new AppError('shell/other-account', {
      account: 'Harbour Row Forwarding',
      accountId: 'main',
      waiting: 2,
      isOtherAddress: false,
      canReplace: true,
      ...details,
    })
  }

  /**
   * Sets the answers for the other key: its list has no containers, and a container of this account gets 404 (`other`)
   * or 403 (`unknown`).
   */
  const answerOtherKey = (engine: ScreenEngine, match: 'other' | 'unknown') =>
    engine.network.fault(({ url, headers }) => {
      if (headers['authorization'] !== 'Token another') return null
      const answer = { kind: 'answer', contentType: 'application/vnd.api+json' } as const
      return /\/containers\?/.test(url)
        ? { ...answer, status: 200, body: '{"data":[]}' }
        : { ...answer, status: match === 'other' ? 404 : 403, body: '{"errors":[]}' }
    })

  /** Opens Settings and enters a key that the host refuses as one of another account. */
  async function enterKey(match: 'other' | 'unknown', details: Record<string, string | number | boolean> = {}) {
    const opened = await open({
      path: '/settings',
      rows: 7,
      host: { accounts, account: { id: 'main', name: 'Harbour Row Forwarding', serviceUrl: SERVICE_URL } },
    })
    const { shell, engine } = opened
    const connections: unknown[] = []
    const connect = shell.handlers['account.connect']
    shell.handlers['account.connect'] = (input) => {
      connections.push(input)
      return input.replaces === true || input.found?.match === 'same' ? connect(input) : refuse(details)
    }
    answerOtherKey(engine, match)
    await type('api-key', 'another')
    byTestId('api-key')
      .closest('form')!
      .dispatchEvent(new Event('submit', { cancelable: true }))
    await flush()
    const choose = async (choice: string) => {
      byTestId(`other-${choice}`).querySelector('input')!.dispatchEvent(new Event('change'))
      byTestId('other-submit')
        .closest('form')!
        .dispatchEvent(new Event('submit', { cancelable: true }))
      await flush()
    }
    return { ...opened, connections, choose }
  }
  /** Starts an engine and restarts it with the other key. */
  async function startWithKey(match: 'other' | 'unknown') {
    const engine = await startScreenEngine({ containers: 7 })
    answerOtherKey(engine, match)
    await engine.restart({ apiKey: 'another' })
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('sync.status', {})).error?.details['isAsked'] === true,
    )
    return engine
  }
  const countChoices = () => all('[data-testid="other-account"] input[type="radio"]').length

  test('is reported with the number of waiting changes, and nothing is stored before the user chooses', async () => {
    const { connections } = await enterKey('other')
    expect(text('other-account')).toContain('This key belongs to a different account than “Harbour Row Forwarding”')
    expect(text('other-account')).toContain('2 changes of “Harbour Row Forwarding” have not been sent.')
    expect([connections, isShown('other-same'), isShown('other-switch')]).toEqual([
      [expect.objectContaining({ found: { accountId: 'main', match: 'other' } })],
      false,
      false,
    ])
  })

  test('becomes a new account with a name', async () => {
    const { shell, choose } = await enterKey('other')
    await type('other-name', 'Customer C')
    await choose('own')
    expect([shell.state.account.name, shell.state.accounts.length]).toEqual(['Customer C', accounts.length + 1])
  })

  test('replaces the first key only if the user chooses that', async () => {
    const { connections, choose } = await enterKey('other')
    await choose('replace')
    expect([connections.at(-1), isShown('other-account') && countChoices() > 0]).toEqual([
      expect.objectContaining({ replaces: true }),
      false,
    ])
  })

  test('keeps the dialog open until the other account is open, so that no click reaches the frame of the old one', async () => {
    const { shell, choose } = await enterKey('other')
    // The host has changed the account, and the page does not know it yet.
    shell.handlers['account.connect'] = () => {
      Object.assign(shell.state.account, { id: 'account-2' })
    }
    await choose('replace')
    expect(countChoices()).toBeGreaterThan(0)
    shell.announceChange()
    await flush()
    expect(countChoices()).toBe(0)
  })

  test('closes the dialog if the host keeps the id of the account', async () => {
    const { shell, choose } = await enterKey('other')
    shell.handlers['account.connect'] = () => undefined
    await choose('replace')
    expect(countChoices()).toBe(0)
  })

  test('closes the dialog if the host does not say which account is open', async () => {
    const { shell, choose } = await enterKey('other')
    shell.handlers['account.connect'] = () => {
      shell.handlers['host.get'] = () => {
        throw new AppError('engine/disconnected')
      }
    }
    await choose('replace')
    expect(countChoices()).toBe(0)
  })

  test('is accepted for the same account by the user’s choice if the service cannot tell', async () => {
    const { engine, connections, choose } = await enterKey('unknown')
    expect(text('other-account')).toContain(
      'Quaywatch cannot tell whether this key belongs to “Harbour Row Forwarding”',
    )
    await choose('same')
    expect(engine.calls.filter(({ name }) => name === 'sync.acceptKey').map(({ input }) => input)).toEqual([
      { connection: { serviceUrl: SERVICE_URL, apiKey: 'another' } },
    ])
    expect(connections.at(-1)).toMatchObject({ found: { accountId: 'main', match: 'same' } })
  })

  test.each<[string, Record<string, string | boolean>, string, string | null]>([
    ['another address', { isOtherAddress: true }, 'The address differs from that of “Harbour Row Forwarding”', null],
    [
      'an account that is not open',
      { accountId: 'account-2' },
      'only while “Harbour Row Forwarding” is open',
      'other-switch',
    ],
  ])('for %s gets its own message', async (_what, details, message, choice) => {
    const { shell, choose } = await enterKey('unknown', details)
    expect([text('other-account').includes(message), isShown('other-same'), isShown('other-switch')]).toEqual([
      true,
      false,
      choice !== null,
    ])
    if (choice === null) return
    await choose('switch')
    expect(shell.state.account.id).toBe('account-2')
  })

  test('in use stops reading and sending, and the banner says so and leads to Settings', async () => {
    const { router } = await open({ engine: await startWithKey('other') })
    expect([text('sync-chip'), all('.banner')[0]?.textContent]).toEqual([
      expect.stringContaining('Key for another account'),
      expect.stringContaining('Until then nothing syncs, and waiting changes are not sent.'),
    ])
    await click('other-account-banner')
    await click(all('.banner button')[0]!)
    expect(router.currentRoute.value.name).toBe('settings')
  })

  test('in use for an unknown account can be confirmed in the banner', async () => {
    const { engine } = await open({ engine: await startWithKey('unknown') })
    await click(all('.banner button')[0]!)
    expect(engine.calls.filter(({ name }) => name === 'sync.acceptKey').map(({ input }) => input)).toEqual([
      { connection: null },
    ])
  })
})
