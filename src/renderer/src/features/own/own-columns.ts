// Cells of the user's own data, in lists of containers and of holds and fees.
import { h } from 'vue'
import type { OwnRow } from '#contract/own.ts'
import TagsCell from '../containers/cells/TagsCell.vue'
import type { Column } from '../../ui/grid/columns.ts'
import { joinParts, t, tn } from '../../words/words.ts'

type Cell<Row> = Pick<Column<Row>, 'text' | 'copy' | 'tip' | 'draw' | 'extraWidth' | 'spoken' | 'isAge'>

/** Values that the user has just entered are not marked as changed. */
const NO_NEWS = { isAge: true }

export function createAssigneeCell<Row>(getOwn: (row: Row) => OwnRow): Cell<Row> {
  return { ...NO_NEWS, text: (row) => getAssigneeName(getOwn(row)), copy: (row) => getOwn(row).assignee ?? '' }
}

function getAssigneeName({ assignee, isMine }: OwnRow): string {
  return assignee === null ? '' : isMine ? t('own.me', { name: assignee }) : assignee
}

/** The cell shows one line of the newest note. The tooltip has all of it, and the number of further notes. */
export function createNoteCell<Row>(getOwn: (row: Row) => OwnRow): Cell<Row> {
  const text = (row: Row) => (getOwn(row).note ?? '').replaceAll(/\s+/g, ' ')
  return {
    ...NO_NEWS,
    text,
    copy: text,
    tip: (row) => {
      const { note, noteCount } = getOwn(row)
      return note === null ? null : noteCount > 1 ? tn('own.moreNotes', noteCount - 1, { note }) : note
    },
  }
}

type TagParts = { tags: readonly string[]; own: readonly string[] }

export function createTagsCell<Row>(parts: (row: Row) => TagParts): Cell<Row> {
  const text = (row: Row) => [...parts(row).own, ...parts(row).tags].join(', ')
  return {
    ...NO_NEWS,
    text,
    copy: text,
    extraWidth: 30,
    draw: (row) => h(TagsCell, parts(row)),
    tip: (row) => formatTagsTip(parts(row)),
    spoken: (row) => formatTagsTip(parts(row)) ?? '',
  }
}

function formatTagsTip({ tags, own }: TagParts): string | null {
  const tip = joinParts(
    '\n',
    own.length === 0 ? null : t('own.tagsOfUser', { tags: own.join(', ') }),
    tags.length === 0 ? null : t('own.tagsOfService', { tags: tags.join(', ') }),
  )
  return tip === '' ? null : tip
}
