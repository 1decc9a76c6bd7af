// The additional width of a column in other languages. Widths are chosen for English. Titles and cell texts may be
// longer, and a cut title is useless.
import type { Language } from '#contract/rules/language.ts'
import { language } from '../../words/language.ts'

/** Padding on both sides, and the sort mark with its level. */
const PADDING = 16
const ORDER_MARK = 22
/**
 * How much wider the widest day with its year, `Wed 20 May 2026`, is than in English, in either style
 * (words/dates.ts).
 */
const WIDER_WORDED_DAY: Record<Language, number> = { en: 0, de: 8, es: 8, zh: 38 }
export const WIDER_DAY = { words: WIDER_WORDED_DAY[language], iso: language === 'zh' ? 38 : 18 }
/** The part of it that only a day with its year needs. Most days on screen are of this year. */
const SPARE_WORDED_DAY: Record<Language, number> = { en: 0, de: 6, es: 4, zh: 23 }
export const SPARE_DAY = { words: SPARE_WORDED_DAY[language], iso: 0 }
/** How much wider the word for a port beside its name is than in English. */
const WIDER_PORTS: Record<Language, number> = { en: 0, de: 3, es: 7, zh: 5 }
export const WIDER_PORT = WIDER_PORTS[language]
/** The width of translated text relative to English. */
const WORD_WIDTHS: Record<Language, number> = { en: 1, de: 1.15, es: 1.15, zh: 1 }
export const WIDER_WORDS = WORD_WIDTHS[language]
/** The part of a column with translated text that only the longest texts of other lists need. */
const SPARE_WORD_WIDTHS: Record<Language, number> = { en: 0, de: 0.07, es: 0.07, zh: 0.055 }
export const SPARE_WORDS = SPARE_WORD_WIDTHS[language]

const measured = new Map<string, number>()
/** Created once; null if there is no canvas. */
let canvas: CanvasRenderingContext2D | null | undefined

function measureWidth(title: string): number {
  const measuredWidth = measured.get(title)
  if (measuredWidth !== undefined) return measuredWidth
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  // The font of the title of a sorted column.
  canvas.font = `600 12px ${getComputedStyle(document.body).fontFamily}`
  const width = Math.ceil(canvas.measureText(title).width)
  measured.set(title, width)
  return width
}

/** The width that a header needs in a language for which widths were not chosen; 0 in English. */
export function measureHeadWidth(title: string, isSortable: boolean): number {
  if (language === 'en' || title === '') return 0
  return measureTitleWidth(title) + (isSortable ? ORDER_MARK : 0)
}

/** The width of a header without the sort mark. */
export function measureTitleWidth(title: string): number {
  return measureWidth(title) + PADDING
}
