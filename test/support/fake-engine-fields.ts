// Custom fields behind the made-up engine: one of every kind for containers and shipments, none for requests.
import type { CustomField, FieldTarget, FieldValue } from '#contract/fields.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'

type Names = Extract<keyof Handlers<EngineContract>, `fields.${string}`>

const base: Omit<CustomField, 'slug' | 'name' | 'type'> = { description: null, options: [], isRequired: false, maxLength: null, value: null, display: null }
const teams = [
  { id: 'team-1', value: 'north', label: 'North desk' },
  { id: 'team-2', value: 'south', label: 'South desk' },
]
const papers = [
  { id: 'paper-1', value: 'invoice', label: 'Commercial invoice' },
  { id: 'paper-2', value: 'packing', label: 'Packing list' },
  { id: 'paper-3', value: 'origin', label: 'Certificate of origin' },
]

export const FAKE_FIELDS: readonly CustomField[] = [
  { ...base, slug: 'cost_centre', name: 'Cost centre', type: 'text', maxLength: 12, value: 'CC-4410', description: 'As in the ledger' },
  { ...base, slug: 'cleared', name: 'Customs cleared', type: 'boolean', value: false },
  { ...base, slug: 'delivery_on', name: 'Delivery promised', type: 'date', value: '2026-11-27' },
  { ...base, slug: 'desk', name: 'Desk', type: 'option', options: teams, value: 'north', isRequired: true },
  { ...base, slug: 'papers', name: 'Documents received', type: 'options', options: papers, value: ['invoice', 'packing'] },
  { ...base, slug: 'pallets', name: 'Pallets', type: 'number' },
  { ...base, slug: 'quote', name: 'Quotation', type: 'other', value: 'Q-17', display: 'Q-17, autumn tariff' },
  { ...base, slug: 'slot_at', name: 'Warehouse slot', type: 'instant', value: '2026-11-27T14:30:00.000Z' },
]

/** `edited`: what an edit makes of the field; undefined where there is none. */
export function fakeFieldHandlers(edited: (target: FieldTarget, slug: string) => FieldValue | undefined): Pick<Handlers<EngineContract>, Names> {
  return {
    'fields.list': ({ target }) => ({
      rows: target.type === 'tracking_request' ? [] : FAKE_FIELDS.map((field) => {
        const value = edited(target, field.slug)
        return value === undefined ? field : { ...field, value }
      }),
    }),
  }
}
