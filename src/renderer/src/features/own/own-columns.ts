// Cells of the user's own data, in lists of containers and of holds and fees.
import { h } from 'vue'
import type { OwnRow } from '#contract/own.ts'
import TagsCell from '../containers/cells/TagsCell.vue'
import type { Column } from '../../ui/grid/columns.ts'
import { joined, t, tn } from '../../words/words.ts'

type Cell<Row> = Pick<Column<Row>, 'text' | 'copy' | 'tip' | 'draw' | 'extraWidth' | 'spoken' | 'isAge'>

/** Values that the user has just entered are not marked as changed. */
const NO_NEWS = { isAge: true }

export function assigneeCell<Row>(own: (row: Row) => OwnRow): Cell<Row> {
  return { ...NO_NEWS, text: (row) => ownName(own(row)), copy: (row) => own(row).assignee ?? '' }
}

function ownName({ assignee, isMine }: OwnRow): string {
  return assignee === null ? '' : isMine ? t('own.me', { name: assignee }) : assignee
}

/** One line of the newest note. The tooltip has all of it, and the number of further notes. */
export function noteCell<Row>(own: (row: Row) => OwnRow): Cell<Row> {
  const text = (row: Row) => (own(row).note ?? '').replaceAll(/\s+/g, ' ')
  return {
    ...NO_NEWS,
    text,
    copy: text,
    tip: (row) => {
      const { note, noteCount } = own(row)
      return note === null ? null : noteCount > 1 ? tn('own.moreNotes', noteCount - 1, { note }) : note
    },
  }
}

type TagParts = { tags: readonly string[]; own: readonly string[] }

export function tagsCell<Row>(parts: (row: Row) => TagParts): Cell<Row> {
  const text = (row: Row) => [...parts(row).own, ...parts(row).tags].join(', ')
  return {
    ...NO_NEWS,
    text,
    copy: text,
    extraWidth: 30,
    draw: (row) => h(TagsCell, parts(row)),
    tip: (row) => tagsTip(parts(row)),
    spoken: (row) => tagsTip(parts(row)) ?? '',
  }
}

function tagsTip({ tags, own }: TagParts): string | null {
  const tip = joined(
    '\n',
    own.length === 0 ? null : t('own.tagsOfUser', { tags: own.join(', ') }),
    tags.length === 0 ? null : t('own.tagsOfService', { tags: tags.join(', ') }),
  )
  return tip === '' ? null : tip
}
