// Terminals with wrong reports (T27): holds that flicker, dates that disappear and return, fees, wrong availability,
// containers that are suddenly out. They replace values in the service's records.
import type { EditTarget } from '#contract/edits.ts'
import type { Chance } from './chance.ts'
import type { Timeline } from './timeline.ts'

export type TerminalDeps = {
  timeline: Timeline
  chance: Chance
  everyMs: number
  /** By the service's clock. */
  nowMs: () => number
  containers: () => readonly { id: string; attributes: Record<string, unknown> }[]
  change: (record: EditTarget, attributes: Record<string, unknown>) => void
  note: (what: string) => void
}

type Said = Record<string, unknown>
type Container = { id: string; said: Said }
type Hold = { name: string; status: string }

const DAY_MS = 86_400_000

export function startTerminal(deps: TerminalDeps): { stop(): void } {
  const { timeline, chance, everyMs } = deps
  let containers: Container[] | null = null
  let isOver = false
  const act = () => {
    if (isOver) return
    containers ??= deps.containers().map(({ id, attributes }) => ({ id, said: { ...attributes } }))
    const container = containers.length > 0 ? chance.pick(containers) : null
    if (container) chance.pick(ACTS)(deps, container, () => isOver)
    timeline.after(chance.spread(everyMs / 3, everyMs * 2), act)
  }
  timeline.after(chance.between(20_000, 60_000), act)
  return {
    stop: () => {
      isOver = true
    },
  }
}

type Act = (deps: TerminalDeps, container: Container, isOver: () => boolean) => void

/** Most reports have the time of the check, also reads that failed half-way. */
function say({ change, chance, nowMs, note }: TerminalDeps, container: Container, said: Said): void {
  const asked = chance.happens(0.7) ? { terminal_checked_at: iso(nowMs()) } : {}
  Object.assign(container.said, said, asked)
  note(`terminal ${container.id.slice(0, 8)} ${JSON.stringify(said)}`)
  change({ type: 'container', id: container.id }, { ...said, ...asked })
}

const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
const holdsOf = ({ said }: Container) =>
  Array.isArray(said['holds_at_pod_terminal']) ? (said['holds_at_pod_terminal'] as Hold[]) : []

function hold(deps: TerminalDeps, container: Container): void {
  const name = deps.chance.pick(['customs', 'freight', 'usda'])
  const others = holdsOf(container).filter((hold) => hold.name !== name)
  const isThere = others.length < holdsOf(container).length
  const status = deps.chance.happens(0.2) ? 'pending' : 'hold'
  say(deps, container, {
    holds_at_pod_terminal: isThere
      ? others
      : [...others, { name, status, description: `said at ${deps.timeline.now()}` }],
  })
}

/** Away and back: one failed read, or a few. */
const flicker: Act = (deps, container, isOver) => {
  const before = holdsOf(container)
  if (before.length === 0) {
    hold(deps, container)
    return
  }
  say(deps, container, { holds_at_pod_terminal: [] })
  deps.timeline.after(deps.chance.spread(5_000, 300_000), () => {
    if (!isOver()) say(deps, container, { holds_at_pod_terminal: before })
  })
}

function dateFrom({ chance, nowMs }: TerminalDeps): string {
  return iso(Math.floor(nowMs() / DAY_MS) * DAY_MS + chance.whole(-2, 7) * DAY_MS + 8 * 3_600_000)
}

const date: Act = (deps, container) => {
  const at = deps.chance.happens(0.2) ? null : dateFrom(deps)
  say(deps, container, {
    pickup_lfd: at,
    import_deadlines: { pickup_lfd_line: null, pickup_lfd_terminal: at, pickup_lfd_rail: null },
  })
}

const dateThereAndBack: Act = (deps, container, isOver) => {
  const { pickup_lfd, import_deadlines } = container.said
  date(deps, container, isOver)
  deps.timeline.after(deps.chance.spread(5_000, 600_000), () => {
    if (!isOver()) say(deps, container, { pickup_lfd: pickup_lfd ?? null, import_deadlines: import_deadlines ?? null })
  })
}

const availability: Act = (deps, container) =>
  say(deps, container, {
    available_for_pickup: deps.chance.pick([true, false, null]),
    availability_known: deps.chance.happens(0.8),
  })
const fee: Act = (deps, container) =>
  say(deps, container, {
    fees_at_pod_terminal: deps.chance.happens(0.3)
      ? []
      : [{ type: 'demurrage', amount: 50 * deps.chance.whole(1, 9), currency_code: 'USD' }],
  })
const out: Act = (deps, container) => {
  if (deps.chance.happens(0.3))
    say(deps, container, { pod_full_out_at: iso(deps.nowMs()), current_status: 'picked_up' })
}

const ACTS: Act[] = [hold, hold, flicker, flicker, date, dateThereAndBack, dateThereAndBack, availability, fee, out]
