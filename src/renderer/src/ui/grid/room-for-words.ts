// How wide a column is in another language. Widths are chosen for English; a head may be longer, and one that is cut
// names nothing, and so may words in cells and days.
import { language } from '../../words/language.ts'

/** Padding on both sides, and the mark of the order with its level. */
const PADDING = 18
const ORDER_MARK = 22
/**
 * What the widest day with its year, `Wed 20 May 2026`, takes beyond the same in English, in either style
 * (format/dates.ts).
 */
const WIDER_WORDED_DAY = { en: 0, de: 8, es: 8, zh: 38 }
export const WIDER_DAY = { words: WIDER_WORDED_DAY[language], iso: language === 'zh' ? 38 : 18 }
/** What words of ours take beside English ones. */
export const WIDER_WORDS = language === 'de' || language === 'es' ? 1.15 : 1

const measured = new Map<string, number>()
/** Made once: where there is no canvas there is nothing to measure by. */
let canvas: CanvasRenderingContext2D | null | undefined

function widthOf(title: string): number {
  const known = measured.get(title)
  if (known !== undefined) return known
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  // As a head is drawn whose column is in order.
  canvas.font = `600 12px ${getComputedStyle(document.body).fontFamily}`
  const width = Math.ceil(canvas.measureText(title).width)
  measured.set(title, width)
  return width
}

export function headWidth(title: string, isSortable: boolean): number {
  if (language === 'en' || title === '') return 0
  return widthOf(title) + PADDING + (isSortable ? ORDER_MARK : 0)
}
