// The endpoints of e-mails with documents (specification 2.10), which arrive by SMTP, and of the document schemas.
import { findCurrentSchema, findSchema } from '../account/document-schemas.ts'
import { unknownRecord } from '../jsonapi/errors.ts'
import { answerRecordById, answerPage, answerRecord, readId } from './answers.ts'
import { requireFeature, type Answer, type Context, type Route } from './routing.ts'

const DEFAULT_INCLUDE = 'documents,documents.last_document_representation'

export const emailSubmissionRoutes: readonly Route[] = requireFeature('documents', [
  {
    method: 'GET',
    path: '/email_submissions',
    answer: (context) =>
      answerPage(context, 'email_submission', context.records.list('email_submission'), DEFAULT_INCLUDE),
  },
  {
    method: 'GET',
    path: '/email_submissions/{id}',
    answer: (context) => answerRecordById(context, 'email_submission', readId(context), DEFAULT_INCLUDE),
  },
  { method: 'GET', path: '/document_schemas/{id}', answer: answerSchema },
])

/** The id is `<type>@<date>`. A type without a date means its current schema. */
function answerSchema(context: Context): Answer {
  const id = readId(context)
  const resource = findSchema(id) ?? findCurrentSchema(id)?.resource
  if (!resource) throw unknownRecord('document schema', id)
  return answerRecord(context, resource)
}
