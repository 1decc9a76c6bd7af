// Signed tokens. A token has a value, its expiry, and a MAC over both. The key is derived from the seed, so tokens
// remain valid after a restart, and for another service with the same seed.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type Signer = {
  sign(purpose: string, value: number, untilMs: number): string
  /** Returns the value. Null if the token has expired or was not signed with this seed for this purpose. */
  read(purpose: string, token: string, nowMs: number): number | null
  /** Returns the secret of this row. It is always the same. */
  secret(purpose: string, row: number): string
}

export function createSigner(seed: string): Signer {
  const key = createHash('sha256').update(`seal of ${seed}`).digest()
  const computeMac = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  return {
    sign: (purpose, value, untilMs) => {
      const text = Buffer.from(`${value} ${Math.floor(untilMs)}`).toString('base64url')
      return `${text}--${computeMac(`${purpose} ${text}`)}`
    },
    read: (purpose, token, nowMs) => {
      const [text = '', mac = ''] = token.split('--')
      const expected = Buffer.from(computeMac(`${purpose} ${text}`))
      const given = Buffer.from(mac)
      if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return null
      const [value, untilMs] = Buffer.from(text, 'base64url').toString().split(' ').map(Number)
      return value === undefined || untilMs === undefined || nowMs > untilMs ? null : value
    },
    secret: (purpose, row) => computeMac(`secret ${purpose} ${row}`).slice(0, 40),
  }
}

/** Returns the HMAC-SHA256 in lowercase hexadecimal, for the header `X-T49-Webhook-Signature`. */
export function computeSignature(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
