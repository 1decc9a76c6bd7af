// The e-mails with documents that a new sample account has already received: an arrival notice whose last free day
// differs from the terminal's, a delivery order, and an invoice that names no shipment. All names are invented.
import { listAllResources, getLinkedIdentifiers, type Records, type Resource } from '../jsonapi/resource.ts'
import { DOCUMENTS_ALIAS, type Mail } from './mail.ts'
import { createPdf } from './pdf.ts'

export type SampleMail = { mail: Mail; receivedMs: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** `nowMs` is the instant of the records, at which the account is opened for the first time. */
export function createSampleMails(records: Records, nowMs: number): SampleMail[] {
  const containers = listAllResources(records.list('container')).map((container) => readCargo(records, container))
  // A shipment that is tracked by its container has the container's number instead of a bill of lading.
  const withBillOfLading = containers.filter(({ number, billOfLading, isOut }) => !isOut && billOfLading !== number)
  const withLastFreeDay = withBillOfLading.find(({ lastFreeDay }) => lastFreeDay !== null)
  const available = withBillOfLading.find((cargo) => cargo.isAvailable && cargo !== withLastFreeDay)
  const today = new Date(nowMs).toISOString().slice(0, 10)
  const mails: SampleMail[] = [{ mail: createMail(writeInvoice(today)), receivedMs: nowMs - HOUR_MS }]
  if (withLastFreeDay)
    mails.push({ mail: createMail(writeArrivalNotice(withLastFreeDay)), receivedMs: nowMs - 26 * HOUR_MS })
  if (available) mails.push({ mail: createMail(writeDeliveryOrder(available, today)), receivedMs: nowMs - 3 * HOUR_MS })
  return mails.sort((one, other) => one.receivedMs - other.receivedMs)
}

type Cargo = {
  number: string
  billOfLading: string
  vessel: string
  voyage: string
  customer: string
  port: string
  /** The calendar date that the terminal reports, as `YYYY-MM-DD`. */
  lastFreeDay: string | null
  isAvailable: boolean
  isOut: boolean
}

function readCargo(records: Records, { attributes, relationships }: Resource): Cargo {
  const [link] = getLinkedIdentifiers(relationships?.['shipment'])
  const shipment = (link && records.find('shipment', link.id)?.attributes) ?? {}
  const stringOrEmpty = (value: unknown) => (typeof value === 'string' ? value : '')
  const { pickup_lfd_terminal: day } = (attributes?.['import_deadlines'] ?? {}) as Record<string, unknown>
  return {
    number: stringOrEmpty(attributes?.['number']),
    billOfLading: stringOrEmpty(shipment['bill_of_lading_number']),
    vessel: stringOrEmpty(shipment['pod_vessel_name']),
    voyage: stringOrEmpty(shipment['pod_voyage_number']),
    customer: stringOrEmpty(shipment['customer_name']),
    port: stringOrEmpty(shipment['port_of_discharge_name']),
    lastFreeDay: typeof day === 'string' ? day.slice(0, 10) : null,
    isAvailable: attributes?.['available_for_pickup'] === true,
    isOut: typeof attributes?.['pod_full_out_at'] === 'string',
  }
}

type PaperDocument = { from: string; subject: string; filename: string; lines: readonly string[] }

/** The notice names a last free day one day after the terminal's, so that the user can see a difference. */
function writeArrivalNotice({
  number,
  billOfLading,
  vessel,
  voyage,
  customer,
  port,
  lastFreeDay,
}: Cargo): PaperDocument {
  const day = new Date(Date.parse(lastFreeDay ?? '') + DAY_MS).toISOString().slice(0, 10)
  return {
    from: 'arrivals@shipping-line.example',
    subject: `Arrival notice ${billOfLading}`,
    filename: 'arrival-notice.pdf',
    lines: [
      'ARRIVAL NOTICE',
      `Bill of Lading: ${billOfLading}`,
      `Container: ${number}`,
      `Vessel: ${vessel}`,
      `Voyage: ${voyage}`,
      `Port of Discharge: ${port}`,
      `Last Free Day: ${day}`,
      ...(customer === '' ? [] : [`Consignee: ${customer}`]),
      'Total Charges: USD 385.00',
    ],
  }
}

function writeDeliveryOrder({ number, billOfLading, customer, port }: Cargo, today: string): PaperDocument {
  return {
    from: 'dispatch@harbour-row.example',
    subject: `Delivery order for ${number}`,
    filename: 'DO-20417.pdf',
    lines: [
      'DELIVERY ORDER',
      'Delivery Order No: DO-20417',
      `Date: ${today}`,
      `Bill of Lading: ${billOfLading}`,
      `Container: ${number}`,
      `Pickup at: ${port}`,
      `Deliver to: ${customer === '' ? 'Harbour Row Warehouse' : customer}`,
      'Trucker: Saltmarsh Drayage',
    ],
  }
}

function writeInvoice(today: string): PaperDocument {
  return {
    from: 'accounts@brightwell-factory.example',
    subject: 'Invoice BW-3318',
    filename: 'invoice-BW-3318.pdf',
    lines: [
      'COMMERCIAL INVOICE',
      'Invoice No: BW-3318',
      `Invoice Date: ${today}`,
      'Seller: Brightwell Factory',
      'Buyer: Thornbury Imports',
      'Purchase Order: TI204518',
      'Total Amount: USD 24,180.00',
    ],
  }
}

const MARGIN_POINTS = 60
const FIRST_LINE_POINTS = 720
const LINE_POINTS = 22

function createMail({ from, subject, filename, lines }: PaperDocument): Mail {
  const content = createPdf(
    lines.map((text, index) => ({
      x: MARGIN_POINTS,
      y: FIRST_LINE_POINTS - index * LINE_POINTS,
      text,
      size: index === 0 ? 18 : 11,
    })),
  )
  return {
    subject,
    text: 'Please see the attached document.',
    from: [from],
    to: [DOCUMENTS_ALIAS],
    cc: [],
    messageId: null,
    inReplyTo: null,
    references: [],
    contentType: 'multipart/mixed',
    sentMs: null,
    attachments: [{ filename, contentType: 'application/pdf', content }],
  }
}
