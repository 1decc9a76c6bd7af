// Columns of a container that show one attribute of a record unchanged. An entry here defines the field of the row, its
// place in the stored row, sort, cell, export and snapshot. A migration adds the SQL column, and the catalogue has its
// title (docs/contributing.md). Columns that compute or combine values are defined in full elsewhere.

export type PlainColumn<Stored extends string = string> = {
  /** The record with the attribute; one shipment's value applies to all its containers (specification 3.1, 3.2). */
  record: 'container' | 'shipment'
  attribute: string
  kind: 'text' | 'number'
  /** Column name in `container_row`. */
  stored: Stored
  /** Pixels in the grid. */
  width: number
  /** The lists that have the column. `after`: the column before it. `isHidden`: hidden until the user shows it. */
  lists: Partial<Record<PlainList, { after: string; isHidden: boolean }>>
} & ({ isSortable: true; /** By the text filter of lists. */ isSearched: boolean } | { isSortable: false })

type PlainList = 'lfd' | 'containers' | 'ready' | 'empties'

export const plainColumns = {
  seal: {
    record: 'container',
    attribute: 'seal_number',
    kind: 'text',
    stored: 'seal',
    isSortable: true,
    isSearched: true,
    width: 104,
    lists: { containers: { after: 'railCarrier', isHidden: true }, ready: { after: 'weight', isHidden: true } },
  },
  yardSpot: {
    record: 'container',
    attribute: 'location_at_pod_terminal',
    kind: 'text',
    stored: 'yard_spot',
    isSortable: false,
    width: 110,
    lists: { ready: { after: 'pickupPlace', isHidden: true } },
  },
} as const satisfies Record<string, PlainColumn>

export type PlainColumnKey = keyof typeof plainColumns
export type SortablePlainKey = {
  [Key in PlainColumnKey]: (typeof plainColumns)[Key]['isSortable'] extends true ? Key : never
}[PlainColumnKey]
export type StoredPlain = (typeof plainColumns)[PlainColumnKey]['stored']
/** The fields of a row, one for each plain column. */
export type PlainFields = {
  [Key in PlainColumnKey]: ((typeof plainColumns)[Key]['kind'] extends 'number' ? number : string) | null
}

export const plainKeys = Object.keys(plainColumns) as PlainColumnKey[]
export const sortablePlainKeys = plainKeys.filter((key) => plainColumns[key].isSortable) as SortablePlainKey[]
export const searchedPlainKeys = plainKeys.filter((key): key is SortablePlainKey => {
  const column: PlainColumn = plainColumns[key]
  return column.isSortable && column.isSearched
})

/** The plain columns that this list hides at first. */
export function listHiddenPlainKeys(list: PlainList): PlainColumnKey[] {
  return plainKeys.filter((key) => {
    const { lists }: PlainColumn = plainColumns[key]
    return lists[list]?.isHidden
  })
}

/** One value for each plain column. */
export function mapPlainColumns<Value>(
  valueOf: (column: PlainColumn<StoredPlain>, key: PlainColumnKey) => Value,
): Record<PlainColumnKey, Value> {
  return Object.fromEntries(plainKeys.map((key) => [key, valueOf(plainColumns[key], key)])) as Record<
    PlainColumnKey,
    Value
  >
}

/** One value for each sortable plain column. */
export function mapSortableColumns<Value>(
  valueOf: (column: PlainColumn<StoredPlain>, key: SortablePlainKey) => Value,
): Record<SortablePlainKey, Value> {
  return Object.fromEntries(sortablePlainKeys.map((key) => [key, valueOf(plainColumns[key], key)])) as Record<
    SortablePlainKey,
    Value
  >
}
