import { LANGUAGES, type Language } from '#contract/rules/language.ts'

/** Returns the rows of a test's table. Throws if a language has no row, so that every table includes a new language. */
export function requireEveryLanguage<Row extends readonly [Language, ...unknown[]]>(rows: Row[]): Row[] {
  const missing = LANGUAGES.filter((language) => !rows.some(([rowLanguage]) => rowLanguage === language))
  if (missing.length > 0) throw new Error(`This table has no row for ${missing.join(', ')}.`)
  return rows
}
