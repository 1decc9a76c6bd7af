// All texts of this language in one file to load. It imports nothing that the page also imports (words.ts).
export { en as alerts } from '#words/alert-words/en.ts'
export { en as messages } from './en.ts'

/** naive-ui's own texts are English by default. */
export const fields = null
