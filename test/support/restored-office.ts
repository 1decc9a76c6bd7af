// An office that is restored from a copy of its rows, and three desktops that share a beat with the copy.
import { expect } from 'vitest'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { compareDumps } from './dumps.ts'
import { MIRROR_NOW, container } from './mirror.ts'
import { type Desktop, dumpMirror } from './office-desktop.ts'
import { openDesktops } from './three-desktops.ts'

export const at = (minutes: number) => new Date(Date.parse(MIRROR_NOW) + minutes * 60_000).toISOString()
export const makeContainer = (id: string, hold?: string) =>
  container(id, `MSCU${id}`, null, {
    holds_at_pod_terminal: hold === undefined ? [] : [{ name: hold, status: 'hold', description: null }],
  })
export const listFields = ({ db }: Desktop) => db.column<string>('SELECT field FROM change ORDER BY field')

export const expectEqual = (expected: Desktop, ...others: Desktop[]) => {
  for (const { db } of others) expect(compareDumps(dumpMirror(expected.db), dumpMirror(db))).toEqual([])
}

const TABLES = ['lease', 'counter', 'beat', 'record', 'checked', 'change']

/** Copies the office's rows. The returned function restores them. */
export async function copyOffice(owner: PostgresConnection): Promise<() => Promise<void>> {
  for (const table of TABLES) await owner.runScript(`CREATE TABLE public.${table}_copy AS TABLE office.${table}`)
  return () =>
    owner.runScript(
      TABLES.map(
        (table) => `DELETE FROM office.${table}; INSERT INTO office.${table} SELECT * FROM public.${table}_copy`,
      ).join(';'),
    )
}

/** Lea reads, sends and makes a beat, and all others follow. */
export async function openWithBeats() {
  const office = await openDesktops()
  const { lea, leo, rita } = office
  const runAllUntilIdle = async () => {
    for (let round = 0; round < 3; round++) for (const desktop of [lea, leo, rita]) await desktop.runUntilIdle()
  }
  const publish = async (requestSeq: number, ...records: ReturnType<typeof makeContainer>[]) => {
    lea.read(records, { requestSeq, readAt: at(requestSeq) })
    await runAllUntilIdle()
    await lea.beat()
    await runAllUntilIdle()
  }
  await publish(1, makeContainer('1'), makeContainer('2'), makeContainer('3'))
  return { ...office, runAllUntilIdle, publish }
}
