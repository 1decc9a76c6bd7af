// A third-party validator of JSON:API documents.
import schema from 'jsonapi-validator/lib/schema.json' with { type: 'json' }
import { Validator } from 'jsonapi-validator'

// Newer versions of its JSON Schema library do not include draft 6. The schema uses only features that draft 7 has too.
const validator = new Validator({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' })

export function isJsonApi(document: unknown): boolean {
  return validator.isValid(document)
}
