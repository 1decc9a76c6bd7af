// The secret texts of an office: the invitation, which a colleague receives, and the membership, which the host of a
// computer stores.
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { Fingerprint } from '#contract/office.ts'
import type { Log } from '../../outside/log.ts'
import type { Membership } from '../office.ts'

const MAX_LENGTH = 8000
const part = z.string().min(1).max(500)

/** The facts of an office that both texts have. */
const common = {
  v: z.literal(1),
  /** The names of the office and of the member. An office that was not set up here may have none. */
  office: z.string().max(500),
  name: part,
  host: part,
  port: z.int().min(1).max(65_535),
  database: part,
  user: part,
  password: part,
  fingerprint: Fingerprint.nullable(),
  space: z.int().positive(),
}
/** 32 bytes in base64url. */
const Secret = z.string().regex(/^[\w-]{43}$/)

const Invitation = z.object({ ...common, secret: Secret })
const StoredMembership = z.object({ ...common, secret: Secret.nullable(), oneTimePassword: part.nullable() })

export type Invitation = z.infer<typeof Invitation>
export type StoredMembership = z.infer<typeof StoredMembership>

/** A membership whose first connection may have to replace the password of an invitation (link.ts). */
export type JoinedMembership = Omit<Membership, 'device'> & { oneTimePassword: string | null; secret: string | null }

const LINK = /^quaywatch:\/\/office\/?#([\w-]+={0,2})$/
export const isInvitation = (text: string) => /^\s*quaywatch:/i.test(text)

export const writeInvitation = (invitation: Invitation): string =>
  `quaywatch://office#${Buffer.from(JSON.stringify(invitation)).toString('base64url')}`

/** Throws `office/invitation-invalid`. Line breaks that a mail program added do no harm. */
export function readInvitation(text: string): Invitation {
  const [, encoded = ''] = LINK.exec(text.replaceAll(/\s/g, '')) ?? []
  return parse(Invitation, Buffer.from(encoded, 'base64url').toString('utf8'))
}

export const writeMembership = (membership: StoredMembership): string => JSON.stringify(membership)

/** Throws `office/invitation-invalid`. */
export function readMembership(text: string): JoinedMembership {
  const stored = parse(StoredMembership, text)
  const { host, port, database, user, password, fingerprint, space, oneTimePassword, secret } = stored
  const address = { host, port, database, user, password, fingerprint }
  return { address, space, kind: 'desktop', oneTimePassword, secret }
}

/**
 * The membership that the host stored; null without one. A damaged text is logged, so that the desktop starts without
 * its office.
 */
export function openMembership(text: string | null, device: string, log: Log): Membership | null {
  if (text === null) return null
  try {
    return { ...readMembership(text), device }
  } catch (error) {
    log('error', 'the stored membership in an office cannot be read', { error: String(error) })
    return null
  }
}

function parse<Value>(schema: z.ZodType<Value>, text: string): Value {
  try {
    if (text.length > MAX_LENGTH) throw new Error('The text is too long.')
    return schema.parse(JSON.parse(text))
  } catch {
    // The cause can have a part of the text, and so the password.
    throw new AppError('office/invitation-invalid')
  }
}
