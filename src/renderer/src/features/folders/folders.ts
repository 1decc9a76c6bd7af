// The texts about a watched folder.
import type { WatchedFolder } from '#contract/folders.ts'
import { describeError } from '../../engine/errors.ts'
import { formatCount, joinParts, joinSentences, t } from '../../words/words.ts'
import { formatOwnTime } from '../../words/dates.ts'

/** Describes the problem of a folder; empty if there is none. */
export function describeFolderTrouble(
  { path, state, stateSince }: Pick<WatchedFolder, 'path' | 'state' | 'stateSince'>,
  nowMs: number | null,
): string {
  if (state === 'ok') return ''
  return t(state === 'missing' ? 'queue.folderMissing' : 'queue.folderDenied', {
    path,
    time: formatOwnTime(stateSince, nowMs),
  })
}

export function formatFolderState(
  { state, stateSince }: Pick<WatchedFolder, 'state' | 'stateSince'>,
  nowMs: number | null,
): string {
  return state === 'ok' ? t('folder.ok') : t(`folder.${state}`, { time: formatOwnTime(stateSince, nowMs) })
}

/** Formats when the folder was checked, or that it is polled, and when its last file arrived. */
export function formatFolderCheck(
  { isPolled, lastScanAt, lastFileAt }: Pick<WatchedFolder, 'isPolled' | 'lastScanAt' | 'lastFileAt'>,
  nowMs: number | null,
): string {
  const checkText = isPolled
    ? t('folder.byClock')
    : lastScanAt === null
      ? null
      : t('folder.lastScan', { time: formatOwnTime(lastScanAt, nowMs) })
  return joinParts(
    ' · ',
    checkText,
    lastFileAt === null ? t('folder.neverFile') : t('folder.lastFile', { time: formatOwnTime(lastFileAt, nowMs) }),
  )
}

/** Formats the number of files that were sent but could not be moved. */
export function formatNotMoved({ unmoved }: Pick<WatchedFolder, 'unmoved'>): string {
  const { what, next } = describeError({ code: 'folders/not-writable', details: {} })
  return joinSentences(t('folder.unmoved', { n: formatCount(unmoved) }), what, next)
}

export function formatFolderCounts(folder: Pick<WatchedFolder, 'settling' | 'underWay' | 'failed' | 'done'>): string {
  const kinds = (['settling', 'underWay', 'failed', 'done'] as const).filter((kind) => folder[kind] > 0)
  return kinds.map((kind) => t(`folder.counts.${kind}`, { n: formatCount(folder[kind]) })).join(' · ')
}
