// The alert centre of the made-up engine: every kind over the containers there are, in every state, and what was said
// about them. As many as containers, and each kind once at least.
import { AlertKind, type Alert, type AlertPreset, type AlertRules, type AlertSummary } from '#contract/alerts.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { shapeOf } from './fake-engine-alert-rows.ts'
import { NOW, at } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `alerts.${string}`>

export type FakeAlerts = {
  handlers: Pick<Handlers<EngineContract>, Names>
  /** To be changed by a test; newest first. */
  rows: Alert[]
  rules: AlertRules
  quietUntil: string | null
  /** What becomes of the pop-up somebody asks for as a test. Null: nobody ever says. */
  testOutcome: NonNullable<AlertSummary['lastPopUp']>['outcome']
  testReason: string | null
  /** Further ones, as a commit would bring them. */
  raise: (...alerts: Alert[]) => void
}

const MOST = 10_000

function rulesOf(preset: AlertPreset): AlertRules {
  const isLoud = (kind: AlertKind) => preset === 'everything' || kind === 'lfd-today' || kind === 'lfd-past' || (preset === 'standard' && (kind.startsWith('lfd-') || kind.startsWith('hold-')))
  const channels = Object.fromEntries(AlertKind.options.map((kind) => [kind, isLoud(kind) ? 'popup' : preset === 'calm' && kind === 'document-read' ? 'off' : 'digest'])) as AlertRules['channels']
  const leadDays = { calm: 1, standard: 2, everything: 3 }[preset]
  return { preset, channels, leadDays, dayStart: '08:00', quiet: { isOn: true, from: '19:00', to: '06:30', includesWeekends: true, letsUrgentThrough: false }, hidesDetails: false, hasSound: false }
}

const states: Alert['state'][] = ['waiting', 'told', 'told', 'silent', 'told', 'covered', 'told', 'withdrawn', 'told', 'done']

function makeAlerts(boxes: readonly ContainerRow[]): Alert[] {
  if (boxes.length === 0) return []
  const many = Math.min(MOST, Math.max(boxes.length, AlertKind.options.length + 4))
  const snoozed = boxes[2]?.id
  const muted = boxes[3]?.id
  return Array.from({ length: many }, (_, index): Alert => {
    const row = boxes[index % boxes.length]!
    const state = states[index % states.length]!
    const shape = shapeOf(row, index)
    const isOfBox = shape.object === 'container'
    return {
      ...shape,
      id: `${shape.facts.kind}:${shape.objectId}:${index}`,
      zone: row.pickupZone,
      raisedAt: at(-60_000 * (4 + index * 97)),
      state,
      isRead: index >= 9 || state === 'done',
      isLate: index % 11 === 4,
      snoozedUntil: isOfBox && row.id === snoozed ? at(15 * 3_600_000) : null,
      isMuted: isOfBox && row.id === muted,
    }
  })
}

const isOpen = ({ state }: Alert) => !['done', 'withdrawn', 'covered'].includes(state)

function passes(alert: Alert, { scope, kinds, isUnread, text }: Parameters<FakeAlerts['handlers']['alerts.list']>[0]['filter']): boolean {
  const sought = text?.replaceAll(' ', '').toLowerCase()
  const words = `${alert.number}${alert.place ?? ''}${alert.masterBill ?? ''}`.replaceAll(' ', '').toLowerCase()
  return (scope === 'all' || isOpen(alert)) && (!kinds?.length || kinds.includes(alert.facts.kind)) && (!isUnread || !alert.isRead) && (sought === undefined || words.includes(sought))
}

export function createFakeAlerts(rows: () => readonly ContainerRow[], announce: () => void): FakeAlerts {
  let known: Alert[] | undefined
  const popUps: NonNullable<AlertSummary['lastPopUp']>[] = []
  let tests = 0
  const before = new Map<string, Pick<Alert, 'state' | 'isRead'>>()
  const silenced = new Map<string, { isMuted: boolean; snoozedUntil: string | null }>()
  const patch = (isMeant: (alert: Alert) => boolean, change: (alert: Alert) => Partial<Alert>) => {
    fake.rows = fake.rows.map((alert) => (isMeant(alert) ? { ...alert, ...change(alert) } : alert))
    announce()
  }
  const silence = (containerIds: readonly string[], change: Partial<Pick<Alert, 'isMuted' | 'snoozedUntil'>>) => {
    for (const id of containerIds) silenced.set(id, { ...silenceOf(id), ...change })
    patch(({ objectId }) => containerIds.includes(objectId), () => change)
  }
  const silenceOf = (id: string) => {
    const own = fake.rows.find(({ objectId }) => objectId === id)
    return silenced.get(id) ?? { isMuted: own?.isMuted ?? false, snoozedUntil: own?.snoozedUntil ?? null }
  }
  const fake: FakeAlerts = {
    get rows() { return (known ??= makeAlerts(rows())) },
    set rows(next) { known = next },
    rules: rulesOf('standard'),
    quietUntil: null,
    testOutcome: 'shown',
    testReason: null,
    raise: (...alerts) => {
      fake.rows = [...alerts, ...fake.rows]
      announce()
    },
    handlers: {
      'alerts.list': ({ filter, window }) => {
        const passing = fake.rows.filter((alert) => passes(alert, filter))
        return { listId: 'alerts', offset: window.offset, rows: passing.slice(window.offset, window.offset + window.limit), total: passing.length, outOf: fake.rows.length, moved: 0, asOf: NOW }
      },
      'alerts.summary': () => {
        const unread = fake.rows.filter((alert) => isOpen(alert) && !alert.isRead)
        const boxes = [...new Map(fake.rows.filter(({ object }) => object === 'container').map((alert) => [alert.objectId, silenced.get(alert.objectId) ?? alert])).values()]
        return { unread: unread.length, urgent: unread.filter(({ severity }) => severity === 1).length, waiting: fake.rows.filter(({ state }) => state === 'waiting').length, snoozed: boxes.filter(({ snoozedUntil }) => snoozedUntil !== null).length, muted: boxes.filter(({ isMuted }) => isMuted).length, quietUntil: fake.quietUntil, lastPopUp: popUps.at(-1) ?? null }
      },
      'alerts.ofContainer': ({ id }) => ({ alerts: fake.rows.filter(({ objectId }) => objectId === id).slice(0, 50), ...silenceOf(id) }),
      'alerts.popUps': () => [],
      'alerts.ofPopUp': () => [],
      'alerts.snoozePopUp': () => undefined,
      'alerts.popUp': ({ id }) => popUps.find((popUp) => popUp.id === id) ?? null,
      'alerts.getRules': () => fake.rules,
      'alerts.changeRules': ({ preset, channels, quiet, ...rest }) => {
        const { channels: before, leadDays } = preset ? rulesOf(preset) : fake.rules
        fake.rules = { ...fake.rules, leadDays, ...rest, preset: channels ? 'own' : preset ?? fake.rules.preset, channels: { ...before, ...channels }, quiet: { ...fake.rules.quiet, ...quiet } }
        announce()
      },
      'alerts.markRead': ({ through }) => { patch(({ raisedAt }) => raisedAt <= through, () => ({ isRead: true })) },
      'alerts.markDone': ({ ids }) => {
        patch(({ id }) => ids.includes(id), ({ id, state, isRead }) => {
          if (state !== 'done') before.set(id, { state, isRead })
          return { state: 'done', isRead: true }
        })
      },
      'alerts.undoDone': ({ ids }) => { patch(({ id, state }) => ids.includes(id) && state === 'done', ({ id }) => before.get(id) ?? { state: 'told' }) },
      'alerts.snooze': ({ containerIds, until }) => { silence(containerIds, { snoozedUntil: until }) },
      'alerts.mute': ({ containerIds, isMuted }) => { silence(containerIds, { isMuted }) },
      'alerts.seeing': () => undefined,
      'alerts.test': () => {
        const popUpId = `test-${++tests}`
        popUps.push({ id: popUpId, at: NOW, outcome: fake.testOutcome, reason: fake.testReason })
        announce()
        return { popUpId }
      },
      'alerts.report': () => undefined,
    },
  }
  return fake
}
