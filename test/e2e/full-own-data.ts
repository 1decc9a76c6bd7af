// One of each kind of the user's own data: notes, tags, assignees, dates by hand, views, gates of terminals, rates,
// links and snapshots.
import type { ContainerRow } from '#contract/containers.ts'
import { makeFolder } from '#support/programs.ts'
import type { HostClient } from './host.ts'

type Engine = HostClient['engine']

export async function addOwnData(engine: Engine, rows: readonly ContainerRow[]): Promise<void> {
  const runningContainers = rows.filter(({ lastFreeDay }) => lastFreeDay.clock === 'running')
  const ids = runningContainers.slice(0, 3).map(({ id }) => id)
  await engine.call('own.assign', { ids, assignee: 'Ana' })
  await engine.call('own.changeTags', { ids, add: ['rush', 'call broker'], remove: [] })
  await engine.call('own.addNote', {
    ids,
    text: 'Driver waits at gate 4. The broker has the release; call Maria before noon.',
  })
  await engine.call('containers.setManualLastFreeDay', {
    id: ids[0]!,
    manual: { date: '2026-11-22', reason: 'By phone, Maria at the terminal' },
  })
  await engine.call('alerts.mute', { containerIds: [ids[1]!], isMuted: true })
  await addSettings(engine, runningContainers[0]!.pickupPlace!)
}

async function addSettings(engine: Engine, place: string): Promise<void> {
  const workingHours = { opens: '07:00', closes: '16:30', days: [1, 2, 3, 4, 5], closed: ['2026-11-26'] }
  await engine.call('terminals.set', { place, ...workingHours })
  const everyContainer = {
    scac: null,
    place: null,
    lengthFt: null,
    equipmentType: null,
    currency: 'USD',
    counting: 'calendar' as const,
  }
  const tiers = [
    { fromDay: 1, rate: 12_500 },
    { fromDay: 5, rate: 20_000 },
  ]
  await engine.call('rates.save', {
    id: 'demurrage',
    name: 'Demurrage of all terminals',
    kind: 'demurrage',
    ...everyContainer,
    freeDays: null,
    tiers,
  })
  await engine.call('rates.save', {
    id: 'detention',
    name: 'Detention',
    kind: 'detention',
    ...everyContainer,
    freeDays: 4,
    tiers,
  })
  await engine.call('templates.save', {
    id: 'tms',
    name: 'TMS',
    address: 'https://tms.example/search?ref={ref}',
    openedBy: 'tms',
  })
  const layout = { order: [], widths: {}, hidden: [], pinned: [] }
  await engine.call('views.save', {
    id: 'friday',
    name: 'My Friday',
    screen: 'lfd',
    filter: { bands: ['today'] },
    sort: [],
    layout,
    density: 'compact',
  })
}

/**
 * Only at the pace of the wall clock: a folder must answer within seconds, which are milliseconds for a faster program.
 */
export async function addSnapshot(engine: Engine): Promise<void> {
  const columns = [{ key: 'number', title: 'Container', width: 120, isNumber: false }]
  const times = { every: 'weekday' as const, at: '07:00' }
  const list = {
    screen: 'lfd',
    view: '',
    kind: 'csv' as const,
    filter: { scope: 'board' as const },
    sort: [],
    title: 'Last free days',
    columns,
    words: {},
  }
  await engine.call('snapshots.save', {
    id: 'yard',
    name: 'For the yard',
    folder: makeFolder(),
    plan: { ...list, times, fileName: 'dated', base: 'yard' },
  })
}
