// Who may talk to this host: a one-time token buys a cookie and a secret, and a socket needs both. The cookie alone is
// not enough, because cookies ignore ports and another local server can see it; the secret stays in the tab. A browser
// keeps one cookie for all its tabs, so a tab more has a secret of its own under the cookie that is there.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export type Session = { cookie: string; secret: string }

export type Sessions = {
  /** A new token; the ones before it that were not used stay good. */
  mint(): string
  /** Null when the token is not one of ours or was used before. `cookie`: what the browser has already, if anything. */
  redeem(token: string, cookie: string | null): Session | null
  /** Whether anybody has this cookie; that alone opens nothing. */
  isKnown(cookie: string): boolean
  isOpen(session: Session): boolean
}

/** Each comes from an address a person opened; more than this is not a person. The oldest goes. */
const MOST_SESSIONS = 20

/** `onRedeemed`: somebody came in, and the address they used is used up. */
export function createSessions(onRedeemed: () => void = () => undefined): Sessions {
  const tokens: string[] = []
  const sessions: Session[] = []
  const isKnown = (cookie: string) => sessions.some((session) => isSame(session.cookie, cookie))
  return {
    mint: () => {
      const token = random()
      tokens.push(token)
      if (tokens.length > MOST_SESSIONS) tokens.shift()
      return token
    },
    redeem: (token, cookie) => {
      const place = tokens.findIndex((known) => isSame(known, token))
      if (place === -1) return null
      tokens.splice(place, 1)
      const session = { cookie: cookie !== null && isKnown(cookie) ? cookie : random(), secret: random() }
      sessions.push(session)
      if (sessions.length > MOST_SESSIONS) sessions.shift()
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
