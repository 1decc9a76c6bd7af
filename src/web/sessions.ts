// Access to this host: a one-time token is exchanged for a cookie and a secret, and a socket needs both. The cookie
// alone is not enough, because cookies ignore ports and another local server can see it; the secret stays in the tab. A
// browser has one cookie for all its tabs, so a second tab gets its own secret for the same cookie.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export type Session = { cookie: string; secret: string }

export type Sessions = {
  /** Creates a token. Earlier tokens that are not used remain valid. */
  createToken(): string
  /** Null if the token is unknown or already used. `cookie`: the cookie that the browser has already, if any. */
  redeem(token: string, cookie: string | null): Session | null
  /** Whether this cookie is valid. A cookie alone gives no access. */
  isValidCookie(cookie: string): boolean
  isValid(session: Session): boolean
}

/** The largest number of sessions, and of unused tokens. The oldest one is removed if there are more. */
export const MAX_SESSIONS = 20

/** `onRedeemed`: a token was exchanged, so its address is no longer valid. */
export function createSessions(onRedeemed: () => void = () => undefined): Sessions {
  const tokens: string[] = []
  const sessions: Session[] = []
  const isValidCookie = (cookie: string) => sessions.some((session) => isEqual(session.cookie, cookie))
  return {
    createToken: () => {
      const token = createRandomToken()
      tokens.push(token)
      if (tokens.length > MAX_SESSIONS) tokens.shift()
      return token
    },
    redeem: (token, cookie) => {
      const index = tokens.findIndex((validToken) => isEqual(validToken, token))
      if (index === -1) return null
      tokens.splice(index, 1)
      const session = {
        cookie: cookie !== null && isValidCookie(cookie) ? cookie : createRandomToken(),
        secret: createRandomToken(),
      }
      sessions.push(session)
      if (sessions.length > MAX_SESSIONS) sessions.shift()
      onRedeemed()
      return session
    },
    isValidCookie,
    isValid: ({ cookie, secret }) =>
      sessions.some((session) => isEqual(session.cookie, cookie) && isEqual(session.secret, secret)),
  }
}

/** Compares in constant time, so that the duration does not reveal where the first difference is. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** Returns 256 random bits, in characters that are safe in an address and in a header. */
function createRandomToken(): string {
  return randomBytes(32).toString('base64url')
}
