// Access to this host: a one-time token is exchanged for a cookie and a secret, and a socket needs both. The cookie
// alone is not enough, because cookies ignore ports and another local server can see it; the secret stays in the tab. A
// browser has one cookie for all its tabs, so a second tab gets its own secret for the same cookie.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export type Session = { cookie: string; secret: string }

export type Sessions = {
  /** A new token. Earlier tokens that are not used remain valid. */
  mint(): string
  /** Null if the token is unknown or already used. `cookie`: the cookie that the browser has already, if any. */
  redeem(token: string, cookie: string | null): Session | null
  /** Whether this cookie is valid. A cookie alone gives no access. */
  isKnown(cookie: string): boolean
  isOpen(session: Session): boolean
}

/** The user opens one address for each session, so more than this is not a user. The oldest session is removed. */
export const MAX_SESSIONS = 20

/** `onRedeemed`: a token was exchanged, so its address is no longer valid. */
export function createSessions(onRedeemed: () => void = () => undefined): Sessions {
  const tokens: string[] = []
  const sessions: Session[] = []
  const isKnown = (cookie: string) => sessions.some((session) => isSame(session.cookie, cookie))
  return {
    mint: () => {
      const token = random()
      tokens.push(token)
      if (tokens.length > MAX_SESSIONS) tokens.shift()
      return token
    },
    redeem: (token, cookie) => {
      const place = tokens.findIndex((known) => isSame(known, token))
      if (place === -1) return null
      tokens.splice(place, 1)
      const session = { cookie: cookie !== null && isKnown(cookie) ? cookie : random(), secret: random() }
      sessions.push(session)
      if (sessions.length > MAX_SESSIONS) sessions.shift()
      onRedeemed()
      return session
    },
    isKnown,
    isOpen: ({ cookie, secret }) =>
      sessions.some((session) => isSame(session.cookie, cookie) && isSame(session.secret, secret)),
  }
}

/** Takes the same time wherever the first difference is. */
function isSame(known: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(known), digest(given))
}

/** 256 bits, safe in an address and a header. */
function random(): string {
  return randomBytes(32).toString('base64url')
}
