import { expect, test } from 'vitest'
import { MAX_SESSIONS, createSessions } from '../../../src/web/sessions.ts'

test('a token can be redeemed once, and its session opens only with cookie and secret', () => {
  const sessions = createSessions()
  const token = sessions.createToken()
  const session = sessions.redeem(token, null)!
  expect(session).toEqual({
    cookie: expect.stringMatching(/^[\w-]{43}$/) as string,
    secret: expect.stringMatching(/^[\w-]{43}$/) as string,
  })
  expect(sessions.redeem(token, null)).toBeNull()
  const { cookie, secret } = session
  expect([sessions.isValidCookie(cookie), sessions.isValid(session)]).toEqual([true, true])
  expect([
    sessions.isValidCookie(secret),
    sessions.isValidCookie(''),
    sessions.isValid({ cookie, secret: '' }),
    sessions.isValid({ cookie: secret, secret }),
    sessions.redeem('', null),
  ]).toEqual([false, false, false, false, null])
})

test('tabs of one browser share a cookie and are open together, and an unknown cookie is not used', () => {
  const sessions = createSessions()
  const first = sessions.redeem(sessions.createToken(), 'unknown-cookie')!
  expect(first.cookie).not.toBe('unknown-cookie')
  const second = sessions.redeem(sessions.createToken(), first.cookie)!
  expect([second.cookie, sessions.isValid(first), sessions.isValid(second)]).toEqual([first.cookie, true, true])
  expect(second.secret).not.toBe(first.secret)
})

test('an earlier token is still valid after another one was created', () => {
  const sessions = createSessions()
  const [first, second] = [sessions.createToken(), sessions.createToken()]
  expect([sessions.redeem(second, null) !== null, sessions.redeem(first, null) !== null]).toEqual([true, true])
})

test('the callback runs once when a token is redeemed', () => {
  let useCount = 0
  const sessions = createSessions(() => {
    useCount++
  })
  const token = sessions.createToken()
  expect([sessions.redeem('wrong', null), useCount]).toEqual([null, 0])
  sessions.redeem(token, null)
  sessions.redeem(token, null)
  expect(useCount).toBe(1)
})

test('the numbers of tokens and sessions are limited', () => {
  const sessions = createSessions()
  const first = sessions.createToken()
  const session = sessions.redeem(sessions.createToken(), null)!
  for (let n = 0; n < MAX_SESSIONS; n++) sessions.createToken()
  expect(sessions.redeem(first, null)).toBeNull()
  for (let n = 0; n < MAX_SESSIONS; n++) sessions.redeem(sessions.createToken(), null)
  expect(sessions.isValid(session)).toBe(false)
})
