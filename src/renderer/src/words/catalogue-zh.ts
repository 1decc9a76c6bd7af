// All texts of this language in one file to load. It imports nothing that the page also imports (words.ts).
import fields from 'naive-ui/es/locales/common/zhCN'
export { zh as alerts } from '#words/alert-words/zh.ts'
export { zh as messages } from './zh.ts'

/** The texts of naive-ui itself. */
export { fields }
