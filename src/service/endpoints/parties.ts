// The endpoints of parties, which are the customers of shipments. Parties can be added and renamed, but not deleted.
import { FIRST_WRITTEN_PARTY } from '../account/records.ts'
import { readData, type BodyData } from '../jsonapi/body.ts'
import { invalid } from '../jsonapi/errors.ts'
import { asText } from '../jsonapi/matching.ts'
import { listAllResources } from '../jsonapi/resource.ts'
import { answerCreated, answerRecordById, getRecord, readId, answerPage } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'

const PAGE_SIZE = 25
const MAX_NAME = 255

export const partyRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/parties',
    answer: (context) => answerPage(context, 'party', context.records.list('party'), '', PAGE_SIZE),
  },
  { method: 'POST', path: '/parties', answer: create },
  { method: 'GET', path: '/parties/{id}', answer: (context) => answerRecordById(context, 'party', readId(context)) },
  { method: 'PATCH', path: '/parties/{id}', answer: rename },
]

function create(context: Context): Answer {
  const companyName = readName(context, readData(context.body, 'party'), null)
  const { row } = context.account.parties.add({ companyName })
  const id = context.world.ids.create('party', FIRST_WRITTEN_PARTY + row)
  return answerCreated(context, 'party', id)
}

function rename(context: Context): Answer {
  const { id } = getRecord(context, 'party', readId(context))
  const companyName = readName(context, readData(context.body, 'party'), id)
  context.written.edit('party', id, { company_name: companyName })
  return answerRecordById(context, 'party', id)
}

/** Throws 422 if the name is invalid or another party has it. `ownId` is the party to rename, or null for a new one. */
function readName({ records }: Context, { attributes }: BodyData, ownId: string | null): string {
  const pointer = '/data/attributes/company_name'
  const { company_name: sent } = attributes
  if (sent !== undefined && sent !== null && typeof sent !== 'string')
    throw invalid([{ pointer, code: 'invalid', detail: 'Company name must be a string' }])
  const name = (sent ?? '').trim()
  if (name === '') throw invalid([{ pointer, code: 'blank', detail: "Company name can't be blank" }])
  if (name.length > MAX_NAME)
    throw invalid([{ pointer, code: 'too_long', detail: `Company name is longer than ${MAX_NAME} characters` }])
  const isTaken = listAllResources(records.list('party')).some(
    ({ id, attributes: other }) => id !== ownId && asText(other?.['company_name']).toLowerCase() === name.toLowerCase(),
  )
  if (isTaken) throw invalid([{ pointer, code: 'taken', detail: 'Company name has already been taken' }])
  return name
}
