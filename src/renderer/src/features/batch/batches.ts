// The lines of an order as text: why a line was left out, what its result is, and the results for a spreadsheet.
import type { EngineContract } from '#contract/index.ts'
import type { Output } from '#contract/rpc.ts'
import type { UnsentReason, UnlistedShipment } from '#contract/batches.ts'
import { toTsv } from '../../ui/grid/tsv.ts'
import { listUnsentRefs, type DraftLine } from './draft-lines.ts'
import { joinList, joinParts, joinSentences, joinStated, t, tn } from '../../words/words.ts'
import type { Tone } from '../../ui/tone.ts'
import {
  describeRequest,
  describeVerdict,
  formatRequestSentence,
  formatState,
  formatType,
  getStateTone,
} from '../tracking/requests.ts'

export type OrderRow = Output<EngineContract, 'batches.get'>['rows'][number]

const outcomeTones: Partial<Record<DraftLine['outcome'], Tone>> = {
  ready: 'clear',
  judging: 'later',
  tracked: 'stopped',
  repeated: 'stopped',
  excluded: 'stopped',
  empty: 'stopped',
  unclear: 'unknown',
}

export function getOutcomeTone(outcome: DraftLine['outcome']): Tone {
  return outcomeTones[outcome] ?? 'soon'
}

export function formatOutcome(outcome: DraftLine['outcome']): string {
  return t(`batchOutcome.${outcome}`)
}

/** The sentence that explains the outcome of a line; empty if the name of the outcome is enough. */
export function describeLine(line: DraftLine): string {
  const { outcome, assessment, type, repeatedIndex, refs } = line
  const unsentRefs = listUnsentRefs(line)
  if (repeatedIndex !== null) {
    const repeats = t('batch.repeats', { n: repeatedIndex + 1 })
    if (refs.length === 0) return repeats
    return joinStated(repeats, unsentRefs.length === 0 ? t('batch.refsJoined') : formatUnsentRefs(unsentRefs))
  }
  if (assessment === null || ['judging', 'excluded', 'empty'].includes(outcome)) return ''
  return joinSentences(describeVerdict(assessment, type), formatUnsentRefs(unsentRefs))
}

/** The sentence for references that are not added to a tracked number; empty if there are none. */
export function formatUnsentRefs(refs: readonly string[]): string {
  return refs.length === 0 ? '' : tn('batch.refsNotAdded', refs.length, { refs: joinList([...refs]) })
}

export function getOrderTone({ request, left }: OrderRow): Tone {
  if (request) return getStateTone(request.state)
  return left === null ? 'stopped' : getOutcomeTone(left)
}

export function formatOrderLine({ request, left }: OrderRow): string {
  if (request)
    return joinParts(' · ', formatState(request.state), request.isDismissed ? t('request.isDismissed') : null)
  return left === null ? t('batch.takenBack') : formatLeftReason(left)
}

function formatLeftReason(left: UnsentReason): string {
  return t('batch.leftOut', { why: formatOutcome(left) })
}

/** The service adds no references to a number that is tracked already. */
export function describeOrder({ request, left, refs }: OrderRow, now: number | null): string {
  if (request?.state === 'already-tracked' && refs.length > 0)
    return joinSentences(describeRequest(request, now).what, formatUnsentRefs(refs))
  if (request) return formatRequestSentence(request, now)
  return left === 'tracked' ? formatUnsentRefs(refs) : ''
}

/** One row for each line, in the order of the list, so that the user can paste the results beside the list. */
export function writeResultsTsv(rows: readonly OrderRow[], now: number | null): string {
  const column = (title: string, copy: (row: OrderRow) => string) => ({ key: title, title, width: 0, text: copy, copy })
  return toTsv(
    [
      column(t('batchColumn.listed'), ({ text }) => text),
      column(t('batchColumn.number'), ({ request }) => request?.number ?? ''),
      column(t('batchColumn.type'), ({ request }) => (request ? formatType(request.type) : '')),
      column(t('batchColumn.line'), ({ request }) => request?.scac ?? ''),
      column(t('batchColumn.outcome'), formatOrderLine),
      column(t('batchColumn.explained'), (row) => describeOrder(row, now)),
      column(t('batchColumn.refs'), ({ refs }) => refs.join(', ')),
    ],
    rows,
  )
}

export function writeUnlistedTsv(rows: readonly UnlistedShipment[]): string {
  const column = (title: string, copy: (row: UnlistedShipment) => string) => ({
    key: title,
    title,
    width: 0,
    text: copy,
    copy,
  })
  return toTsv(
    [
      column(t('requestType.bill_of_lading'), ({ masterBill }) => masterBill),
      column(t('batchColumn.line'), ({ scac }) => scac ?? ''),
      column(t('batchColumn.containers'), ({ containers }) => containers.join(', ')),
      column(t('fact.customer'), ({ customer }) => customer ?? ''),
      column(t('batchColumn.refs'), ({ refs }) => refs.join(', ')),
    ],
    rows,
  )
}

/** `MAEU123456789 · MAEU · Acme`: enough to recognize the shipment. */
export function formatUnlistedTitle({ masterBill, scac, customer }: UnlistedShipment): string {
  return joinParts(' · ', masterBill, scac, customer)
}
