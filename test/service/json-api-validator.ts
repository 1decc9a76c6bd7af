// A validator of JSON:API documents that is not ours.
import schema from 'jsonapi-validator/lib/schema.json' with { type: 'json' }
import { Validator } from 'jsonapi-validator'

// Newer versions of its JSON Schema library no longer carry draft 6, of which the schema uses nothing that draft 7
// lacks.
const validator = new Validator({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' })

export function isJsonApi(document: unknown): boolean {
  return validator.isValid(document)
}
