// Tokens only this service can have made: a value, when it ends, and a MAC over both. The key rests on the seed, so
// that a signed id outlives a restart and two services of one seed make the same.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type Seal = {
  sign(purpose: string, value: number, untilMs: number): string
  /** Null for what was not signed here, for that purpose, or has ended. */
  read(purpose: string, token: string, nowMs: number): number | null
  /** A secret for that row, the same whenever it is asked for. */
  secret(purpose: string, row: number): string
}

export function createSeal(seed: string): Seal {
  const key = createHash('sha256').update(`seal of ${seed}`).digest()
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  return {
    sign: (purpose, value, untilMs) => {
      const text = Buffer.from(`${value} ${Math.floor(untilMs)}`).toString('base64url')
      return `${text}--${macOf(`${purpose} ${text}`)}`
    },
    read: (purpose, token, nowMs) => {
      const [text = '', mac = ''] = token.split('--')
      const expected = Buffer.from(macOf(`${purpose} ${text}`))
      const given = Buffer.from(mac)
      if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return null
      const [value, untilMs] = Buffer.from(text, 'base64url').toString().split(' ').map(Number)
      return value === undefined || untilMs === undefined || nowMs > untilMs ? null : value
    },
    secret: (purpose, row) => macOf(`secret ${purpose} ${row}`).slice(0, 40),
  }
}

/** Lowercase hex, as `X-T49-Webhook-Signature` carries it. */
export function signatureOf(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
