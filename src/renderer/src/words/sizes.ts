// Bytes in a readable unit, in steps of a thousand as in most file managers.
import { formatCount, formatNumber, t } from './words.ts'

const units = ['size.bytes', 'size.kilobytes', 'size.megabytes', 'size.gigabytes'] as const

export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1_000 ** step
  return t(units[step] ?? 'size.bytes', {
    n: step > 0 && value < 10 ? formatNumber(Math.round(value * 10) / 10) : formatCount(Math.round(value)),
  })
}
