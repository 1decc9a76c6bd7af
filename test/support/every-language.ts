import { LANGUAGES, type Language } from '#contract/rules/language.ts'

/** The rows of a table of a test. Throws if a language has no row, so that no table forgets a new language. */
export function everyLanguage<Row extends readonly [Language, ...unknown[]]>(rows: Row[]): Row[] {
  const missing = LANGUAGES.filter((language) => !rows.some(([rowLanguage]) => rowLanguage === language))
  if (missing.length > 0) throw new Error(`This table has no row for ${missing.join(', ')}.`)
  return rows
}
