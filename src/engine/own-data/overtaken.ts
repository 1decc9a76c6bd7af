// Changes of this user that did not count in the office (office migration 0012). They are offered back until the user
// decides about them or changes the entry again.
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { OvertakenChange } from '#contract/own-data.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { InSlices } from '../db/slices.ts'
import type { DataDeps } from '../db/write.ts'
import type { DecidedRows } from '../mirror/decided-rows.ts'
import {
  type Act,
  type EntryName,
  type SharedPart,
  isSharedPart,
  loadAuthor,
  removeOvertaken,
} from '../settings/own-marks.ts'
import { insertRow, loadRow, markShared, removeRow } from './merge.ts'
import { type OwnRow, type Section, sections, toKeyRow } from './sections.ts'

type Handlers = Pick<
  HandlersOf<'ownData'>,
  'ownData.listOvertaken' | 'ownData.decideOvertaken' | 'ownData.dismissOvertaken'
>
type Deps = DataDeps & { decided: DecidedRows; inSlices: InSlices }
type Decision = EntryName & { isRestored: boolean }
type Stored = EntryName & { value: string | null; at: string }

/** Replaces an older one of the entry. */
export function saveOvertaken(db: WritableDb, { part, key, value, at }: Act): void {
  db.run('INSERT OR REPLACE INTO own_overtaken (part, key, value, at) VALUES (?, ?, ?, ?)', part, key, value, at)
}

export function overtakenHandlers(deps: Deps): Handlers {
  return {
    'ownData.listOvertaken': () => listOvertaken(deps.db),
    'ownData.decideOvertaken': (input) => decide(deps, input),
    'ownData.dismissOvertaken': () =>
      deps.write((db, announce) => {
        db.run('DELETE FROM own_overtaken')
        announce('sync')
      }),
  }
}

/** More are listed after the user has decided about these. */
const MAX_LISTED = 200

const listStored = (db: ReadableDb) =>
  db.all<Stored>('SELECT part, key, value, at FROM own_overtaken ORDER BY at, part, key LIMIT ?', MAX_LISTED)

const loadStored = (db: ReadableDb, { part, key }: EntryName) =>
  db.get<Stored>('SELECT part, key, value, at FROM own_overtaken WHERE part = ? AND key = ?', part, key)

export const countOvertaken = (db: ReadableDb): number => db.value<number>('SELECT count(*) FROM own_overtaken') ?? 0

/** Another member may have written the same value since. `present`: the row; null without one. */
export function removeSameOvertaken(db: WritableDb, section: Section, name: EntryName, present: OwnRow | null): void {
  const stored = loadStored(db, name)
  if (!stored) return
  const own = stored.value === null ? null : (JSON.parse(stored.value) as OwnRow)
  if (section.columns.every((column) => column === section.newest || own?.[column] === present?.[column]))
    removeOvertaken(db, name)
}

/** Oldest first. */
export function listOvertaken(db: ReadableDb): OvertakenChange[] {
  return listStored(db).flatMap(({ at, ...change }) => {
    const section = findSection(change)
    if (!section) return []
    const named = toKeyRow(section, change.key)
    const own = change.value === null ? null : (JSON.parse(change.value) as OwnRow)
    const present = loadRow(db, section, named) ?? null
    const texts = { own: own && textOf(section, own), present: present && textOf(section, present) }
    const subject = subjectOf(db, section, own ?? present ?? named)
    const author = loadAuthor(db, section.part, JSON.parse(change.key) as string[])
    return [{ part: section.part, key: change.key, subject, ...texts, author, at }]
  })
}

function findSection({ part }: EntryName): (Section & { part: SharedPart }) | undefined {
  return sections.find(
    (section): section is Section & { part: SharedPart } => section.part === part && isSharedPart(part),
  )
}

/** The container's number, or the name of an entry of another kind. */
function subjectOf(db: ReadableDb, { part, container }: Section, row: OwnRow): string {
  if (container === undefined) return String(row['name'] ?? row[part === 'priorities' ? 'customer' : 'place'])
  const sql = 'SELECT number FROM container_row WHERE id = ?'
  return db.get<{ number: string }>(sql, row[container] ?? null)?.number ?? String(row[container])
}

const TEXT_COLUMNS: Partial<Record<OvertakenChange['part'], string>> = {
  'own-tags': 'tag',
  priorities: 'priority',
  terminals: 'place',
}

const textOf = ({ part }: Section, row: OwnRow) => String(row[TEXT_COLUMNS[part] ?? 'name'])

async function decide({ db, write, now, decided, inSlices }: Deps, { isRestored, ...name }: Decision): Promise<void> {
  const section = findSection(name)
  const change = loadStored(db, name)
  if (!section || !change) throw new AppError('own-data/gone')
  const named = toKeyRow(section, change.key)
  write((writable, announce) => {
    if (isRestored) restore(writable, section, named, change.value, now())
    removeOvertaken(writable, change)
    announce('sync')
    for (const topic of isRestored ? section.topics : []) announce(topic)
  })
  const id = section.container === undefined ? undefined : named[section.container]
  if (isRestored && typeof id === 'string') await inSlices(decided.updateOwnTexts([id]))
}

function restore(db: WritableDb, section: Section, named: OwnRow, value: string | null, at: string): void {
  removeRow(db, section, named)
  if (value !== null) {
    const row = JSON.parse(value) as OwnRow
    const { newest } = section
    insertRow(db, section, newest === undefined ? row : { ...row, [newest]: at })
  }
  markShared(db, section, named, at)
  section.updateDerived?.(db)
}
