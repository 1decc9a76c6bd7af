// Starts an engine with three notices: both database files were damaged while it was stopped, and the folder of a
// snapshot does not exist.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ScreenEngine, startScreenEngine } from './screen-engine.ts'
import { tempDir } from './test-engine.ts'

/** The name of the list whose folder no longer exists. */
export const UNWRITTEN_LIST = 'For the yard'

export async function startNotices(): Promise<ScreenEngine> {
  const damageFiles = (_: unknown, dir: string) => {
    for (const file of ['state.db', 'mirror.db']) writeFileSync(join(dir, file), 'no database at all')
  }
  const engine = await startScreenEngine({ isPrepared: false, beforeStart: damageFiles })
  engine.errors.splice(0)
  await engine.clock.advanceUntil(async () => !(await engine.ask('sync.status', {})).isFirstSweep)
  const folder = tempDir()
  const plan = {
    screen: 'containers',
    view: 'Standard',
    kind: 'csv',
    filter: { scope: 'all' },
    sort: [],
    title: 'Containers',
    columns: [],
    words: {},
    times: { every: 'day', at: '13:00' },
    fileName: 'same',
    base: 'yard',
  } as const
  await engine.ask('snapshots.save', {
    id: 'yard',
    name: UNWRITTEN_LIST,
    folder,
    plan: { ...plan, sort: [], columns: [] },
  })
  rmSync(folder, { recursive: true })
  await engine.ask('snapshots.writeNow', { id: 'yard' })
  await engine.clock.advanceUntil(async () => (await engine.ask('sync.status', {})).notices.length === 3)
  return engine
}
