// All texts of this language in one file to load. It imports nothing that the page also imports (words.ts).
import fields from 'naive-ui/es/locales/common/esAR'
export { es as alerts } from '#words/alert-words/es.ts'
export { es as messages } from './es.ts'

/** The texts of naive-ui itself. */
export { fields }
