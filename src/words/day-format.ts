// Formats days in each language, the same on screen and in notifications. Intl supplies the names of weekdays and
// months. This file defines their order and separators.
import { type Language, LANGUAGE_TAGS } from '#contract/rules/language.ts'

/** Parts that are null are omitted. `month` is a name; in Chinese it is the number with 月. */
export type DayParts = { weekday: string | null; day: string; month: string | null; year: string | null }

type DayFormatter = (parts: DayParts) => string

const joinParts: DayFormatter = ({ weekday, day, month, year }) =>
  [weekday, day, month, year].filter((part) => part !== null).join(' ')

const dayFormatters: Readonly<Record<Language, DayFormatter>> = {
  en: joinParts,
  de: (parts) => joinParts({ ...parts, day: `${parts.day}.` }),
  es: joinParts,
  zh: ({ weekday, day, month, year }) =>
    `${year === null ? '' : `${year}年`}${month ?? ''}${day}日${weekday === null ? '' : ` ${weekday}`}`,
}

/** `Fri 20 Nov`, `Fr 20. Nov`, `vie 20 nov`, `11月20日 周五`. */
export function formatDateParts(language: Language, parts: DayParts): string {
  return dayFormatters[language](parts)
}

export type NamedParts = { weekday: string; day: string; month: string; year: string }

/** `Fri 2026-11-20`, `2026-11-20 周五`: the weekday is on the side that is usual in the language. */
export function formatWeekdayAndDate(language: Language, weekday: string, date: string): string {
  return language === 'zh' ? `${date} ${weekday}` : `${weekday} ${date}`
}

type FullNameParts = Pick<NamedParts, 'weekday' | 'day' | 'month'>

const fullDayFormatters: Readonly<Record<Language, (parts: FullNameParts) => string>> = {
  en: ({ weekday, day, month }) => `${weekday} ${day} ${month}`,
  de: ({ weekday, day, month }) => `${weekday}, ${day}. ${month}`,
  es: ({ weekday, day, month }) => `${weekday} ${day} de ${month}`,
  zh: ({ weekday, day, month }) => `${month}${day}日${weekday}`,
}

/** `Friday 20 November`, with full names, for screen readers. */
export function formatFullDay(language: Language, parts: FullNameParts): string {
  return fullDayFormatters[language](parts)
}

/** Splits a formatted day into its parts. `format` must have a weekday, a day and a month, and may have a year. */
export function readNamedParts(language: Language, format: Intl.DateTimeFormat, atMs: number): NamedParts {
  const parts = Object.fromEntries(
    format.formatToParts(atMs).map(({ type, value }) => [type, value]),
  ) as Partial<NamedParts>
  const { weekday = '', day = '', month = '', year = '' } = parts
  return { weekday: removeDot(weekday), day, month: language === 'zh' ? `${month}月` : removeDot(month), year }
}

/** Removes the dot with which some languages end abbreviations. */
function removeDot(name: string): string {
  return name.replace(/\.$/, '')
}

/** `Mon 23 → Fri 20 Nov`. Both months are shown if they differ, and always in Chinese, which begins with the month. */
export function formatDayChange(language: Language, from: DayParts, to: DayParts): string {
  const isShort = language !== 'zh' && from.month === to.month && from.year === to.year
  return `${formatDateParts(language, isShort ? { ...from, month: null, year: null } : from)} → ${formatDateParts(language, to)}`
}

export function createDayFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[language], options)
}
