// Handlers for the calls about e-mails that brought documents.
import type { DocumentRow } from '#contract/documents.ts'
import type { EmailRow } from '#contract/emails.ts'
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import { text } from '../api/attributes.ts'
import { listsAsOf } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { type Lists, loadOrderedIds, textCondition } from '../table/lists.ts'
import { loadResource } from '../mirror/records.ts'
import { saveAlias, loadMostUsedAlias, loadTypedAlias } from '../mirror/emails.ts'

export type EmailsDeps = {
  db: ReadableDb
  write: Write
  lists: Lists
  /** Loads the rows of the inbox that came with an e-mail. */
  loadDocumentRows: (emailId: string) => DocumentRow[]
}

const sortExpressions = {
  subject: 'subject COLLATE NOCASE',
  from: 'sender COLLATE NOCASE',
  received: 'received_at',
  documents: 'documents',
}

export function emailHandlers({ db, write, lists, loadDocumentRows }: EmailsDeps): HandlersOf<'emails'> {
  return {
    'emails.list': ({ filter, sort, ...request }) => {
      const orderBy = [
        ...sort.map(({ column, direction }) => ({ sql: sortExpressions[column], direction })),
        { sql: 'received_at', direction: 'desc' as const },
      ]
      const { page, ids } = lists.open(request, ['emails', filter, sort], () =>
        loadOrderedIds(db, 'email_row', textCondition(filter.text), orderBy),
      )
      return {
        ...page,
        rows: loadEmails(db, ids).map(toEmailRow),
        outOf: db.value<number>('SELECT count(*) AS n FROM email_row') ?? 0,
        asOf: listsAsOf(db),
      }
    },
    'emails.get': ({ id }) => {
      const [stored] = loadEmails(db, [id])
      if (!stored) throw new AppError('emails/unknown', { id })
      const email = loadResource(db, 'email_submission', id)
      return {
        ...toEmailRow(stored),
        to: parseList(stored.recipients),
        cc: parseList(stored.copies),
        sentAt: stored.sentAt,
        body: email && text(email.attributes, 'body'),
        rows: loadDocumentRows(id),
      }
    },
    'emails.alias': () => {
      const typedAddress = loadTypedAlias(db)
      if (typedAddress !== null) return { address: typedAddress, from: 'typed' }
      const seenAddress = loadMostUsedAlias(db)
      return seenAddress === null ? null : { address: seenAddress, from: 'seen' }
    },
    'emails.setAlias': ({ address }) =>
      write((db, announce) => {
        saveAlias(db, address)
        announce('emails')
      }),
  }
}

type StoredEmail = {
  id: string
  subject: string
  sender: string
  recipients: string
  copies: string
  preview: string
  documents: number
  sentAt: string | null
  receivedAt: string
}

function loadEmails(db: ReadableDb, ids: readonly string[]): StoredEmail[] {
  const storedEmails = db.all<StoredEmail>(
    'SELECT id, subject, sender, recipients, copies, preview, documents, sent_at AS sentAt, received_at AS receivedAt FROM email_row WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  const byId = new Map(storedEmails.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function toEmailRow({ id, subject, sender, receivedAt, documents, preview }: StoredEmail): EmailRow {
  return { id, subject, from: parseList(sender), receivedAt, documents, preview }
}

const parseList = (json: string) => JSON.parse(json) as string[]
