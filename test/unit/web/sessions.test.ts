import { expect, test } from 'vitest'
import { createSessions } from '../../../src/web/sessions.ts'

test('a token is good once, and what it buys is found by its cookie only', () => {
  const sessions = createSessions()
  const token = sessions.mint()
  const session = sessions.redeem(token)
  expect(session).toEqual({ cookie: expect.stringMatching(/^[\w-]{43}$/) as string, secret: expect.stringMatching(/^[\w-]{43}$/) as string })
  expect(sessions.redeem(token)).toBeNull()
  expect(sessions.find(session!.cookie)).toEqual(session)
  expect([sessions.find(session!.secret), sessions.find(''), sessions.redeem('')]).toEqual([null, null, null])
})

test('an address printed earlier still opens after another one was printed', () => {
  const sessions = createSessions()
  const [first, second] = [sessions.mint(), sessions.mint()]
  expect([sessions.redeem(second) !== null, sessions.redeem(first) !== null]).toEqual([true, true])
})

test('whoever prints addresses is told when one was used up, and only then', () => {
  let used = 0
  const sessions = createSessions(() => { used++ })
  const token = sessions.mint()
  expect([sessions.redeem('wrong'), used]).toEqual([null, 0])
  sessions.redeem(token)
  sessions.redeem(token)
  expect(used).toBe(1)
})

test('neither tokens nor sessions pile up', () => {
  const sessions = createSessions()
  const first = sessions.mint()
  const kept = sessions.redeem(sessions.mint())!
  for (let n = 0; n < 20; n++) sessions.mint()
  expect(sessions.redeem(first)).toBeNull()
  for (let n = 0; n < 20; n++) sessions.redeem(sessions.mint())
  expect(sessions.find(kept.cookie)).toBeNull()
})
