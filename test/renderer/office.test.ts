// Settings, Office: joining, and the members. The engine's own answers: test/office/joining.test.ts.
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { OfficeCheck, OfficeMember } from '#contract/office.ts'
import type { ScreenEngine } from '#support/screen-engine.ts'
import { byTestId, click, flush, isShown, open, setScreens, text, type } from '#support/screens.ts'

setScreens()

const member = { role: 'operator', canLead: true, device: null, seenAt: null, isSelf: false, isInvited: true } as const
const ana: OfficeMember = { ...member, login: 'ana', name: 'Ana', role: 'admin', isSelf: true, isInvited: false }
const maria: OfficeMember = { ...member, login: 'maria_1', name: 'Maria' }
const office = { name: 'Meyer', host: 'db.example', database: 'team', self: ana, members: [ana, maria] }
const found: Extract<OfficeCheck, { kind: 'office' }> = {
  ...{ kind: 'office', name: 'Meyer', host: 'db.example', memberName: 'Maria', role: 'operator' },
  ...{ serviceUrl: 'https://track.example/v2', match: 'same', apiKey: 'key', membership: 'secret' },
}

/** `away`: the office's database cannot be reached. */
function joinOffice(engine: ScreenEngine, canInvite = true) {
  const state = { failure: null as AppError | null }
  engine.intercept('sync.status', async (_, callEngine) => ({
    ...(await callEngine()),
    office: { reader: null, alone: null },
  }))
  engine.intercept('office.get', () =>
    state.failure ? Promise.reject(state.failure) : Promise.resolve({ ...office, canInvite }),
  )
  engine.announce({ topic: 'sync', ids: null })
  return state
}

const submit = (testId: string) => {
  byTestId(testId)
    .closest('form')!
    .dispatchEvent(new SubmitEvent('submit', { cancelable: true }))
  return flush()
}

const openCheck = async (answer: (fingerprint: string | null) => OfficeCheck) => {
  const { engine } = await open({ path: '/settings#office', rows: 7 })
  engine.intercept(
    'office.check',
    ({ fingerprint }) =>
      new Promise((resolve) => {
        resolve(answer(fingerprint))
      }),
  )
  await type('office-address', 'quaywatch://office#abc')
  await submit('check-office')
  return engine
}

test.each([
  ['the same account', {}, 'are added to the office', true],
  ['the same account, as a reader', { role: 'reader' }, 'As a reader you see', true],
  ['another account', { match: 'other' }, 'gets an account of its own', true],
  ['no account and no key', { match: 'unknown', apiKey: null }, 'Connect the account under Accounts first', false],
  ['another account and no key', { match: 'other', apiKey: null }, 'reads another account', false],
] as const)('an office of %s can be joined, or says what is missing', async (_, part, words, canJoin) => {
  await openCheck(() => ({ ...found, ...part }))
  expect(text('found-office')).toContain('Join “Meyer” on db.example as Maria')
  expect(text('found-office')).toContain(words)
  expect(isShown('join-submit')).toBe(canJoin)
})

test('an unknown certificate is shown, and the address is checked again when the user trusts it', async () => {
  const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':')
  await openCheck((trusted) => {
    if (trusted !== fingerprint) throw new AppError('office/certificate', { fingerprint })
    return found
  })
  expect(text('unknown-certificate')).toContain(fingerprint)
  expect(isShown('join-submit')).toBe(false)
  await click('trust-certificate')
  await flush()
  expect(isShown('unknown-certificate')).toBe(false)
  expect(isShown('join-submit')).toBe(true)
})

test('a failure of the office does not hide an invitation that is shown', async () => {
  const { engine } = await open({ path: '/settings#office', rows: 7 })
  const state = joinOffice(engine)
  engine.intercept('office.invite', () => Promise.resolve({ login: 'ben_1', invitation: 'quaywatch://office#ben' }))
  await flush()
  await type('invite-name', 'Ben')
  state.failure = new AppError('office/unreachable')
  await submit('invite-submit')
  expect(engine.lastInput('office.invite')).toEqual({ name: 'Ben', role: 'operator', canLead: true })
  expect(isShown('office-away')).toBe(true)
  expect(byTestId('invitation-text').querySelector('textarea')!.value).toBe('quaywatch://office#ben')
})

test('a computer that the office refuses can use a new invitation or leave', async () => {
  const { engine } = await open({ path: '/settings#office', rows: 7 })
  const state = joinOffice(engine)
  state.failure = new AppError('office/invitation-used')
  await flush()
  expect(text('office-away')).toContain('This invitation was used already')
  expect([isShown('office-address'), isShown('leave-office'), isShown('office-members')]).toEqual([true, true, false])
})

test('an administrator without the secret reads why there is no invitation', async () => {
  const { engine } = await open({ path: '/settings#office', rows: 7 })
  joinOffice(engine, false)
  await flush()
  expect(text('office')).toContain('This computer does not have the office’s secret')
  expect([isShown('invite-form'), isShown('renew-invitation'), isShown('remove-member')]).toEqual([false, false, true])
})
