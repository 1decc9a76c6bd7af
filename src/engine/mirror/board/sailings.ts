// Filter tests for the ports on the route of a container, and for its sailing.
import type { Sailing } from '#contract/routes.ts'
import type { Columns } from '../../table/columns.ts'
import type { BoardColumn } from './board.ts'

/** Whether the row at a slot passes. */
type SlotTest = (slot: number) => boolean

/** The columns with the UN/LOCODEs where a container is loaded and discharged, and where its journey ends. */
const PORT_COLUMNS = ['pol_locode', 'pod_locode', 'destination_locode'] as const

export function createPortTest(columns: Columns<BoardColumn>, ports: readonly string[] | undefined): SlotTest[] {
  if (!ports?.length) return []
  const portColumns = PORT_COLUMNS.map((name) => ({
    codes: columns.codes(name),
    wanted: new Set(ports.map((port) => columns.codeOf(name, port))),
  }))
  return [(slot) => portColumns.some(({ codes, wanted }) => wanted.has(codes[slot]))]
}

export function createSailingTest(columns: Columns<BoardColumn>, sailings: readonly Sailing[] | undefined): SlotTest[] {
  if (!sailings?.length) return []
  // Rows without a text have the code 0. A text that no row has gets -1, which matches nothing.
  const codeOf = (name: BoardColumn, text: string | null) => (text === null ? 0 : (columns.codeOf(name, text) ?? -1))
  const wanted = new Set(
    sailings.map((sailing) => SAILING_COLUMNS.map((name) => codeOf(name, sailing[sailingPart[name]])).join(' ')),
  )
  const codes = SAILING_COLUMNS.map((name) => columns.codes(name))
  return [(slot) => wanted.has(codes.map((columnCodes) => columnCodes[slot] ?? 0).join(' '))]
}

const sailingPart = {
  pol_locode: 'portOfLading',
  pod_locode: 'portOfDischarge',
  destination_locode: 'destination',
  vessel: 'vessel',
  voyage: 'voyage',
} as const
export const SAILING_COLUMNS = Object.keys(sailingPart) as (keyof typeof sailingPart)[]
