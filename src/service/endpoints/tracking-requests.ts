// The endpoints of tracking requests (specification 2.7, 3.3). One request has a plural and a singular path, as in the
// live service.
import { readInitialFields } from '../account/initial-fields.ts'
import { answerRecordById, getRecord, readId, answerPage, answerRecord } from './answers.ts'
import { isObject, readData, readJson, refuseOtherId, readStrings, type BodyData } from '../jsonapi/body.ts'
import { badParameter, invalid, type Problem } from '../jsonapi/errors.ts'
import { parseInstant } from '../jsonapi/instants.ts'
import { asText, normalizeText, getTexts } from '../jsonapi/matching.ts'
import type { Query } from '../jsonapi/query.ts'
import {
  listCandidates,
  isIdentifier,
  createListing,
  filterResources,
  type Listing,
  type Resource,
} from '../jsonapi/resource.ts'
import type { Answer, Context, Route } from './routing.ts'
import type { PlanCustomer, RequestType } from '../world/plan.ts'
import { UNSUPPORTED_SCACS } from '../world/data/shipping-lines.ts'
import { detectLine, findLineByScac } from '../world/written-requests.ts'
import { computeHash } from '../world/chance.ts'
import { inferNumber, type Inferred } from '../world/infer-number.ts'

const TRACKED = 'tracked_object'
const MAX_CHARACTERS = 50

export const trackingRequestRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/tracking_requests',
    answer: (context) => answerPage(context, 'tracking_request', filterRequests(context), TRACKED),
  },
  { method: 'POST', path: '/tracking_requests', answer: create },
  { method: 'POST', path: '/tracking_requests/infer_number', answer: infer },
  ...['/tracking_requests/{id}', '/tracking_request/{id}'].flatMap((path): Route[] => [
    {
      method: 'GET',
      path,
      answer: (context) => answerRecordById(context, 'tracking_request', readId(context), TRACKED),
    },
    { method: 'PATCH', path, answer: edit },
  ]),
]

type RequestFilter = (request: Resource) => boolean

function filterRequests(context: Context): Listing {
  const listing = context.records.list('tracking_request')
  const filters = [...createTextFilters(context), ...createSpanFilters(context)]
  if (filters.length === 0) return listing
  const text =
    normalizeText(context.query.get('filter[request_number]') ?? '') || normalizeText(context.query.get('q') ?? '')
  return createListing(
    filterResources(listCandidates(listing, [text]), (request) => filters.every((filter) => filter(request))),
  )
}

function createTextFilters({ query }: Context): RequestFilter[] {
  const filters: RequestFilter[] = []
  const q = normalizeText(query.get('q') ?? '')
  if (q !== '')
    filters.push((request) =>
      getTexts(request, 'request_number', 'ref_numbers').some((text) => normalizeText(text).includes(q)),
    )
  for (const name of ['request_number', 'status', 'scac', 'request_type']) {
    const wanted = normalizeText(query.get(`filter[${name}]`) ?? '')
    if (wanted !== '') filters.push((request) => normalizeText(asText(request.attributes?.[name])) === wanted)
  }
  return filters
}

/** Filters by time span. Both ends belong to the span. */
function createSpanFilters({ query }: Context): RequestFilter[] {
  const filters: RequestFilter[] = []
  for (const name of ['created_at', 'updated_at']) {
    const readMs = (request: Resource) => Date.parse(asText(request.attributes?.[name]))
    const startMs = readInstant(query, `filter[${name}][start]`)
    const endMs = readInstant(query, `filter[${name}][end]`)
    if (startMs !== null) filters.push((request) => readMs(request) >= startMs)
    if (endMs !== null) filters.push((request) => readMs(request) <= endMs)
  }
  return filters
}

/** Returns null if the parameter is absent, and throws 400 if it is not a date or date-time. */
function readInstant(query: Query, parameter: string): number | null {
  const text = query.get(parameter) ?? ''
  if (text === '') return null
  const instantMs = parseInstant(text)
  if (instantMs === null) throw badParameter(parameter, `${parameter} must be an ISO 8601 date or date-time.`)
  return instantMs
}

const REQUEST_TYPES: readonly string[] = ['bill_of_lading', 'booking_number', 'container'] satisfies RequestType[]

function isRequestType(value: unknown): value is RequestType {
  return typeof value === 'string' && REQUEST_TYPES.includes(value)
}

function create(context: Context): Answer {
  const data = readData(context.body, 'tracking_request')
  const { request_type: requestType, request_number: number } = data.attributes
  const requestNumber = typeof number === 'string' ? number.trim() : ''
  const problems = [
    ...findTypeProblems(requestType),
    ...findNumberProblems(number, requestNumber),
    ...findScacProblems(data),
  ]
  const [refNumbers, shipmentTags] = [readStrings(data, 'ref_numbers') ?? [], readStrings(data, 'shipment_tags') ?? []]
  if (problems.length > 0 || !isRequestType(requestType)) throw invalid(problems)

  const { scac: sentScac } = data.attributes
  const scac = typeof sentScac === 'string' && sentScac !== '' ? sentScac.toUpperCase() : null
  const customer = readCustomer(context, data)
  const initialFields = readInitialFields(context.account, data.attributes['initial_custom_fields'])
  refuseDuplicate(context, requestNumber, scac)
  const row = context.written.addRequest({
    createdMs: context.worldMs,
    requestType,
    requestNumber,
    scac,
    refNumbers,
    shipmentTags,
    customer,
  })
  if (initialFields.length > 0) context.account.initialFields.add({ request: row, fields: initialFields })
  const id = context.world.createWrittenRequestId(row)
  const request = context.records.find('tracking_request', id)
  if (!request) throw new Error(`Request ${row} was written and cannot be read.`)
  return {
    ...answerRecord(context, request),
    status: 201,
    headers: { location: `${context.baseUrl}/tracking_requests/${id}` },
  }
}

/** The reference declares `ref_number`, but all other records have the list `ref_numbers`. Both are accepted. */
function edit(context: Context): Answer {
  const id = readId(context)
  getRecord(context, 'tracking_request', id)
  const data = readData(context.body, 'tracking_request')
  refuseOtherId(data, id)
  const refNumbers = readStrings(data, 'ref_numbers') ?? readSingleReference(data)
  if (refNumbers === undefined)
    throw invalid([
      {
        pointer: '/data/attributes/ref_numbers',
        code: 'blank',
        detail: 'Only ref_numbers can be changed on a tracking request.',
      },
    ])
  context.written.edit('tracking_request', id, { ref_numbers: refNumbers, updatedMs: context.worldMs })
  return answerRecordById(context, 'tracking_request', id, TRACKED)
}

function readSingleReference(data: BodyData): string[] | undefined {
  const { ref_number: single } = data.attributes
  if (single === undefined) return undefined
  return readStrings({ ...data, attributes: { ref_number: Array.isArray(single) ? single : [single] } }, 'ref_number')
}

function findTypeProblems(requestType: unknown): Problem[] {
  if (isRequestType(requestType)) return []
  const pointer = '/data/attributes/request_type'
  if (requestType === undefined || requestType === null || requestType === '')
    return [{ pointer, code: 'blank', detail: "Request type can't be blank" }]
  return [{ pointer, code: 'inclusion', detail: `Request type must be one of ${REQUEST_TYPES.join(', ')}` }]
}

function findNumberProblems(sent: unknown, requestNumber: string): Problem[] {
  const pointer = '/data/attributes/request_number'
  if (sent !== undefined && sent !== null && typeof sent !== 'string')
    return [{ pointer, code: 'invalid', detail: 'Request number must be a string' }]
  if (requestNumber === '') return [{ pointer, code: 'blank', detail: "Request number can't be blank" }]
  return requestNumber.length > MAX_CHARACTERS
    ? [{ pointer, code: 'too_long', detail: `Request number is longer than ${MAX_CHARACTERS} characters` }]
    : []
}

function findScacProblems({ attributes }: BodyData): Problem[] {
  const { scac, auto_detect_vocc_scac: isDetected } = attributes
  const pointer = '/data/attributes/scac'
  if (scac === undefined || scac === null || scac === '')
    return isDetected === true ? [] : [{ pointer, code: 'blank', detail: "Scac can't be blank" }]
  if (typeof scac !== 'string' || scac.length !== 4)
    return [{ pointer, code: 'invalid', detail: 'Scac must be a string of 4 characters' }]
  if (findLineByScac(scac)) return []
  const isUnsupported = UNSUPPORTED_SCACS.includes(scac.toUpperCase())
  return [
    {
      pointer,
      code: 'blank',
      detail: isUnsupported
        ? `Scac ${scac} is known, but its carrier is not supported`
        : `Scac ${scac} is not recognized`,
    },
  ]
}

function refuseDuplicate({ records }: Context, requestNumber: string, scac: string | null): void {
  const findLine = (own: unknown) => (own === null ? detectLine(requestNumber) : findLineByScac(asText(own)))
  const line = findLine(scac)
  const isSame = (request: Resource) => {
    const { status, scac: other, request_number: number } = request.attributes ?? {}
    const sameLine = line === null ? other === null : findLine(other) === line
    return (
      (status === 'pending' || status === 'created') &&
      sameLine &&
      normalizeText(asText(number)) === normalizeText(requestNumber)
    )
  }
  if (
    filterResources(listCandidates(records.list('tracking_request'), [normalizeText(requestNumber)]), isSame).length ===
    0
  )
    return
  const detail = `A tracking request for ${requestNumber} with scac ${scac ?? ''} already exists in a pending or created status`
  throw invalid([{ pointer: '/data/attributes/request_number', code: 'duplicate', detail }])
}

/** Reads the customer of a new request. It cannot be changed later. Null if the body names none. */
function readCustomer({ records }: Context, { relationships }: BodyData): PlanCustomer | null {
  const { customer } = relationships
  if (customer === undefined) return null
  const linkage = isObject(customer) ? customer['data'] : undefined
  if (linkage === null) return null
  const party = isIdentifier(linkage) && linkage.type === 'party' ? records.find('party', linkage.id) : null
  if (!party)
    throw invalid([
      { pointer: '/data/relationships/customer', code: 'invalid', detail: 'The customer is not a known party' },
    ])
  return { name: asText(party.attributes?.['company_name']), partyId: party.id }
}

/** Infers the type and the carrier of a number. The request is plain JSON, but the answer is a JSON:API document. */
function infer({ body, worldMs }: Context): Answer {
  const sent = readJson(body)
  const number = isObject(sent) ? sent['number'] : undefined
  if (typeof number !== 'string' || number.trim() === '')
    throw invalid([{ pointer: '/number', code: 'blank', detail: "Number can't be blank" }])
  if (number.length > MAX_CHARACTERS)
    throw invalid([
      { pointer: '/number', code: 'too_long', detail: `Number is longer than ${MAX_CHARACTERS} characters` },
    ])
  return {
    document: {
      data: formatInference(inferNumber(number), `req_${computeHash(number, worldMs).toString(16).padStart(8, '0')}`),
    },
  }
}

function formatInference(inferred: Inferred, id: string): object {
  const { numberType, isValid, checkDigitPassed, parsedNumber, reason, decision, selected, candidates } = inferred
  return {
    type: 'infer_number_results',
    id,
    attributes: {
      number_type: numberType,
      validation: {
        is_valid: isValid,
        type: numberType === 'container' ? 'container' : 'shipment',
        check_digit_passed: checkDigitPassed,
        parsed_number: parsedNumber,
        reason,
      },
      shipping_line: { decision, selected, candidates },
    },
  }
}
