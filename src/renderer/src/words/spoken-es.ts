// All that is said in this language, in one file to load. It imports nothing the page has too (words.ts).
import fields from 'naive-ui/es/locales/common/esAR'
export { es as alerts } from '#words/alert-words/es.ts'
export { es as messages } from './es.ts'

/** What naive-ui says by itself. */
export { fields }
