// Links in words, and this app's addresses as other programs write them.
import type { LinkPlaceholder } from '#contract/rules/link-templates.ts'
import { joinList, t } from '../../words/words.ts'

const FIND = 'quaywatch://shipments/find?q='

/** The address to which the number is appended. */
export const FIND_ADDRESS = FIND

export const EXCEL_LINK = `=HYPERLINK("${FIND}"&A2,A2)`

export function linkTo(number: string): string {
  return `${FIND}${encodeURIComponent(number)}`
}

export function formatLinkPlaces(places: readonly LinkPlaceholder[]): string {
  return joinList(places.map((place) => t(`link.place.${place}`)))
}
