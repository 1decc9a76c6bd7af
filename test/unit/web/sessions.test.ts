import { expect, test } from 'vitest'
import { MAX_SESSIONS, createSessions } from '../../../src/web/sessions.ts'

test('a token can be redeemed once, and its session opens only with cookie and secret', () => {
  const sessions = createSessions()
  const token = sessions.mint()
  const session = sessions.redeem(token, null)!
  expect(session).toEqual({
    cookie: expect.stringMatching(/^[\w-]{43}$/) as string,
    secret: expect.stringMatching(/^[\w-]{43}$/) as string,
  })
  expect(sessions.redeem(token, null)).toBeNull()
  const { cookie, secret } = session
  expect([sessions.isKnown(cookie), sessions.isOpen(session)]).toEqual([true, true])
  expect([
    sessions.isKnown(secret),
    sessions.isKnown(''),
    sessions.isOpen({ cookie, secret: '' }),
    sessions.isOpen({ cookie: secret, secret }),
    sessions.redeem('', null),
  ]).toEqual([false, false, false, false, null])
})

test('tabs of one browser share a cookie and are open together, and an unknown cookie is not used', () => {
  const sessions = createSessions()
  const first = sessions.redeem(sessions.mint(), 'unknown-cookie')!
  expect(first.cookie).not.toBe('unknown-cookie')
  const second = sessions.redeem(sessions.mint(), first.cookie)!
  expect([second.cookie, sessions.isOpen(first), sessions.isOpen(second)]).toEqual([first.cookie, true, true])
  expect(second.secret).not.toBe(first.secret)
})

test('an earlier token is still valid after another one was created', () => {
  const sessions = createSessions()
  const [first, second] = [sessions.mint(), sessions.mint()]
  expect([sessions.redeem(second, null) !== null, sessions.redeem(first, null) !== null]).toEqual([true, true])
})

test('the callback runs once when a token is redeemed', () => {
  let used = 0
  const sessions = createSessions(() => {
    used++
  })
  const token = sessions.mint()
  expect([sessions.redeem('wrong', null), used]).toEqual([null, 0])
  sessions.redeem(token, null)
  sessions.redeem(token, null)
  expect(used).toBe(1)
})

test('the numbers of tokens and sessions are limited', () => {
  const sessions = createSessions()
  const first = sessions.mint()
  const session = sessions.redeem(sessions.mint(), null)!
  for (let n = 0; n < MAX_SESSIONS; n++) sessions.mint()
  expect(sessions.redeem(first, null)).toBeNull()
  for (let n = 0; n < MAX_SESSIONS; n++) sessions.redeem(sessions.mint(), null)
  expect(sessions.isOpen(session)).toBe(false)
})
