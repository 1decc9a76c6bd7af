// Answers what one shift hands over to the next. It is computed for each call and not stored.
import type { ContainerFilter } from '#contract/containers.ts'
import type { FeeTotal } from '#contract/deadlines.ts'
import type { Handover } from '#contract/handover.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { Board } from '../mirror/board/board.ts'
import { orderByDecision } from '../mirror/board/decisions.ts'
import { countMatching, feesDueOf } from '../mirror/board/list.ts'
import { filterSlots } from '../mirror/board/filter.ts'
import { BY_DEADLINE, UNDECIDED, WITH_FEES } from '../mirror/board/urgent-filters.ts'
import { listsAsOf, loadRows } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import { MS_PER_DAY, instantMs, instantOf } from '../outside/calendar.ts'
import { listAssignees, loadUserName, listNotesSince } from '../settings/own.ts'

/** `loadQuieted`: containers that are muted or still snoozed. */
export type HandoverDeps = {
  db: ReadableDb
  board: Board
  now: () => string
  loadQuieted: () => { id: string; until: string | null }[]
}

/** A user reads no more than this at the end of a shift, unless more have an LFD today or they ask for all rows. */
const MAX_PER_ASSIGNEE = 100
const MAX_OPEN = 50
const MAX_ALL = 5_000
const MAX_SNOOZED = 200
const MAX_NOTES = 200

export type HandoverAnswers = HandlersOf<'handover'>

/** Answers that are counted over the board. */
export function handoverAnswers(deps: HandoverDeps): HandoverAnswers {
  return { 'handover.get': ({ hasAllRows }) => deps.board.read('open', () => loadHandover(deps, hasAllRows === true)) }
}

function loadHandover(deps: HandoverDeps, hasAllRows: boolean): Handover {
  const { db, board, now } = deps
  const withFees = new Set(filterSlots(board, { scope: 'open', hasFees: true }))
  const sumFees = (ids: readonly string[]) => {
    const slots = ids.flatMap((id) => board.columns.slotOf(id) ?? []).filter((slot) => withFees.has(slot))
    return sumFeesAt(board, new Uint32Array(slots))
  }
  const loadFirst = (filter: ContainerFilter, maxRows: number, listedElsewhere: ReadonlySet<string>) => {
    // Containers whose costs can still be saved today come first, as on the Today screen.
    const dueToday = orderByDecision(board, { ...filter, bands: ['today'] })
    const ordered = new Set([...dueToday, ...orderByDecision(board, filter)])
    const isListedHere = (id: string) => !listedElsewhere.has(id)
    const ids = [...ordered].filter(isListedHere)
    // A list that is cut still has every container with an LFD today.
    const rowCount = hasAllRows ? MAX_ALL : Math.max(maxRows, dueToday.filter(isListedHere).length)
    return { rows: loadRows(db, ids.slice(0, Math.min(rowCount, MAX_ALL))), count: ids.length, ...sumFees(ids) }
  }
  const snoozed = loadSnoozed(deps)
  const snoozedIds = snoozed.map(({ row }) => row.id)
  const listedElsewhere = new Set(snoozedIds)
  const assigned: Handover['assigned'] = []
  for (const { value: name } of listAssignees(db)) {
    const rowsOfAssignee = loadFirst({ scope: 'open', assignedTo: [name] }, MAX_PER_ASSIGNEE, listedElsewhere)
    if (rowsOfAssignee.count > 0) assigned.push({ name, ...rowsOfAssignee })
  }
  const at = now()
  const snoozedFees = sumFees(snoozedIds)
  return {
    summary: summarize(board),
    me: loadUserName(db),
    assigned: assigned.toSorted((a, b) => a.name.localeCompare(b.name)),
    snoozed,
    snoozedFeesDue: snoozedFees.feesDue,
    snoozedFeesDueCount: snoozedFees.feesDueCount,
    open: loadFirst({ ...UNDECIDED, assignedTo: [''] }, MAX_OPEN, listedElsewhere),
    notes: loadNotes(db, at),
    asOf: listsAsOf(db),
  }
}

function summarize(board: Board): Handover['summary'] {
  return {
    decisions: countMatching(board, UNDECIDED),
    today: countMatching(board, BY_DEADLINE.today),
    tomorrow: countMatching(board, BY_DEADLINE.tomorrow),
    past: countMatching(board, BY_DEADLINE.past),
    ...sumFeesAt(board, filterSlots(board, WITH_FEES)),
  }
}

type Fees = { feesDue: FeeTotal[]; feesDueCount: number }

/** `withFees`: containers that all have fees due. */
function sumFeesAt(board: Board, withFees: Uint32Array): Fees {
  return { feesDue: feesDueOf(board, withFees), feesDueCount: withFees.length }
}

/** Notes of the last day. Imported notes of containers that were not read yet are left out. */
function loadNotes(db: ReadableDb, now: string): Handover['notes'] {
  const notes = listNotesSince(db, instantOf((instantMs(now) ?? 0) - MS_PER_DAY), MAX_NOTES)
  const numbers = new Map(
    loadRows(db, [...new Set(notes.map(({ containerId }) => containerId))]).map(({ id, number }) => [id, number]),
  )
  return notes.flatMap((note) => {
    const number = numbers.get(note.containerId)
    return number === undefined ? [] : [{ ...note, number }]
  })
}

/** Leaves out containers that are no longer open, as the other lists do. */
function loadSnoozed({ db, loadQuieted }: HandoverDeps): Handover['snoozed'] {
  const quieted = loadQuieted()
  const openIds = new Set(
    db.column<string>(
      'SELECT id FROM container_row WHERE is_open = 1 AND id IN (SELECT value FROM json_each(?))',
      JSON.stringify(quieted.map(({ id }) => id)),
    ),
  )
  const listed = quieted.filter(({ id }) => openIds.has(id)).slice(0, MAX_SNOOZED)
  const rows = loadRows(
    db,
    listed.map(({ id }) => id),
  )
  const untilById = new Map(listed.map(({ id, until }) => [id, until]))
  return rows.map((row) => ({ row, until: untilById.get(row.id) ?? null }))
}
