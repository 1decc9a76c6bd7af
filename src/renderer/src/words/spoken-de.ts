// All that is said in this language, in one file to load. It imports nothing the page has too (words.ts).
import fields from 'naive-ui/es/locales/common/deDE'
export { de as alerts } from '#words/alert-words/de.ts'
export { de as messages } from './de.ts'

/** What naive-ui says by itself. */
export { fields }
