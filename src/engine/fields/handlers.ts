// Handlers for the calls about custom fields. Their values are changed by edits (edits/).
import type { CustomField, FieldTarget } from '#contract/fields.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { ReadableDb } from '../db/open.ts'
import { findEditedValue } from '../mirror/edits/store.ts'
import { type Definition, isValueOf, loadDefinitions, valuesOf } from '../mirror/fields/store.ts'
import { readValue } from '../mirror/fields/value.ts'

export function fieldHandlers({ db }: { db: ReadableDb }): HandlersOf<'fields'> {
  return { 'fields.list': ({ target }) => ({ rows: loadFields(db, target) }) }
}

function loadFields(db: ReadableDb, target: FieldTarget): CustomField[] {
  const values = valuesOf(db, target.type, target.id)
  return loadDefinitions(db, target.type).map((definition) => {
    const { slug, name, description, type, isRequired, maxLength } = definition
    const stored = values.find((value) => isValueOf(value, definition))
    const valueOfEdit = findEditedValue(db, target, { custom: slug })
    const value = valueOfEdit === undefined ? readValue(type, stored?.raw) : valueOfEdit
    return {
      slug,
      name,
      description,
      type,
      options: loadOptions(db, definition),
      isRequired,
      maxLength,
      value,
      display: type === 'other' ? (stored?.display ?? null) : null,
    }
  })
}

/** The options with their edited labels. */
function loadOptions(db: ReadableDb, { options }: Definition): CustomField['options'] {
  return options.map(({ id, value, label }) => {
    const labelOfEdit = findEditedValue(db, { type: 'option', id }, 'label')
    return { id, value, label: typeof labelOfEdit === 'string' ? labelOfEdit : label }
  })
}
