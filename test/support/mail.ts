// E-mails as the embedded service receives them.
import type { Mail } from '#service/account/mail.ts'

/** An e-mail without content. `parts` replaces what a test needs. */
export const mailWith = (parts: Partial<Mail>): Mail => ({
  subject: '',
  text: null,
  from: [],
  to: [],
  cc: [],
  messageId: null,
  inReplyTo: null,
  references: [],
  contentType: null,
  sentMs: null,
  attachments: [],
  ...parts,
})
