// E-mails with documents (specification 2.10). They arrive by SMTP.
import { currentSchema, schemaResource } from '../account/document-schemas.ts'
import { unknownRecord } from '../jsonapi/errors.ts'
import { foundAnswer, pageAnswer, recordAnswer, idIn } from './answers.ts'
import { needing, type Answer, type Context, type Route } from './routing.ts'

const DEFAULT_INCLUDE = 'documents,documents.last_document_representation'

export const emailSubmissionRoutes: readonly Route[] = needing('documents', [
  {
    method: 'GET',
    path: '/email_submissions',
    answer: (context) =>
      pageAnswer(context, 'email_submission', context.records.list('email_submission'), DEFAULT_INCLUDE),
  },
  {
    method: 'GET',
    path: '/email_submissions/{id}',
    answer: (context) => foundAnswer(context, 'email_submission', idIn(context), DEFAULT_INCLUDE),
  },
  { method: 'GET', path: '/document_schemas/{id}', answer: answerSchema },
])

/** `<type>@<date>`; a type alone means its current schema. */
function answerSchema(context: Context): Answer {
  const id = idIn(context)
  const resource = schemaResource(id) ?? currentSchema(id)?.resource
  if (!resource) throw unknownRecord('document schema', id)
  return recordAnswer(context, resource)
}
