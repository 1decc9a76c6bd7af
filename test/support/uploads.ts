// Recognizes the requests of an upload, and creates faults for them and small documents.
import type { HttpRequest } from '#engine/outside/http.ts'
import type { Fault } from './network.ts'
import { pdfLines } from './pdf.ts'
import { loadInbox } from './spooled.ts'
import { type SyncedEngine, startSyncedEngine } from './synced-engine.ts'
import type { TrackingServiceOptions } from './tracking-service.ts'

export const startSmallEngine = (options: TrackingServiceOptions = {}) =>
  startSyncedEngine({ containers: 6, ...options })
export const PDF = pdfLines('COMMERCIAL INVOICE', 'Invoice No: K-118', 'Grand total: USD 18,450.50')
export const createOtherInvoice = (n: number) => pdfLines('COMMERCIAL INVOICE', `Invoice No: K-${n}`)

export const isAnnounce = ({ method, url }: HttpRequest) =>
  method === 'POST' && url.endsWith('/rails/active_storage/direct_uploads')
export const isPut = ({ method }: HttpRequest) => method === 'PUT'
export const isCreateDocument = ({ method, url }: HttpRequest) => method === 'POST' && url.endsWith('/v2/documents')
export const isNameSearch = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('filter[filename]')
export const listSent = ({ network }: SyncedEngine, isWanted: (request: HttpRequest) => boolean) =>
  network.sent.filter((request) => isWanted(request as unknown as HttpRequest))
export const listDocumentStates = (engine: SyncedEngine) =>
  loadInbox(engine).then((rows) => rows.map(({ state }) => state))

/** Creates a fault for the first matching request only. */
export function createOneTimeFault(
  isWanted: (request: HttpRequest) => boolean,
  fault: Fault,
): (request: HttpRequest) => Fault | null {
  let isOver = false
  return (request) => {
    if (isOver || !isWanted(request)) return null
    isOver = true
    return fault
  }
}
