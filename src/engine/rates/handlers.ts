// Handlers for the calls about rates and the cost of waiting.
import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { RateTable } from '#contract/rate-table.ts'
import type { WritableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import type { Files } from '../outside/files.ts'
import type { Random } from '../outside/random.ts'
import { isDiskFull } from '../outside/user-files.ts'
import type { RateAnswers } from './answers.ts'
import { isForSameContainers } from '../settings/cost.ts'
import { formatTablesAsCsv } from './csv.ts'
import { deleteTable, loadTables, saveTable } from '../settings/rates.ts'

export type RateDeps = DataDeps & {
  random: Random
  files: Pick<Files, 'makeFolder' | 'save'>
  spoolFolder: string
  pathOf: (sha256: string) => string
}

export function rateHandlers(deps: RateDeps): Omit<HandlersOf<'rates'>, keyof RateAnswers> {
  const { db, write, random, now } = deps
  /** Rows of containers show costs. All are announced, because finding the affected ones is not worth a search. */
  const writeAndAnnounce = <T>(work: (db: WritableDb) => T): T =>
    write((db, announce) => {
      const value = work(db)
      announce('settings')
      announce('containers')
      return value
    })
  return {
    'rates.list': () => loadTables(db),
    'rates.save': (table) =>
      writeAndAnnounce((db) => {
        const sameTerms = loadTables(db).find((other) => other.id !== table.id && isForSameContainers(other, table))
        if (sameTerms) throw new AppError('rates/same-terms', { name: sameTerms.name })
        saveTable(db, table, now())
      }),
    'rates.import': ({ tables }) => writeAndAnnounce((db) => importTables(db, tables, random, now())),
    'rates.export': () => makeFile(deps),
    'rates.remove': ({ id }) => writeAndAnnounce((db) => deleteTable(db, id, now())),
  }
}

async function makeFile({ db, files, spoolFolder, pathOf, now }: RateDeps): Promise<{ file: string; name: string }> {
  const text = formatTablesAsCsv(loadTables(db))
  const file = createHash('sha256').update(text).digest('hex')
  try {
    await files.makeFolder(spoolFolder)
    await files.save(pathOf(file), text)
  } catch (error) {
    throw isDiskFull(error) ? new AppError('db/disk-full', {}, error) : error
  }
  return { file, name: `quaywatch-rates-${now().slice(0, 10)}.csv` }
}

function importTables(
  db: WritableDb,
  tables: readonly Omit<RateTable, 'id'>[],
  random: Random,
  at: string,
): { added: string[]; replaced: RateTable[] } {
  const existing = loadTables(db)
  const addedIds: string[] = []
  const replacedTables: RateTable[] = []
  for (const table of tables) {
    const sameTerms = existing.find((other) => isForSameContainers(other, table))
    const id = sameTerms?.id ?? random.id()
    saveTable(db, { ...table, id }, at)
    if (sameTerms) replacedTables.push(sameTerms)
    else {
      addedIds.push(id)
      // If the file has two tables for the same containers, the later one replaces the earlier one.
      existing.push({ ...table, id })
    }
  }
  // A table that this file added and then replaced did not exist before.
  return { added: addedIds, replaced: replacedTables.filter(({ id }) => !addedIds.includes(id)) }
}
