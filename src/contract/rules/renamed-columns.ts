// Columns of lists that have a new name. Saved views and the layouts in the page's storage may have the earlier name.
import type { ViewState } from '../views.ts'

type Layout = ViewState['layout']
type Sort = readonly { column: string }[]

/** Earlier name → current name, by screen. A column and its order have the same name here. */
const RENAMED = new Map([['shipments', new Map([['boxes', 'containers']])]])

const createRename = (screen: string) => (name: string) => RENAMED.get(screen)?.get(name) ?? name

/** Returns a layout of this screen with the current names of its columns. */
export function renameInLayout<Stored extends Layout>(screen: string, layout: Stored): Stored {
  const rename = createRename(screen)
  return {
    ...layout,
    order: layout.order.map(rename),
    widths: Object.fromEntries(Object.entries(layout.widths).map(([name, width]) => [rename(name), width])),
    hidden: layout.hidden.map(rename),
    ...(layout.pinned && { pinned: layout.pinned.map(rename) }),
  }
}

/** Returns a sort of this screen with the current names of its columns. */
export function renameInSort<Stored extends Sort>(screen: string, sort: Stored): Stored {
  const rename = createRename(screen)
  return sort.map((level) => ({ ...level, column: rename(level.column) })) as readonly object[] as Stored
}
