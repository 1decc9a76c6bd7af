// A document in words: its state and the reason, its source, and the record it is about.
import type { DocumentDetail, DocumentRow, DocumentState, LinkReason, RecordLink } from '#contract/documents.ts'
import { displayFileName } from '#words/file-name.ts'
import { describeError } from '../../engine/errors.ts'
import {
  formatCount,
  joinParts,
  joinSentences,
  addSpaces,
  t,
  tn,
  translateName,
  type PlainWord,
} from '../../words/words.ts'
import type { Tone } from '../../ui/tone.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { formatDate, formatOwnTime } from '../../words/dates.ts'
import { formatMoney } from '../../words/money.ts'
import { formatBytes } from '../../words/sizes.ts'

const stateTones: Record<DocumentState, Tone> = {
  waiting: 'later',
  locked: 'soon',
  'online-only': 'soon',
  queued: 'later',
  uploading: 'upcoming',
  processing: 'upcoming',
  extracted: 'clear',
  'needs-link': 'soon',
  duplicate: 'stopped',
  'no-result': 'unknown',
  failed: 'soon',
}

export const documentStates = Object.keys(stateTones) as DocumentState[]

export function getStateTone({ state, flags, isGone }: Pick<DocumentRow, 'state' | 'flags' | 'isGone'>): Tone {
  if (isGone) return 'stopped'
  return state === 'extracted' && flags > 0 ? 'soon' : stateTones[state]
}

export function formatState(state: DocumentState): string {
  return t(`documentState.${state}`)
}

/** Describes what the label of the state leaves open; empty if the label is enough. */
export function describeStateReason(row: DocumentRow, nowMs: number | null): string {
  if (row.failure)
    return joinParts(
      ' · ',
      formatFailure(row.failure),
      row.nextTryAt === null ? null : t('documentWhy.nextTry', { time: formatOwnTime(row.nextTryAt, nowMs) }),
    )
  if (row.isGone) return t('documentWhy.gone')
  if (row.state === 'uploading') return formatSentShare(row)
  if (row.state === 'duplicate') return formatDuplicate(row, nowMs)
  if (isSlow(row, nowMs)) return t('documentWhy.slow')
  if (row.flags > 0) return tn('documentWhy.flags', row.flags)
  return row.state === 'no-result' || row.state === 'needs-link' ? t(`documentWhy.${row.state}`) : ''
}

/**
 * Most documents are read within two minutes. A slower one may be locked, broken or a scan without text, and the API
 * does not report which.
 */
const SLOW_MS = 10 * 60_000

function isSlow({ state, processingSince }: DocumentRow, nowMs: number | null): boolean {
  return (
    state === 'processing' &&
    processingSince !== null &&
    nowMs !== null &&
    nowMs - Date.parse(processingSince) >= SLOW_MS
  )
}

/**
 * Describes a failure. For an error of the service, its own reason is added if there is one.
 */
function formatFailure(failure: NonNullable<DocumentRow['failure']>): string {
  const { reason } = failure.details
  const isServiceError =
    failure.code === 'documents/refused' || (failure.code.startsWith('api/') && failure.code !== 'api/malformed')
  return joinSentences(
    describeError(failure).what,
    isServiceError && typeof reason === 'string' && reason !== '' ? t('edit.refusedReason', { reason }) : null,
  )
}

function formatSentShare({ sentBytes, sizeBytes }: DocumentRow): string {
  if (sentBytes === null || sizeBytes === null || sizeBytes === 0) return ''
  return t('documentWhy.uploading', {
    percent: formatCount(Math.min(100, Math.floor((sentBytes / sizeBytes) * 100))),
    size: formatBytes(sizeBytes),
  })
}

function formatDuplicate({ duplicateOf }: DocumentRow, nowMs: number | null): string {
  if (!duplicateOf) return ''
  const { name, at } = duplicateOf
  return at === null
    ? t('documentWhy.duplicate', { name })
    : t('documentWhy.duplicateAt', { name, time: formatOwnTime(at, nowMs) })
}

export function formatType({ type }: Pick<DocumentRow, 'type'>): string {
  if (!type) return ''
  return type.isManual ? t('document.setByYou', { type: type.label }) : type.label
}

export function formatLinkNumber({ type, number }: RecordLink): string {
  return type === 'container' ? formatContainerNumber(number) : number
}

/** Formats a link with the kind of its record: `shipment KESL40117735`. */
export function formatLink(link: RecordLink): string {
  return t(`match.${link.type}`, { number: formatLinkNumber(link) })
}

export function formatAmount({ amount }: Pick<DocumentRow, 'amount'>): string {
  if (!amount) return ''
  const value = Number(amount.value)
  // A value from a scan may be anything. It is shown as it was read.
  return Number.isFinite(value)
    ? formatMoney(value, amount.currency, 'short')
    : joinParts(' ', amount.value, amount.currency)
}

/** Returns the key number of a document, or its file name if there is none yet. */
export function getDocumentNumber({ keyNumber, fileName }: Pick<DocumentRow, 'keyNumber' | 'fileName'>): string {
  return keyNumber ?? displayFileName(fileName)
}

export function formatReason({ kind, text }: LinkReason['because'][number]): string {
  return t(`match.kinds.${kind}`, { text: kind === 'container' ? formatContainerNumber(text) : text })
}

export function formatMismatch(mismatch: DocumentDetail['mismatches'][number], nowMs: number | null): string {
  if (mismatch.kind === 'other-lfd')
    return t('mismatch.other-lfd', {
      number: formatContainerNumber(mismatch.number),
      day: formatDate(mismatch.inDocument, nowMs),
      inEffect: formatDate(mismatch.inEffect, nowMs),
    })
  const { kind, text } = mismatch
  if (text === null && kind === 'sum') return t('mismatch.sumUnknown')
  return t(`mismatch.${kind}`, { text: kind === 'other-container' ? formatContainerNumber(text ?? '') : (text ?? '') })
}

const stepLabels: Record<string, PlainWord> = {
  reextract: 'ask.reextract',
  reclassify: 'ask.reclassify',
  relink: 'ask.relink',
  'rotate-90': 'ask.rotate-90',
  'rotate-180': 'ask.rotate-180',
  'rotate-270': 'ask.rotate-270',
}

/** Formats the step that the service was asked to repeat. An unknown name is made readable. */
export function formatRequestedStep(step: string): string {
  return translateName(stepLabels, step) ?? capitalize(addSpaces(step))
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Whether the document can be retried now: it failed, or waits for its next try. A document that arrived
 * but could not be read is requested again instead.
 */
export function canRetry({ state, failure, nextTryAt }: Pick<DocumentRow, 'state' | 'failure' | 'nextTryAt'>): boolean {
  return (state === 'failed' && failure?.code !== 'documents/not-extracted') || nextTryAt !== null
}

/** Whether the content can be uploaded again: the document was deleted at the service and came from a local file. */
export function canUploadAgain({ isGone, source }: Pick<DocumentRow, 'isGone' | 'source'>): boolean {
  return isGone && (source === 'folder' || source === 'drop')
}
