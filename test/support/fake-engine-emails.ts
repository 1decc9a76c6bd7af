// E-mails behind the made-up engine, with what was attached to them.
import type { DocumentRow } from '#contract/documents.ts'
import type { EmailRow } from '#contract/emails.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { NOW, at } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `emails.${string}`>
type Deps = { rows: () => readonly DocumentRow[]; announce: () => void }

const SEEN = 'harbour-row.4f2a@docs.tracking.example'
const BODY = 'Hello,\n\nplease find the delivery order for tomorrow’s pickup attached. The terminal asks for the driver’s name by 16:00.\n\nRegards\nMara Lindqvist\nEverport West, import desk'

const letters: readonly Pick<EmailRow, 'subject' | 'from' | 'documents' | 'preview'>[] = [
  { subject: 'DO for tomorrow’s pickup', from: ['mara.lindqvist@everport-west.example'], documents: 1, preview: BODY.slice(0, 96).replaceAll('\n', ' ') },
  { subject: 'Invoice and packing list PO-4711, Ningbo Halcyon', from: ['export@halcyon-trading.example'], documents: 2, preview: 'Dear Sir, kindly see attached documents for your reference. Original by courier.' },
  { subject: '', from: ['scanner@harbour-row.example'], documents: 1, preview: '' },
  { subject: 'RE: RE: FW: Arrival notice OBLN77881200 – amended once more, please disregard the version of this morning', from: ['noreply@oberon-line.example', 'arrivals@oberon-line.example'], documents: 0, preview: 'The attachment was removed by the sender’s mail server.' },
]

export function emailHandlers({ rows, announce }: Deps, count: number): Pick<Handlers<EngineContract>, Names> {
  const attached = rows().filter(({ source }) => source === 'email')
  const all = Array.from({ length: count }, (_, place): EmailRow => ({ ...letters[place % letters.length]!, ...(place % letters.length === 0 ? { documents: attached.length } : {}), id: `email-${place}`, receivedAt: at(-(place * 5 + 1) * 3_600_000) }))
  let typed: string | null = null
  return {
    'emails.list': ({ filter: { text }, sort, window }) => {
      const sought = text?.toLowerCase()
      const sign = sort[0]?.direction === 'asc' ? 1 : -1
      const found = all
        .filter(({ subject, from }) => sought === undefined || `${subject} ${from.join(' ')}`.toLowerCase().includes(sought))
        .toSorted((a, b) => (a.receivedAt < b.receivedAt ? -sign : sign))
      return { listId: 'emails', offset: window.offset, rows: found.slice(window.offset, window.offset + window.limit), total: found.length, outOf: all.length, moved: 0, asOf: NOW }
    },
    'emails.get': ({ id }) => {
      const row = all.find((each) => each.id === id)
      if (!row) throw new AppError('emails/unknown')
      return { ...row, to: [SEEN], cc: [], sentAt: row.receivedAt, body: id === 'email-0' ? BODY : null, rows: row.subject === letters[0]?.subject ? attached : [] }
    },
    'emails.alias': () => (typed !== null ? { address: typed, from: 'typed' } : count === 0 ? null : { address: SEEN, from: 'seen' }),
    'emails.setAlias': ({ address }) => {
      typed = address
      announce()
    },
  }
}
