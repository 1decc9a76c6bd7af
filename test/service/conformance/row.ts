// A row of the conformance tables is one requirement of the specification, or one choice of the service where the
// specification has a gap. Its `check` acts as an outside client, and throws if the service differs. Rows run under
// Vitest, and for mutants without it (scripts/mutation-lane.mjs), so they import no code of the service that a mutant
// could change.
import type { Services } from './services.ts'

/** The headings of the specification. A row belongs to the closest heading. */
export const SECTIONS = {
  '2': 'Resources and their fields',
  '2.1': 'container',
  '2.2': 'shipment',
  '2.3': 'terminal',
  '2.4': 'transport_event',
  '2.5': 'terminal_hold',
  '2.6': 'terminal_fee',
  '2.7': 'tracking_request',
  '2.8': 'custom_field_option',
  '2.9': 'document',
  '2.10': 'email_submission',
  '2.11': 'document_representation',
  '2.12': 'webhook_notification',
  '3.1': 'container current_status',
  '3.2': 'shipment line tracking',
  '3.3': 'tracking request states',
  '3.4': 'document processing',
  '4.1': 'Content types',
  '4.2': 'Endpoints with shapes',
  '4.3': 'Payload rules',
  '4.4': 'Direct link',
  '5': 'Authentication',
  '6.1': 'Delivery',
  '6.2': 'Webhook event names',
  '6.3': 'Transport event kinds',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
} as const

export type Section = keyof typeof SECTIONS
export type Kind = 'endpoint' | 'attribute' | 'relationship' | 'value' | 'event' | 'error' | 'limit' | 'rule'

export type Row = {
  section: Section
  kind: Kind
  /** A sentence or name that is unique within its section and kind. */
  what: string
  /** Throws if the service differs. */
  check: (services: Services) => void | Promise<void>
}

export const rule = (section: Section, what: string, check: Row['check']): Row => ({
  section,
  kind: 'rule',
  what,
  check,
})

/**
 * The parts of the specification that this service does not have (docs/service.md, "What it does not model"). They are
 * counted separately, never as rows.
 */
export const NOT_MODELLED: readonly { section: Section; what: string; why: string }[] = [
  { section: '6.2', what: 'link.created', why: 'named once in a list of changes, its payload nowhere' },
]
