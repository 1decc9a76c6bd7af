// E-mails to the account's documents address, and their attachments (specification 2.10).
import { z } from 'zod'
import { DocumentRow } from './documents.ts'
import type { Contract } from './rpc.ts'
import { Direction, Instant, Window, listOf } from './values.ts'

export const EmailRow = z.object({
  id: z.string(),
  /** Empty if the e-mail has no subject. */
  subject: z.string(),
  /** The addresses of the senders. */
  from: z.array(z.string()),
  receivedAt: Instant,
  documents: z.int(),
  /** The beginning of its text. */
  preview: z.string(),
})

export const emails = {
  queries: {
    'emails.list': {
      input: z.object({
        filter: z.object({ text: z.string().max(200).optional() }),
        sort: z
          .array(z.object({ column: z.enum(['subject', 'from', 'received', 'documents']), direction: Direction }))
          .max(4),
        window: Window,
        listId: z.string().optional(),
      }),
      output: listOf(EmailRow),
    },
    /** `emails/unknown` when there is none. `body` is plain text; null where only its beginning is known. */
    'emails.get': {
      input: z.object({ id: z.string() }),
      output: EmailRow.extend({
        to: z.array(z.string()),
        cc: z.array(z.string()),
        sentAt: Instant.nullable(),
        body: z.string().nullable(),
        rows: z.array(DocumentRow),
      }),
    },
    /**
     * The address to send documents to. `seen`: the service has no call for it, so it is the address that most e-mails
     * were sent to. Null: there was no e-mail, and the user entered no address.
     */
    'emails.alias': {
      input: z.object({}),
      output: z.object({ address: z.string(), from: z.enum(['seen', 'typed']) }).nullable(),
    },
  },
  commands: {
    /** Sets the user's address. Null: the address from e-mails is used again. */
    'emails.setAlias': { input: z.object({ address: z.email().max(320).nullable() }), output: z.void() },
  },
} satisfies Partial<Contract>

export type EmailRow = z.infer<typeof EmailRow>
