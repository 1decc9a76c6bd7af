// Why the inbox shows no rows. Documents come from this computer, so it does not matter whether the service was read.
import type { WatchedFolder } from '#contract/folders.ts'
import type { AppError } from '#contract/errors.ts'
import type { ListHead } from '../lists/list-reader.ts'
import { formatOwnTime } from '../../words/dates.ts'
import { t, tn } from '../../words/words.ts'
import { failed, type Emptiness } from '../lists/empty-state.ts'

type Situation = {
  head: ListHead | null
  error: AppError | null
  nowMs: number | null
  isNarrowed: boolean
  /** Only documents that wait for the user are listed. */
  isMine: boolean
  /** Null: not loaded yet. */
  folders: readonly WatchedFolder[] | null
}

export function inboxEmptiness({ head, error, nowMs, isNarrowed, isMine, folders }: Situation): Emptiness | null {
  if (!head) return error ? failed(error) : null
  if (head.total > 0) return null
  if (head.outOf === 0) return nothingAtAll(folders, nowMs)
  if (isNarrowed) return { title: t('document.emptyMatch'), text: t('document.emptyMatchNext'), step: 'clear-filter' }
  return isMine
    ? { title: t('document.emptyMine'), text: tn('document.emptyMineNext', head.outOf), step: null }
    : nothingAtAll(folders, nowMs)
}

function nothingAtAll(folders: readonly WatchedFolder[] | null, nowMs: number | null): Emptiness {
  const title = t('document.nothing')
  const [first] = folders ?? []
  if (!first) return { title, text: t('document.nothingNoFolder'), step: 'add-files', other: 'watch-folder' }
  const { path, lastFileAt } = first
  return {
    title,
    text:
      lastFileAt === null
        ? t('document.nothingFolder', { path })
        : t('document.nothingSince', { path, time: formatOwnTime(lastFileAt, nowMs) }),
    step: 'add-files',
  }
}
