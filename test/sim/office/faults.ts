// The faults of an office world. Each one ends by itself.
import { readRows } from '../oracles/oracle.ts'
import type { OfficeFault } from './plan.ts'
import { type OfficeDesktop, type OfficeWorld, holdOffice } from './world.ts'

export type OfficeFaults = {
  /** How often each fault occurred. */
  counts: Map<OfficeFault, number>
  /** Ends all faults, and starts no more. */
  stop(): void
}

const MINUTE_MS = 60_000
/** How old a copy is to which the office is set back. */
const COPY_EVERY_MS: [number, number] = [MINUTE_MS / 2, 3 * MINUTE_MS]
const MAX_COPIES = 6
const CUT_MS: [number, number] = [2_000, 4 * MINUTE_MS]

type State = {
  world: OfficeWorld
  isStopped: boolean
  /** What ends the faults that last. */
  ends: Set<() => void>
  copies: Copy[]
}

/** `known`: the stamps of its beats and the uids of its changes. */
type Copy = { office: Buffer; known: ReadonlySet<string> }

export function startOfficeFaults(world: OfficeWorld): OfficeFaults {
  const { plan, timeline, random, logEvent, model } = world
  const counts: OfficeFaults['counts'] = new Map()
  const state: State = { world, isStopped: false, ends: new Set(), copies: [] }
  const runNext = () => {
    if (state.isStopped) return
    const fault = random.pick(plan.faults)
    if (runFault(state, fault)) counts.set(fault, (counts.get(fault) ?? 0) + 1)
    timeline.after(random.drawLogUniform(plan.faultIntervalMs / 3, plan.faultIntervalMs * 2), runNext)
  }
  if (plan.faults.length > 0) timeline.after(random.drawBetween(1_000, plan.faultIntervalMs), runNext)
  const saveCopy = async () => {
    if (state.isStopped) return
    logEvent('the office is copied')
    const office = model.save()
    const rows = await model.owner.query<{ name: string }>(
      'SELECT stamp AS name FROM office.beat UNION ALL SELECT uid FROM office.change',
    )
    state.copies = [...state.copies, { office, known: new Set(rows.map(({ name }) => name)) }].slice(-MAX_COPIES)
    timeline.after(random.drawBetween(...COPY_EVERY_MS), () => void saveCopy())
  }
  if (plan.faults.includes('set-back')) timeline.after(random.drawBetween(...COPY_EVERY_MS), () => void saveCopy())
  return {
    counts,
    stop: () => {
      state.isStopped = true
      for (const end of [...state.ends]) end()
    },
  }
}

/** Returns false if the fault cannot occur now. */
function runFault(state: State, fault: OfficeFault): boolean {
  const { world } = state
  const { random, logEvent } = world
  const desk = random.pick(world.desktops)
  logEvent(`fault ${fault}${fault === 'server-restart' || fault === 'set-back' ? '' : ` ${desk.name}`}`)
  switch (fault) {
    case 'cut-office':
      cutOffice(state, desk)
      break
    case 'cut-service':
      cutService(state, desk)
      break
    case 'cut-both':
      cutOffice(state, desk)
      cutService(state, desk)
      break
    case 'crash':
      desk.desktop.terminate('crash')
      break
    case 'quit':
      void restart(world, desk)
      break
    case 'freeze':
      freeze(state, desk)
      break
    case 'server-restart':
      world.model.setOff(true)
      endLater(state, [100, 90_000], () => world.model.setOff(false))
      break
    case 'set-back':
      return setBack(state)
  }
  return true
}

/** Ends the fault after a random time, or when all faults end. */
function endLater({ world: { timeline, random }, ends }: State, [minMs, maxMs]: [number, number], end: () => void) {
  const endOnce = () => {
    if (ends.delete(endOnce)) end()
  }
  ends.add(endOnce)
  timeline.after(random.drawLogUniform(minMs, maxMs), endOnce)
}

/** Either nothing arrives any more and nothing is lost, or the connections end and new ones are refused. */
function cutOffice(state: State, desk: OfficeDesktop): void {
  const { world } = state
  const isSilent = world.random.drawBoolean(0.5)
  if (isSilent) holdOffice(world, desk, 'cut', true)
  else {
    desk.isOfficeRefused = true
    world.model.endSessions(desk.process)
  }
  endLater(state, CUT_MS, () => {
    if (isSilent) holdOffice(world, desk, 'cut', false)
    else desk.isOfficeRefused = false
  })
}

function cutService(state: State, { desktop }: OfficeDesktop): void {
  desktop.setOffline(true)
  endLater(state, CUT_MS, () => desktop.setOffline(false))
}

/** The computer of this desktop stops. Its connections stay open, and so do its locks in the database. */
function freeze(state: State, desk: OfficeDesktop): void {
  const { world } = state
  if (desk.computer.isFrozen()) return
  desk.computer.freeze()
  holdOffice(world, desk, 'freeze', true)
  endLater(state, [3_000, MINUTE_MS], () => {
    desk.computer.thaw()
    holdOffice(world, desk, 'freeze', false)
    if (world.random.drawBoolean(0.3)) desk.desktop.resume()
  })
}

async function restart({ timeline, random }: OfficeWorld, { desktop }: OfficeDesktop): Promise<void> {
  const offMs = random.drawLogUniform(500, 300_000)
  await desktop.quit()
  if (!desktop.isRunning()) timeline.after(offMs, () => desktop.start())
}

/**
 * Replaces the database by a copy that lacks the last beat or the last change of every desktop. A younger copy lacks
 * nothing but records without a change, and may go unnoticed. Later copies are of a past that no longer exists.
 */
function setBack(state: State): boolean {
  const { world, copies } = state
  const last = world.desktops.map(({ desktop }) => {
    const raw = desktop.getDatabase()
    return raw ? readRows<{ name: string | null }>(raw, LAST_ROWS).flatMap(({ name }) => name ?? []) : []
  })
  const oldEnough = copies.filter(({ known }) => last.every((names) => names.some((name) => !known.has(name))))
  const copy = oldEnough[world.random.drawInteger(0, Math.max(0, oldEnough.length - 1))]
  if (!copy) return false
  world.logEvent('the office is set back')
  world.model.restore(copy.office)
  state.copies = copies.slice(0, copies.indexOf(copy) + 1)
  return true
}

/** The last beat and the last change of a desktop. */
const LAST_ROWS = `SELECT (SELECT stamp FROM office_beat ORDER BY n DESC LIMIT 1) AS name
  UNION ALL SELECT json_extract(value, '$.change.uid') FROM mirror.meta WHERE key = 'office_witness'`
