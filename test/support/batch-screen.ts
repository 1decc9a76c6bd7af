// Opens and fills the page on which the user adds many numbers at once.
import { byTestId, click, flush, open, type } from './screens.ts'

export const VALID_NUMBERS = ['COSU6123456701', 'COSU6123456702', 'COSU6123456703'] as const

export const openBatch = (rows = 7) => open({ path: '/requests/add', rows })
export const pasteList = async (...lines: string[]) => {
  await type('list-text', lines.join('\n'))
  byTestId('list-judge').closest('form')?.requestSubmit()
  await flush()
}
export const changeValue = async (element: Element | null | undefined, value: string) => {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement))
    throw new Error('expected an input or a select')
  element.value = value
  element.dispatchEvent(new Event('change', { bubbles: true }))
  await flush()
}
export const getLine = (index: number) => document.querySelector(`[data-line="${index}"]`)
export const submitNumbers = async () => {
  await click('order')
  await click('confirm-order-act')
}
