// How each language orders and separates the parts of a day, the same on screen and in notifications. Intl supplies the
// names of days and months.
import { type Language, LANGUAGE_TAGS } from '#contract/rules/language.ts'

/** Null parts are left out. `month` is a name; in Chinese its number with 月. */
export type DayParts = { weekday: string | null; day: string; month: string | null; year: string | null }

type Writing = (parts: DayParts) => string

const inOrder: Writing = ({ weekday, day, month, year }) =>
  [weekday, day, month, year].filter((part) => part !== null).join(' ')

const writings: Readonly<Record<Language, Writing>> = {
  en: inOrder,
  de: (parts) => inOrder({ ...parts, day: `${parts.day}.` }),
  es: inOrder,
  zh: ({ weekday, day, month, year }) =>
    `${year === null ? '' : `${year}年`}${month ?? ''}${day}日${weekday === null ? '' : ` ${weekday}`}`,
}

/** `Fri 20 Nov`, `Fr 20. Nov`, `vie 20 nov`, `11月20日 周五`. */
export function writtenDay(language: Language, parts: DayParts): string {
  return writings[language](parts)
}

export type NamedParts = { weekday: string; day: string; month: string; year: string }
/** `Fri 2026-11-20`, `2026-11-20 周五`: the weekday in the place that is usual in the language. */
export function writtenIso(language: Language, weekday: string, date: string): string {
  return language === 'zh' ? `${date} ${weekday}` : `${weekday} ${date}`
}

type Spoken = Pick<NamedParts, 'weekday' | 'day' | 'month'>

const spokenWritings: Readonly<Record<Language, (parts: Spoken) => string>> = {
  en: ({ weekday, day, month }) => `${weekday} ${day} ${month}`,
  de: ({ weekday, day, month }) => `${weekday}, ${day}. ${month}`,
  es: ({ weekday, day, month }) => `${weekday} ${day} de ${month}`,
  zh: ({ weekday, day, month }) => `${month}${day}日${weekday}`,
}

/** `Friday 20 November`, with full names, for screen readers. */
export function spokenDay(language: Language, parts: Spoken): string {
  return spokenWritings[language](parts)
}

/** `format` has a weekday, a day and a month, and may have a year. */
export function namedParts(language: Language, format: Intl.DateTimeFormat, atMs: number): NamedParts {
  const parts = Object.fromEntries(
    format.formatToParts(atMs).map(({ type, value }) => [type, value]),
  ) as Partial<NamedParts>
  const { weekday = '', day = '', month = '', year = '' } = parts
  return { weekday: withoutDot(weekday), day, month: language === 'zh' ? `${month}月` : withoutDot(month), year }
}

/** Some languages end abbreviations with a dot, which is removed. */
function withoutDot(name: string): string {
  return name.replace(/\.$/, '')
}

/** `Mon 23 → Fri 20 Nov`; with both months if they differ, and always in Chinese, which begins with the month. */
export function writtenMove(language: Language, from: DayParts, to: DayParts): string {
  const isShort = language !== 'zh' && from.month === to.month && from.year === to.year
  return `${writtenDay(language, isShort ? { ...from, month: null, year: null } : from)} → ${writtenDay(language, to)}`
}

export function dayFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[language], options)
}
