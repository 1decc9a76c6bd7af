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
import { saveAlias, seenAlias, typedAlias } from '../mirror/emails.ts'

export type EmailsDeps = {
  db: ReadableDb
  write: Write
  lists: Lists
  /** Rows of the inbox that came with an e-mail. */
  rowsOf: (emailId: string) => DocumentRow[]
}

const columns = {
  subject: 'subject COLLATE NOCASE',
  from: 'sender COLLATE NOCASE',
  received: 'received_at',
  documents: 'documents',
}

export function emailHandlers({ db, write, lists, rowsOf }: EmailsDeps): HandlersOf<'emails'> {
  return {
    'emails.list': ({ filter, sort, ...request }) => {
      const orderBy = [
        ...sort.map(({ column, direction }) => ({ sql: columns[column], direction })),
        { sql: 'received_at', direction: 'desc' as const },
      ]
      const { page, ids } = lists.open(request, ['emails', filter, sort], () =>
        loadOrderedIds(db, 'email_row', textCondition(filter.text), orderBy),
      )
      return {
        ...page,
        rows: loadRows(db, ids).map(rowOf),
        outOf: db.value<number>('SELECT count(*) AS n FROM email_row') ?? 0,
        asOf: listsAsOf(db),
      }
    },
    'emails.get': ({ id }) => {
      const [stored] = loadRows(db, [id])
      if (!stored) throw new AppError('emails/unknown', { id })
      const email = loadResource(db, 'email_submission', id)
      return {
        ...rowOf(stored),
        to: listIn(stored.recipients),
        cc: listIn(stored.copies),
        sentAt: stored.sentAt,
        body: email && text(email.attributes, 'body'),
        rows: rowsOf(id),
      }
    },
    'emails.alias': () => {
      const typed = typedAlias(db)
      if (typed !== null) return { address: typed, from: 'typed' }
      const seen = seenAlias(db)
      return seen === null ? null : { address: seen, from: 'seen' }
    },
    'emails.setAlias': ({ address }) =>
      write((w, announce) => {
        saveAlias(w, address)
        announce('emails')
      }),
  }
}

type Stored = {
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

function loadRows(db: ReadableDb, ids: readonly string[]): Stored[] {
  const found = db.all<Stored>(
    'SELECT id, subject, sender, recipients, copies, preview, documents, sent_at AS sentAt, received_at AS receivedAt FROM email_row WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  const byId = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function rowOf({ id, subject, sender, receivedAt, documents, preview }: Stored): EmailRow {
  return { id, subject, from: listIn(sender), receivedAt, documents, preview }
}

const listIn = (json: string) => JSON.parse(json) as string[]
