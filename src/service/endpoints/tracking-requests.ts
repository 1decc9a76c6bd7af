// Tracking requests (specification 2.7, 3.3). The plural and the singular path both work.
import { readInitialFields } from '../account/initial-fields.ts'
import { foundAnswer, foundRecord, idIn, pageAnswer, recordAnswer } from './answers.ts'
import { isObject, readData, readJson, refuseOtherId, stringsOf, type BodyData } from '../jsonapi/body.ts'
import { badParameter, invalid, type Problem } from '../jsonapi/errors.ts'
import { instantIn } from '../jsonapi/instants.ts'
import { asText, plain, textsOf } from '../jsonapi/matching.ts'
import type { Query } from '../jsonapi/query.ts'
import {
  listCandidates,
  isIdentifier,
  listingOf,
  filterResources,
  type Listing,
  type Resource,
} from '../jsonapi/resource.ts'
import type { Answer, Context, Route } from './routing.ts'
import type { PlanCustomer, RequestType } from '../world/plan.ts'
import { UNSUPPORTED_SCACS } from '../world/data/shipping-lines.ts'
import { detectedLine, lineForScac } from '../world/written-requests.ts'
import { hashOf } from '../world/chance.ts'
import { inferNumber, type Inferred } from '../world/infer-number.ts'

const TRACKED = 'tracked_object'
const MAX_CHARACTERS = 50

export const trackingRequestRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/tracking_requests',
    answer: (context) => pageAnswer(context, 'tracking_request', filterRequests(context), TRACKED),
  },
  { method: 'POST', path: '/tracking_requests', answer: create },
  { method: 'POST', path: '/tracking_requests/infer_number', answer: infer },
  ...['/tracking_requests/{id}', '/tracking_request/{id}'].flatMap((path): Route[] => [
    { method: 'GET', path, answer: (context) => foundAnswer(context, 'tracking_request', idIn(context), TRACKED) },
    { method: 'PATCH', path, answer: edit },
  ]),
]

type Test = (request: Resource) => boolean

function filterRequests(context: Context): Listing {
  const listing = context.records.list('tracking_request')
  const tests = [...textTests(context), ...spanTests(context)]
  if (tests.length === 0) return listing
  const text = plain(context.query.get('filter[request_number]') ?? '') || plain(context.query.get('q') ?? '')
  return listingOf(filterResources(listCandidates(listing, [text]), (request) => tests.every((test) => test(request))))
}

function textTests({ query }: Context): Test[] {
  const tests: Test[] = []
  const q = plain(query.get('q') ?? '')
  if (q !== '')
    tests.push((request) => textsOf(request, 'request_number', 'ref_numbers').some((text) => plain(text).includes(q)))
  for (const name of ['request_number', 'status', 'scac', 'request_type']) {
    const wanted = plain(query.get(`filter[${name}]`) ?? '')
    if (wanted !== '') tests.push((request) => plain(asText(request.attributes?.[name])) === wanted)
  }
  return tests
}

/** Both ends are included. */
function spanTests({ query }: Context): Test[] {
  const tests: Test[] = []
  for (const name of ['created_at', 'updated_at']) {
    const at = (request: Resource) => Date.parse(asText(request.attributes?.[name]))
    const startMs = instantOf(query, `filter[${name}][start]`)
    const endMs = instantOf(query, `filter[${name}][end]`)
    if (startMs !== null) tests.push((request) => at(request) >= startMs)
    if (endMs !== null) tests.push((request) => at(request) <= endMs)
  }
  return tests
}

function instantOf(query: Query, parameter: string): number | null {
  const text = query.get(parameter) ?? ''
  if (text === '') return null
  const instantMs = instantIn(text)
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
  const problems = [...typeProblems(requestType), ...numberProblems(number, requestNumber), ...scacProblems(data)]
  const [refNumbers, shipmentTags] = [stringsOf(data, 'ref_numbers') ?? [], stringsOf(data, 'shipment_tags') ?? []]
  if (problems.length > 0 || !isRequestType(requestType)) throw invalid(problems)

  const { scac: sentScac } = data.attributes
  const scac = typeof sentScac === 'string' && sentScac !== '' ? sentScac.toUpperCase() : null
  const customer = customerOf(context, data)
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
  const id = context.world.writtenRequestId(row)
  const request = context.records.find('tracking_request', id)
  if (!request) throw new Error(`Request ${row} was written and cannot be read.`)
  return {
    ...recordAnswer(context, request),
    status: 201,
    headers: { location: `${context.baseUrl}/tracking_requests/${id}` },
  }
}

/** The reference declares `ref_number`, but elsewhere it is a list: both are accepted. */
function edit(context: Context): Answer {
  const id = idIn(context)
  foundRecord(context, 'tracking_request', id)
  const data = readData(context.body, 'tracking_request')
  refuseOtherId(data, id)
  const refNumbers = stringsOf(data, 'ref_numbers') ?? singleReference(data)
  if (refNumbers === undefined)
    throw invalid([
      {
        pointer: '/data/attributes/ref_numbers',
        code: 'blank',
        detail: 'Only ref_numbers can be changed on a tracking request.',
      },
    ])
  context.written.edit('tracking_request', id, { ref_numbers: refNumbers, updatedMs: context.worldMs })
  return foundAnswer(context, 'tracking_request', id, TRACKED)
}

function singleReference(data: BodyData): string[] | undefined {
  const { ref_number: single } = data.attributes
  if (single === undefined) return undefined
  return stringsOf({ ...data, attributes: { ref_number: Array.isArray(single) ? single : [single] } }, 'ref_number')
}

function typeProblems(requestType: unknown): Problem[] {
  if (isRequestType(requestType)) return []
  const pointer = '/data/attributes/request_type'
  if (requestType === undefined || requestType === null || requestType === '')
    return [{ pointer, code: 'blank', detail: "Request type can't be blank" }]
  return [{ pointer, code: 'inclusion', detail: `Request type must be one of ${REQUEST_TYPES.join(', ')}` }]
}

function numberProblems(sent: unknown, requestNumber: string): Problem[] {
  const pointer = '/data/attributes/request_number'
  if (sent !== undefined && sent !== null && typeof sent !== 'string')
    return [{ pointer, code: 'invalid', detail: 'Request number must be a string' }]
  if (requestNumber === '') return [{ pointer, code: 'blank', detail: "Request number can't be blank" }]
  return requestNumber.length > MAX_CHARACTERS
    ? [{ pointer, code: 'too_long', detail: `Request number is longer than ${MAX_CHARACTERS} characters` }]
    : []
}

function scacProblems({ attributes }: BodyData): Problem[] {
  const { scac, auto_detect_vocc_scac: isDetected } = attributes
  const pointer = '/data/attributes/scac'
  if (scac === undefined || scac === null || scac === '')
    return isDetected === true ? [] : [{ pointer, code: 'blank', detail: "Scac can't be blank" }]
  if (typeof scac !== 'string' || scac.length !== 4)
    return [{ pointer, code: 'invalid', detail: 'Scac must be a string of 4 characters' }]
  if (lineForScac(scac)) return []
  const isElsewhere = UNSUPPORTED_SCACS.includes(scac.toUpperCase())
  return [
    {
      pointer,
      code: 'blank',
      detail: isElsewhere
        ? `Scac ${scac} is known, but its carrier is not supported`
        : `Scac ${scac} is not recognized`,
    },
  ]
}

function refuseDuplicate({ records }: Context, requestNumber: string, scac: string | null): void {
  const lineOf = (own: unknown) => (own === null ? detectedLine(requestNumber) : lineForScac(asText(own)))
  const line = lineOf(scac)
  const isSame = (request: Resource) => {
    const { status, scac: other, request_number: number } = request.attributes ?? {}
    const sameLine = line === null ? other === null : lineOf(other) === line
    return (status === 'pending' || status === 'created') && sameLine && plain(asText(number)) === plain(requestNumber)
  }
  if (filterResources(listCandidates(records.list('tracking_request'), [plain(requestNumber)]), isSame).length === 0)
    return
  const detail = `A tracking request for ${requestNumber} with scac ${scac ?? ''} already exists in a pending or created status`
  throw invalid([{ pointer: '/data/attributes/request_number', code: 'duplicate', detail }])
}

/** The customer can be set only at creation. */
function customerOf({ records }: Context, { relationships }: BodyData): PlanCustomer | null {
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

/** Infers type and carrier of a number. The request is plain JSON, the answer a JSON:API document. */
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
    document: { data: resultOf(inferNumber(number), `req_${hashOf(number, worldMs).toString(16).padStart(8, '0')}`) },
  }
}

function resultOf(inferred: Inferred, id: string): object {
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
