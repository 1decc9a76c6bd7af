// Stores an e-mail to the documents address as an e-mail submission, and each attached file as a document
// (specification 1, 3.4). A file whose content is already stored creates no document.
import { createHash } from 'node:crypto'
import { computeContentHash, createDocument } from './documents.ts'
import type { AccountStore } from './stored.ts'

/** The address of the sample account for e-mails with documents. */
export const DOCUMENTS_ALIAS = 'documents@sample.example'

export type Attachment = { filename: string; contentType: string; content: Uint8Array }

export type Mail = {
  subject: string
  text: string | null
  from: readonly string[]
  to: readonly string[]
  cc: readonly string[]
  messageId: string | null
  inReplyTo: string | null
  references: readonly string[]
  contentType: string | null
  sentMs: number | null
  attachments: readonly Attachment[]
}

export function receiveMail(account: AccountStore, mail: Mail, worldMs: number): void {
  const { attachments, text, ...envelope } = mail
  const email = account.emails.add({ ...envelope, body: text, createdMs: worldMs })
  for (const { filename, contentType, content } of attachments) {
    const contentHash = computeContentHash(content)
    if (account.documents.all().some((document) => document.contentHash === contentHash)) continue
    const checksum = createHash('md5').update(content).digest('base64')
    const blob = account.blobs.add({
      filename,
      contentType,
      sizeBytes: content.byteLength,
      checksum,
      createdMs: worldMs,
      isUploaded: true,
    })
    account.contents.put(blob.row, content)
    createDocument(
      { account, worldMs },
      { name: filename, blob: blob.row, contentHash, source: 'email', email: email.row },
    )
  }
}
