// Wrong reports of terminals (T27): holds and dates that disappear and return, wrong availability, fees, and containers
// that are suddenly picked up. They replace values in the records of the service.
import type { EditTarget } from '#contract/edits.ts'
import type { Random } from './random.ts'
import type { Timeline } from './timeline.ts'

export type TerminalFaultDeps = {
  timeline: Timeline
  random: Random
  intervalMs: number
  /** Returns the time of the service's clock. */
  nowMs: () => number
  containers: () => readonly { id: string; attributes: Record<string, unknown> }[]
  change: (record: EditTarget, attributes: Record<string, unknown>) => void
  logEvent: (what: string) => void
}

type Attributes = Record<string, unknown>
type Container = { id: string; reported: Attributes }
type Hold = { name: string; status: string }

const DAY_MS = 86_400_000

export function startTerminalFaults(deps: TerminalFaultDeps): { stop(): void } {
  const { timeline, random, intervalMs } = deps
  let containers: Container[] | null = null
  let isStopped = false
  const runNextAction = () => {
    if (isStopped) return
    containers ??= deps.containers().map(({ id, attributes }) => ({ id, reported: { ...attributes } }))
    const container = containers.length > 0 ? random.pick(containers) : null
    if (container) random.pick(ACTIONS)(deps, container, () => isStopped)
    timeline.after(random.drawLogUniform(intervalMs / 3, intervalMs * 2), runNextAction)
  }
  timeline.after(random.drawBetween(20_000, 60_000), runNextAction)
  return {
    stop: () => {
      isStopped = true
    },
  }
}

type Action = (deps: TerminalFaultDeps, container: Container, isOver: () => boolean) => void

/** Changes the record, and in 70 % of the cases also the time of the terminal's last check. */
function report(
  { change, random, nowMs, logEvent }: TerminalFaultDeps,
  container: Container,
  attributes: Attributes,
): void {
  const checkTime = random.drawBoolean(0.7) ? { terminal_checked_at: formatIso(nowMs()) } : {}
  Object.assign(container.reported, attributes, checkTime)
  logEvent(`terminal ${container.id.slice(0, 8)} ${JSON.stringify(attributes)}`)
  change({ type: 'container', id: container.id }, { ...attributes, ...checkTime })
}

const formatIso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
const getHolds = ({ reported }: Container) =>
  Array.isArray(reported['holds_at_pod_terminal']) ? (reported['holds_at_pod_terminal'] as Hold[]) : []

function toggleHold(deps: TerminalFaultDeps, container: Container): void {
  const name = deps.random.pick(['customs', 'freight', 'usda'])
  const otherHolds = getHolds(container).filter((hold) => hold.name !== name)
  const isHeld = otherHolds.length < getHolds(container).length
  const status = deps.random.drawBoolean(0.2) ? 'pending' : 'hold'
  report(deps, container, {
    holds_at_pod_terminal: isHeld
      ? otherHolds
      : [...otherHolds, { name, status, description: `said at ${deps.timeline.now()}` }],
  })
}

/** Removes all holds and adds them again after up to 5 minutes, as if the service failed to read them once or twice. */
const flickerHolds: Action = (deps, container, isOver) => {
  const holdsBefore = getHolds(container)
  if (holdsBefore.length === 0) {
    toggleHold(deps, container)
    return
  }
  report(deps, container, { holds_at_pod_terminal: [] })
  deps.timeline.after(deps.random.drawLogUniform(5_000, 300_000), () => {
    if (!isOver()) report(deps, container, { holds_at_pod_terminal: holdsBefore })
  })
}

function drawDate({ random, nowMs }: TerminalFaultDeps): string {
  return formatIso(Math.floor(nowMs() / DAY_MS) * DAY_MS + random.drawInteger(-2, 7) * DAY_MS + 8 * 3_600_000)
}

const changeDate: Action = (deps, container) => {
  const date = deps.random.drawBoolean(0.2) ? null : drawDate(deps)
  report(deps, container, {
    pickup_lfd: date,
    import_deadlines: { pickup_lfd_line: null, pickup_lfd_terminal: date, pickup_lfd_rail: null },
  })
}

const changeDateTemporarily: Action = (deps, container, isOver) => {
  const { pickup_lfd, import_deadlines } = container.reported
  changeDate(deps, container, isOver)
  deps.timeline.after(deps.random.drawLogUniform(5_000, 600_000), () => {
    if (!isOver())
      report(deps, container, { pickup_lfd: pickup_lfd ?? null, import_deadlines: import_deadlines ?? null })
  })
}

const changeAvailability: Action = (deps, container) =>
  report(deps, container, {
    available_for_pickup: deps.random.pick([true, false, null]),
    availability_known: deps.random.drawBoolean(0.8),
  })
const changeFees: Action = (deps, container) =>
  report(deps, container, {
    fees_at_pod_terminal: deps.random.drawBoolean(0.3)
      ? []
      : [{ type: 'demurrage', amount: 50 * deps.random.drawInteger(1, 9), currency_code: 'USD' }],
  })
const pickUp: Action = (deps, container) => {
  if (deps.random.drawBoolean(0.3))
    report(deps, container, { pod_full_out_at: formatIso(deps.nowMs()), current_status: 'picked_up' })
}

const ACTIONS: Action[] = [
  toggleHold,
  toggleHold,
  flickerHolds,
  flickerHolds,
  changeDate,
  changeDateTemporarily,
  changeDateTemporarily,
  changeAvailability,
  changeFees,
  pickUp,
]
