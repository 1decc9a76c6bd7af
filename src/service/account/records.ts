// Finds and lists the account's own records together with those of the world, so that `include` follows relations
// between both.
import { listingOf, type Records, type Resource } from '../jsonapi/resource.ts'
import type { IdKind } from '../world/ids.ts'
import type { World } from '../world/world.ts'
import type { Collection, Stored } from '../written/collection.ts'
import { definitionRecord, fieldRecord, optionRecord } from './custom-field-records.ts'
import { documentRecord, emailRecord, representationRecord } from './document-records.ts'
import type { AccountStore } from './stored.ts'
import { notificationRecord, rowAt, webhookRecord } from './webhook-records.ts'

/** Rows of parties that clients created begin here; those of the world are below. */
export const FIRST_WRITTEN_PARTY = 4096

/** Records that exist only in notifications; their row is that of the first notification about them. */
const NOTIFICATION_ONLY_KINDS: readonly IdKind[] = [
  'estimated_event',
  'container_updated_event',
  'container_created_event',
  'container_pod_terminal_changed_event',
]

type RecordSource = { list: () => Resource[]; find: (row: number) => Resource | null }

export function withAccount(records: Records, account: AccountStore, world: World, nowMs: number): Records {
  const sources = sourcesOf(account, world, nowMs)
  const findOwn = (type: string, id: string): Resource | null => {
    const address = world.ids.read(id)
    return address?.kind === type ? (sources.get(type)?.find(rowAt(address)) ?? null) : null
  }
  return {
    find: (type, id) => findOwn(type, id) ?? records.find(type, id),
    list: (type) => {
      const sourceOf = sources.get(type)
      if (!sourceOf) return records.list(type)
      const others = records.list(type)
      return others.total === 0
        ? listingOf(sourceOf.list())
        : listingOf([...sourceOf.list(), ...others.slice(0, others.total)])
    },
    belonging: (type, relation, id) => records.belonging(type, relation, id),
  }
}

function source<T extends object>(
  collection: Collection<T>,
  record: (stored: Stored<T>) => Resource,
  offset = 0,
): RecordSource {
  return {
    // Newest first.
    list: () => collection.all().toReversed().map(record),
    find: (row) => {
      const stored = collection.get(row - offset)
      return stored && record(stored)
    },
  }
}

function sourcesOf(account: AccountStore, { ids }: World, nowMs: number): ReadonlyMap<string, RecordSource> {
  const kinds: [IdKind, RecordSource][] = [
    [
      'account',
      {
        list: () => [],
        find: () => ({ type: 'account', id: ids.of('account', 0), attributes: { company_name: 'Sample Forwarding' } }),
      },
    ],
    ['webhook', source(account.webhooks, (webhook) => webhookRecord(ids, webhook))],
    ['webhook_notification', source(account.notifications, (notification) => notificationRecord(ids, notification))],
    ...NOTIFICATION_ONLY_KINDS.map((kind): [IdKind, RecordSource] => [
      kind,
      { list: () => [], find: (row) => account.notifications.get(row)?.news ?? null },
    ]),
    [
      'custom_field_definition',
      source(account.definitions, (definition) => definitionRecord(ids, account, definition)),
    ],
    ['custom_field_option', source(account.options, (option) => optionRecord(ids, option))],
    ['custom_field', source(account.fields, (field) => fieldRecord(ids, account, field))],
    ['document', source(account.documents, (document) => documentRecord(ids, account, document, nowMs))],
    ['email_submission', source(account.emails, (email) => emailRecord(ids, account, email))],
    [
      'party',
      source(
        account.parties,
        ({ row, companyName }) => ({
          type: 'party',
          id: ids.of('party', FIRST_WRITTEN_PARTY + row),
          attributes: { company_name: companyName },
        }),
        FIRST_WRITTEN_PARTY,
      ),
    ],
    [
      'document_representation',
      {
        list: () => [],
        find: (row) => {
          const document = account.documents.get(row)
          return document && representationRecord(ids, document, nowMs)
        },
      },
    ],
  ]
  return new Map<string, RecordSource>(kinds)
}
