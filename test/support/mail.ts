// E-mails as the embedded service receives them.
import type { Mail } from '#service/account/mail.ts'

/** Creates an e-mail without content. `fields` replaces some of its fields. */
export const createMail = (fields: Partial<Mail>): Mail => ({
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
  ...fields,
})
