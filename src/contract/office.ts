// The office of an account: its members, and how a computer joins it. The host stores the membership of this computer
// (`account.setOffice` in shell.ts), because the engine needs it before it starts.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { MAX_NAME_LENGTH } from './rules/own-bounds.ts'
import { AccountMatch } from './sync.ts'
import { Instant } from './values.ts'

export const OfficeRole = z.enum(['admin', 'operator', 'reader'])

/** The name of an office or of a member, who can be an assignee. */
export const OfficeName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .regex(/^[^\r\n\t]*$/)

/** SHA-256 of the server's certificate, as `openssl x509 -fingerprint -sha256` writes it. */
export const Fingerprint = z.string().regex(/^([\dA-F]{2}:){31}[\dA-F]{2}$/)

/** An address `postgres://login:password@host:port/database`, or an invitation `quaywatch://office#…`. */
const OfficeAddress = z.string().trim().min(1).max(8000)

/**
 * A secret text with which this computer reaches its office. The host stores it as it is and gives it to the engine;
 * only the engine reads it.
 */
export const MembershipText = z.string().min(1).max(8000)

/** What is at an address. */
export const OfficeCheck = z.discriminatedUnion('kind', [
  /** The database has no office. `login` may create one there. */
  z.object({
    kind: z.literal('empty'),
    host: z.string(),
    database: z.string(),
    login: z.string(),
    /** The version of PostgreSQL. */
    serverVersion: z.string(),
  }),
  z.object({
    kind: z.literal('office'),
    name: z.string(),
    host: z.string(),
    memberName: z.string(),
    role: OfficeRole,
    /** Address of the tracking service. */
    serviceUrl: z.string(),
    /** Compares the office's account with the one that is open. `unknown`: the open account has no key yet. */
    match: AccountMatch,
    /** The key of the office's account, from an invitation; null if the office has none, or this address no secret. */
    apiKey: z.string().nullable(),
    membership: MembershipText,
  }),
])

export const OfficeMember = z.object({
  login: z.string(),
  name: z.string(),
  role: OfficeRole,
  canLead: z.boolean(),
  /** The computer that this member used last; null before the first connection. */
  device: z.string().nullable(),
  seenAt: Instant.nullable(),
  isSelf: z.boolean(),
  /** The office created the login, so it can remove it and create a new invitation for it. */
  isInvited: z.boolean(),
})

export const OfficeView = z.object({
  name: z.string(),
  host: z.string(),
  database: z.string(),
  self: OfficeMember,
  /** Members who were not removed, by name. */
  members: z.array(OfficeMember),
  /** Whether this computer can create invitations: its member is an administrator, and it has the office's secret. */
  canInvite: z.boolean(),
})

export const office = {
  queries: {
    /** Null if this account has no office. Asks the office's database: `office/unreachable` while it is away. */
    'office.get': { input: z.object({}), output: OfficeView.nullable() },
  },
  commands: {
    /**
     * Connects once to see what is at the address. Stores nothing. `office/address-invalid` and
     * `office/invitation-invalid` for texts that are neither. `office/certificate` with `fingerprint` in its details if
     * no authority of this computer signed the server's certificate: with that fingerprint, the check accepts it.
     */
    'office.check': {
      input: z.object({ address: OfficeAddress, fingerprint: Fingerprint.nullable() }),
      output: OfficeCheck,
    },
    /**
     * Creates an office for the open account in an empty database. This login becomes its first administrator.
     * `office/no-key` without a key, `office/exists` if somebody else was faster.
     */
    'office.create': {
      input: z.object({
        address: OfficeAddress,
        fingerprint: Fingerprint.nullable(),
        officeName: OfficeName,
        memberName: OfficeName,
      }),
      output: z.object({ membership: MembershipText }),
    },
    /** Creates a login with a one-time password. The invitation is a link that only the invited person may have. */
    'office.invite': {
      input: z.object({ name: OfficeName, role: OfficeRole, canLead: z.boolean() }),
      output: z.object({ login: z.string(), invitation: z.string() }),
    },
    /** A new one-time password for a member. Only the computer that uses it can connect afterwards. */
    'office.renewInvitation': {
      input: z.object({ login: z.string() }),
      output: z.object({ login: z.string(), invitation: z.string() }),
    },
    /** Ends the member's connections and its login. `office/last-admin` if nobody could administer the office. */
    'office.removeMember': { input: z.object({ login: z.string() }), output: z.void() },
  },
} satisfies Partial<Contract>

export type OfficeRole = z.infer<typeof OfficeRole>
export type OfficeCheck = z.infer<typeof OfficeCheck>
export type OfficeMember = z.infer<typeof OfficeMember>
export type OfficeView = z.infer<typeof OfficeView>
