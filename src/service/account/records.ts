// Finds and lists the account's own records together with those of the world, so that `include` can follow relations
// between the two.
import { createListing, type Records, type Resource } from '../jsonapi/resource.ts'
import type { IdKind } from '../world/ids.ts'
import type { World } from '../world/world.ts'
import type { Collection, Stored } from '../written/collection.ts'
import { buildDefinitionRecord, buildFieldRecord, buildOptionRecord } from './custom-field-records.ts'
import { buildDocumentRecord, buildEmailRecord, buildRepresentationRecord } from './document-records.ts'
import type { AccountStore } from './stored.ts'
import { buildNotificationRecord, getRowOfAddress, buildWebhookRecord } from './webhook-records.ts'

/** The id of a party that a client created contains this number plus the row. Parties of the world are below it. */
export const FIRST_WRITTEN_PARTY = 4096

/** These records exist only in notifications. Their row is the row of the first notification about them. */
const NOTIFICATION_ONLY_KINDS: readonly IdKind[] = [
  'estimated_event',
  'container_updated_event',
  'container_created_event',
  'container_pod_terminal_changed_event',
]

/** The account's own records of one kind. `list` is empty for records that the service returns only by their id. */
type RecordSource = { list: () => Resource[]; find: (row: number) => Resource | null }

export function withAccountRecords(records: Records, account: AccountStore, world: World, nowMs: number): Records {
  const sources = createSources(account, world, nowMs)
  const findOwn = (type: string, id: string): Resource | null => {
    const idAddress = world.ids.parse(id)
    return idAddress?.kind === type ? (sources.get(type)?.find(getRowOfAddress(idAddress)) ?? null) : null
  }
  return {
    find: (type, id) => findOwn(type, id) ?? records.find(type, id),
    list: (type) => {
      const source = sources.get(type)
      if (!source) return records.list(type)
      const others = records.list(type)
      return others.total === 0
        ? createListing(source.list())
        : createListing([...source.list(), ...others.slice(0, others.total)])
    },
    listRelated: (type, relation, id) => records.listRelated(type, relation, id),
  }
}

/** `offset` is the difference between the row in the id and the row in the collection. */
function createSource<T extends object>(
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

function createSources(account: AccountStore, { ids }: World, nowMs: number): ReadonlyMap<string, RecordSource> {
  const kinds: [IdKind, RecordSource][] = [
    [
      'account',
      {
        list: () => [],
        find: () => ({
          type: 'account',
          id: ids.create('account', 0),
          attributes: { company_name: 'Sample Forwarding' },
        }),
      },
    ],
    ['webhook', createSource(account.webhooks, (webhook) => buildWebhookRecord(ids, webhook))],
    [
      'webhook_notification',
      createSource(account.notifications, (notification) => buildNotificationRecord(ids, notification)),
    ],
    ...NOTIFICATION_ONLY_KINDS.map((kind): [IdKind, RecordSource] => [
      kind,
      { list: () => [], find: (row) => account.notifications.get(row)?.news ?? null },
    ]),
    [
      'custom_field_definition',
      createSource(account.definitions, (definition) => buildDefinitionRecord(ids, account, definition)),
    ],
    ['custom_field_option', createSource(account.options, (option) => buildOptionRecord(ids, option))],
    ['custom_field', createSource(account.fields, (field) => buildFieldRecord(ids, account, field))],
    ['document', createSource(account.documents, (document) => buildDocumentRecord(ids, account, document, nowMs))],
    ['email_submission', createSource(account.emails, (email) => buildEmailRecord(ids, account, email))],
    [
      'party',
      createSource(
        account.parties,
        ({ row, companyName }) => ({
          type: 'party',
          id: ids.create('party', FIRST_WRITTEN_PARTY + row),
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
          return document && buildRepresentationRecord(ids, document, nowMs)
        },
      },
    ],
  ]
  return new Map<string, RecordSource>(kinds)
}
