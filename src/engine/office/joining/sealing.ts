// The API key of the account, which the office's database stores encrypted. Only members have the secret. Its
// administrators and its backups do not.
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '../../outside/random.ts'
import { drawBytes } from './secrets.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_SIZE = 12
const TAG_SIZE = 16

/** The key of one space cannot be passed off as that of another one. */
const toContext = (space: number) => Buffer.from(`quaywatch office ${space}`)

/** `secret`: 32 bytes in base64url. */
export function sealKey(apiKey: string, secret: string, space: number, random: Pick<Random, 'id'>): string {
  const nonce = drawBytes(random, NONCE_SIZE)
  const cipher = createCipheriv(CIPHER, Buffer.from(secret, 'base64url'), nonce)
  cipher.setAAD(toContext(space))
  const sealed = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Null if the text was not sealed with this secret for this space. */
export function openKey(text: string, secret: string, space: number): string | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < NONCE_SIZE + TAG_SIZE) return null
  const nonce = bytes.subarray(0, NONCE_SIZE)
  const decipher = createDecipheriv(CIPHER, Buffer.from(secret, 'base64url'), nonce, { authTagLength: TAG_SIZE })
  decipher.setAAD(toContext(space))
  decipher.setAuthTag(bytes.subarray(-TAG_SIZE))
  try {
    const opened = [decipher.update(bytes.subarray(NONCE_SIZE, -TAG_SIZE)), decipher.final()]
    return Buffer.concat(opened).toString('utf8')
  } catch {
    return null
  }
}
