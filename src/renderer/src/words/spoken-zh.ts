// All that is said in this language, in one file to load. It imports nothing the page has too (words.ts).
import fields from 'naive-ui/es/locales/common/zhCN'
export { zh as alerts } from '#words/alert-words/zh.ts'
export { zh as messages } from './zh.ts'

/** What naive-ui says by itself. */
export { fields }
