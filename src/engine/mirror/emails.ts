// E-mails that brought documents: their rows are written from the records, with the address that received them.
import { instant, number, text, texts } from '../api/attributes.ts'
import type { Resource } from '../api/decode.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { upsert } from '../db/upsert.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'
import { type LoadResource, cacheResources } from './records.ts'

/** In characters. */
const PREVIEW_LENGTH = 200

export function projectEmails(
  db: WritableDb,
  ids: Iterable<string>,
  load: LoadResource = cacheResources(db).load,
): void {
  for (const id of ids) {
    const email = load('email_submission', id)
    if (!email) continue
    const { attributes } = email
    const [from, to, cc] = [texts(attributes, 'from'), texts(attributes, 'to'), texts(attributes, 'cc')]
    const subject = text(attributes, 'subject') ?? ''
    const preview = (text(attributes, 'body_preview') ?? text(attributes, 'body') ?? '').slice(0, PREVIEW_LENGTH)
    const sentAt = instant(attributes, 'sent_at')
    const columns = {
      id,
      subject,
      sender: JSON.stringify(from),
      recipients: JSON.stringify(to),
      copies: JSON.stringify(cc),
      preview,
      documents: number(attributes, 'documents_count') ?? countLinkedDocuments(email),
      sent_at: sentAt,
      received_at: instant(attributes, 'created_at') ?? sentAt ?? '1970-01-01T00:00:00.000Z',
      search: [subject, ...from, ...to, ...cc, preview].join(' ').toLowerCase(),
    }
    upsert(db, 'email_row', columns, { isNew: false })
  }
}

function countLinkedDocuments({ relationships }: Resource): number {
  const linkage = relationships['documents']
  return Array.isArray(linkage) ? linkage.length : 0
}

export function loadAllEmailIds(db: ReadableDb): string[] {
  return db.column<string>(`SELECT id FROM res WHERE type = 'email_submission'`)
}

const ALIAS_KEY = 'email_alias'

/** The address that the user entered. */
export function loadTypedAlias(db: ReadableDb): string | null {
  return loadMeta(db, 'main', ALIAS_KEY) || null
}

export function saveAlias(db: WritableDb, address: string | null): void {
  saveMeta(db, 'main', ALIAS_KEY, address ?? '')
}

/** The address that received most of the e-mails; no call of the service returns it. */
export function loadMostUsedAlias(db: ReadableDb): string | null {
  const row = db.get<{ address: string }>(
    `SELECT lower(recipient.value) AS address FROM email_row email, json_each(email.recipients) recipient
     GROUP BY lower(recipient.value) ORDER BY count(*) DESC, max(email.received_at) DESC LIMIT 1`,
  )
  return row?.address ?? null
}
