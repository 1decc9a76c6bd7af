// Own data that the desktops of an office share: what their users do, and what they show.
import { expect } from 'vitest'
import { inSlices } from '#engine/db/slices.ts'
import { createDecidedRows } from '#engine/mirror/decided-rows.ts'
import { createClock } from '#engine/outside/clock.ts'
import { createRandom } from '#engine/outside/random.ts'
import { ownHandlers } from '#engine/own/handlers.ts'
import { MIRROR_NOW, container } from './mirror.ts'
import { MAIN } from './office-calls.ts'
import { type Desktop, openDesktop } from './office-desktop.ts'
import { tempDir } from './test-engine.ts'
import { openDesktops } from './three-desktops.ts'

/** Minutes after the present of the mirror. */
export const at = (minutes: number) => new Date(Date.parse(MIRROR_NOW) + minutes * 60_000).toISOString()
export const IDS = ['1', '2', '3']

/** What the user of a desktop does, at a time. */
export function createUser(desktop: Desktop, now: () => string = () => at(0)) {
  const { db, write } = desktop
  const decided = createDecidedRows({ db, write, log: () => undefined })
  const handlers = ownHandlers({
    ...{ db, write, random: createRandom(), now, decided },
    inSlices: (steps) => inSlices(createClock(), steps, new AbortController().signal),
  })
  return {
    assign: (ids: string[], assignee: string | null) => handlers['own.assign']({ ids, assignee }),
    tag: (id: string, add: string[], remove: string[] = []) => handlers['own.changeTags']({ ids: [id], add, remove }),
    note: (id: string, text: string) => handlers['own.addNote']({ ids: [id], text }),
    changeNote: (id: string, text: string | null) => handlers['own.changeNote']({ id, text }),
    setPriority: (customers: string[], priority: 'high' | 'normal' | 'low') =>
      handlers['own.setPriority']({ customers, priority }),
    undo: (change: Parameters<(typeof handlers)['own.undo']>[0]) => handlers['own.undo'](change),
    listNotes: (containerId: string) => handlers['own.notes']({ containerId }),
  }
}

/** The own data of a desktop, as lists and panels show it. */
export function readOwn({ db }: Desktop): Record<string, string[]> {
  return {
    assignees: db.column(`SELECT container_id || ' ' || name FROM own_assignee ORDER BY 1`),
    tags: db.column(`SELECT container_id || ' ' || tag FROM own_tag ORDER BY 1`),
    notes: db.column(`SELECT container_id || ' ' || text FROM own_note ORDER BY 1`),
    priorities: db.column(`SELECT customer || ' ' || priority FROM own_priority ORDER BY 1`),
  }
}

/** Three desktops, with three containers and no own data. */
export async function openOffice(...options: Parameters<typeof openDesktops>) {
  const office = await openDesktops(...options)
  const { lea, leo } = office
  // Lea and Leo may lead. Ben is an operator, who only follows.
  const [, officeVersion] = options
  const ben = openDesktop({
    connection: await office.connectAs('ben'),
    space: MAIN,
    folder: tempDir(),
    ...(officeVersion === undefined ? {} : { officeVersion }),
  })
  lea.read(
    IDS.map((id) => container(id, `MSCU${id}`, null)),
    { requestSeq: 1, readAt: at(0) },
  )
  const desktops = [lea, leo, ben] as const
  const exchange = async () => {
    for (let round = 0; round < 3; round++) for (const desktop of desktops) await desktop.runUntilIdle()
  }
  await exchange()
  const expectAll = (expected: Partial<ReturnType<typeof readOwn>>) => {
    for (const desktop of desktops) expect(readOwn(desktop)).toMatchObject(expected)
  }
  return { ...office, ben, desktops, exchange, expectAll }
}

export type OwnOffice = Awaited<ReturnType<typeof openOffice>>

/** Returns how to put the copy in the place of the office, which ends all connections. */
export async function copyOffice({ owner, desktops }: OwnOffice): Promise<() => Promise<void>> {
  const tables = ['own', 'own_step', 'counter']
  for (const table of tables) await owner.query(`CREATE TABLE public.${table}_copy AS TABLE office.${table}`)
  return async () => {
    for (const table of tables)
      await owner.runScript(
        `DELETE FROM office.${table}; INSERT INTO office.${table} SELECT * FROM public.${table}_copy`,
      )
    for (const { ownActs } of desktops) ownActs.onConnected()
  }
}
