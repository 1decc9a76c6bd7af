// A day for screen readers: the bands and states that others see as colors and bars.
import type { CalendarDay } from '#contract/containers.ts'
import { formatCount, joined, t } from '../../../words/words.ts'

export function bandsSpoken({ bands, ready, held }: CalendarDay): string {
  return joined(
    ', ',
    ...bands.map(({ band, count }) => `${t(`bandName.${band}`)} ${formatCount(count)}`),
    ready > 0 ? t('calendar.ready', { n: formatCount(ready) }) : null,
    held > 0 ? t('calendar.held', { n: formatCount(held) }) : null,
  )
}
