// Secrets of an office: passwords of logins, and what a server stores of a password.
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { Random } from '../../outside/random.ts'

/** The usual number of PostgreSQL. */
const ITERATIONS = 4096

/** Up to 32 unguessable bytes. An id alone has 122 random bits. */
export function drawBytes(random: Pick<Random, 'id'>, size: number): Buffer {
  return createHash('sha256')
    .update(random.id() + random.id())
    .digest()
    .subarray(0, size)
}

/** A password of letters, digits, `-` and `_`, which needs no normalization. */
export const drawPassword = (random: Pick<Random, 'id'>): string => drawBytes(random, 24).toString('base64url')

/** The secret that opens the sealed key of an office. */
export const drawSecret = (random: Pick<Random, 'id'>): string => drawBytes(random, 32).toString('base64url')

/** What PostgreSQL stores of a password with SCRAM-SHA-256 (RFC 5803). `password`: ASCII. */
export function createVerifier(password: string, salt: Uint8Array, iterations = ITERATIONS): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64')
  const serverKey = sign('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${Buffer.from(salt).toString('base64')}$${storedKey}:${serverKey}`
}

export const drawVerifier = (password: string, random: Pick<Random, 'id'>): string =>
  createVerifier(password, drawBytes(random, 16))
