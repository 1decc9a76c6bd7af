// The cells of the user's own data in lists of containers and in the list of holds and fees.
import { h } from 'vue'
import type { OwnRow } from '#contract/own.ts'
import TagsCell from '../containers/cells/TagsCell.vue'
import type { Column } from '../../ui/grid/columns.ts'
import { joinParts, t, tn } from '../../words/words.ts'

type Cell<Row> = Pick<Column<Row>, 'text' | 'copy' | 'tip' | 'draw' | 'extraWidth' | 'spoken' | 'isAge'>

/** A cell with an age is not marked as changed. The user entered these values and knows that they changed. */
const NO_CHANGE_MARK = { isAge: true }

export function createAssigneeCell<Row>(getOwn: (row: Row) => OwnRow): Cell<Row> {
  return { ...NO_CHANGE_MARK, text: (row) => getAssigneeName(getOwn(row)), copy: (row) => getOwn(row).assignee ?? '' }
}

function getAssigneeName({ assignee, isMine }: OwnRow): string {
  return assignee === null ? '' : isMine ? t('own.me', { name: assignee }) : assignee
}

/** Creates a cell with the newest note in one line. The tooltip has all of it, and the number of further notes. */
export function createNoteCell<Row>(getOwn: (row: Row) => OwnRow): Cell<Row> {
  const text = (row: Row) => (getOwn(row).note ?? '').replaceAll(/\s+/g, ' ')
  return {
    ...NO_CHANGE_MARK,
    text,
    copy: text,
    tip: (row) => {
      const { note, noteCount } = getOwn(row)
      return note === null ? null : noteCount > 1 ? tn('own.moreNotes', noteCount - 1, { note }) : note
    },
  }
}

type TagParts = { tags: readonly string[]; own: readonly string[] }

export function createTagsCell<Row>(getTags: (row: Row) => TagParts): Cell<Row> {
  const text = (row: Row) => [...getTags(row).own, ...getTags(row).tags].join(', ')
  return {
    ...NO_CHANGE_MARK,
    text,
    copy: text,
    extraWidth: 30,
    draw: (row) => h(TagsCell, getTags(row)),
    tip: (row) => formatTagsTip(getTags(row)),
    spoken: (row) => formatTagsTip(getTags(row)) ?? '',
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
