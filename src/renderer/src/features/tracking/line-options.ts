// The lines offered for a number, with their source: the service's first, then this program's guess, which is always
// marked as such.
import type { Assessment, Inference, LineChoice } from '#contract/tracking.ts'
import { formatConfidence } from './requests.ts'
import { t } from '../../words/words.ts'

/** `scac` null: the service finds the line itself. */
export type LineOption = { scac: string | null; name: string; note: string }

/** The codes that the contract allows in a request; some answers have longer codes. */
const SCAC = /^[A-Z0-9]{4}$/

export function listLineOptions(
  inference: Inference | null,
  suggested: Assessment['suggestedLine'],
  chosen: LineChoice | null,
): LineOption[] {
  const selected = inference?.decision === 'auto_select' ? inference.selected : null
  const options: LineOption[] = [
    ...(selected ? [{ scac: selected.scac, name: selected.name, note: t('addTracking.identified') }] : []),
    ...(inference?.decision === 'needs_confirmation'
      ? inference.candidates.map(({ scac, name, confidence }) => ({ scac, name, note: formatConfidence(confidence) }))
      : []),
    ...(suggested
      ? [
          {
            scac: suggested.scac,
            name: suggested.name,
            note: t(suggested.from === 'prefix' ? 'addTracking.suggestedPrefix' : 'addTracking.suggestedHistory'),
          },
        ]
      : []),
    ...(chosen ? [{ scac: chosen.scac, name: chosen.name, note: t('addTracking.chosen') }] : []),
  ]
  const distinct = options.filter(
    ({ scac }, index) =>
      scac !== null && SCAC.test(scac) && options.findIndex((option) => option.scac === scac) === index,
  )
  return [...distinct, { scac: null, name: t('addTracking.auto'), note: t('addTracking.autoHint') }]
}

/**
 * The default line; undefined if none is certain enough. A line of which the service is not sure is certain enough if
 * the number also begins with its SCAC, as in a list of numbers.
 */
export function chooseDefaultLine(
  inference: Inference | null,
  suggested: Assessment['suggestedLine'],
): string | null | undefined {
  if (inference?.decision === 'auto_select' && inference.selected && SCAC.test(inference.selected.scac))
    return inference.selected.scac
  if (inference?.decision === 'needs_confirmation') {
    const [likeliest] = inference.candidates
    return suggested?.from === 'prefix' && suggested.scac === likeliest?.scac ? likeliest.scac : undefined
  }
  return suggested?.scac ?? null
}

/** Finds lines by name or SCAC; matches at the start come first. */
export function findLines(lines: readonly LineChoice[], text: string): LineChoice[] {
  const searchText = text.trim().toLowerCase()
  if (searchText === '') return []
  const getRank = ({ scac, name }: LineChoice) =>
    scac.toLowerCase().startsWith(searchText) || name.toLowerCase().startsWith(searchText) ? 0 : 1
  return lines
    .filter(({ scac, name }) => `${scac} ${name}`.toLowerCase().includes(searchText))
    .toSorted((a, b) => getRank(a) - getRank(b))
}
