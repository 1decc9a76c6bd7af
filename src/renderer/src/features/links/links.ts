// The names of placeholders, and the addresses by which other programs open this app.
import type { LinkPlaceholder } from '#contract/rules/link-templates.ts'
import { joinList, t } from '../../words/words.ts'

const FIND_PREFIX = 'quaywatch://shipments/find?q='

/** The address to which the number is appended. */
export const FIND_ADDRESS = FIND_PREFIX

export const EXCEL_LINK = `=HYPERLINK("${FIND_PREFIX}"&A2,A2)`

export function createFindLink(number: string): string {
  return `${FIND_PREFIX}${encodeURIComponent(number)}`
}

export function formatLinkPlaces(places: readonly LinkPlaceholder[]): string {
  return joinList(places.map((place) => t(`link.place.${place}`)))
}
