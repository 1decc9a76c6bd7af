// The language of this page. The host decides it when it serves the page (host/page.ts), and it stays until the page is
// loaded again, because texts are in tables that are created once.
import { type Language, parseLanguage } from '#contract/rules/language.ts'

/** English if no host set it (a development server), and without a page. */
export const language: Language =
  (typeof document === 'undefined' ? null : parseLanguage(document.documentElement.lang)) ?? 'en'
