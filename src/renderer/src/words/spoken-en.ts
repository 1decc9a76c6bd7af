// All that is said in this language, in one file to load. It imports nothing the page has too (words.ts).
export { en as alerts } from '#words/alert-words/en.ts'
export { en as messages } from './en.ts'

/** What naive-ui says by itself it says in English. */
export const fields = null
