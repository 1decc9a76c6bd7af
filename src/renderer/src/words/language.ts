// The language this page was handed out in. It is decided by whoever hands it out (host/page.ts), and stays until the
// page is loaded again: words stand in tables that are made once.
import { type Language, knownLanguage } from '#contract/rules/language.ts'

/** Without a host that named it (a development server), and without a page at all, English. */
export const language: Language =
  (typeof document === 'undefined' ? null : knownLanguage(document.documentElement.lang)) ?? 'en'
