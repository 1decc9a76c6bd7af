// All texts of this language in one file to load. It imports nothing that the page also imports (words.ts).
import fields from 'naive-ui/es/locales/common/deDE'
export { de as alerts } from '#words/alert-words/de.ts'
export { de as messages } from './de.ts'

/** The texts of naive-ui itself. */
export { fields }
