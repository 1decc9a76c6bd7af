// A made-up engine room behind the fake engine: an ordinary morning, with one thing of each kind that can be told.
import type { ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { AgeCounts, EngineStatus } from '#contract/status.ts'
import { NOW, at } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `status.${string}`>

const MINUTE_MS = 60_000
const steps = { service: [15, 60], line: [12 * 60, 48 * 60], terminal: [6 * 60, 24 * 60] } as const

export function engineStatus(rows: readonly ContainerRow[]): EngineStatus {
  const open = rows.filter(({ emptyReturnedAt }) => emptyReturnedAt === null)
  const ages = (kind: keyof typeof steps): AgeCounts => {
    const counts = { fresh: 0, ageing: 0, stale: 0, never: 0 }
    for (const row of open) {
      const looked = row.ages[kind]
      const minutes = looked === null ? null : (Date.parse(NOW) - Date.parse(looked)) / MINUTE_MS
      counts[minutes === null ? 'never' : minutes <= steps[kind][0] ? 'fresh' : minutes <= steps[kind][1] ? 'ageing' : 'stale']++
    }
    return counts
  }
  return {
    now: NOW,
    startedAt: at(-3 * 3_600_000),
    serviceUrl: 'https://tracking.example/v2',
    requests: {
      classes: [
        { class: 'user', lastMinute: 2 },
        { class: 'write', lastMinute: 0 },
        { class: 'due', lastMinute: 1 },
        { class: 'sweep', lastMinute: 44 },
        { class: 'bulk', lastMinute: 12 },
      ],
      buckets: [
        { bucket: 'general', lastMinute: 59, allowed: 68, waiting: 3, pausedUntil: null, othersPerMinute: null },
        { bucket: 'tracking-requests', lastMinute: 0, allowed: 98, waiting: 0, pausedUntil: null, othersPerMinute: null },
        { bucket: 'infer', lastMinute: 0, allowed: 196, waiting: 0, pausedUntil: null, othersPerMinute: null },
        { bucket: 'refresh', lastMinute: 0, allowed: 9, waiting: 0, pausedUntil: null, othersPerMinute: null },
      ],
    },
    traffic: { requests: 8_214, refused: 2, failed: 14, bytesReceived: 3_480_211_904, bytesSent: 18_240 },
    lastRefusedAt: at(-42 * MINUTE_MS),
    leftOut: [],
    sweeps: [
      { kind: 'containers', state: 'RUNNING', startedAt: at(-4_000), endedAt: null, rows: 600, total: rows.length },
      { kind: 'containers', state: 'COMPLETE', startedAt: at(-24_000), endedAt: at(-9_000), rows: rows.length, total: rows.length },
      { kind: 'shipments', state: 'COMPLETE', startedAt: at(-22 * MINUTE_MS), endedAt: at(-21 * MINUTE_MS), rows: 412, total: 412 },
      { kind: 'tracking_requests', state: 'TORN', startedAt: at(-3 * MINUTE_MS), endedAt: at(-3 * MINUTE_MS), rows: 3, total: null },
    ],
    ages: { service: ages('service'), line: ages('line'), terminal: ages('terminal') },
    errors: [
      { at: at(-12 * MINUTE_MS), path: '/v2/containers', failure: { code: 'api/server-error', details: { status: 502, reason: null } }, count: 1 },
      { at: at(-95 * MINUTE_MS), path: '/v2/containers', failure: { code: 'api/offline', details: { host: 'tracking.example' } }, count: 12 },
      { at: at(-170 * MINUTE_MS), path: '/v2/containers/3f0c7a52-6a0e-4c0f-9a39-1f0d9b7c2e11/transport_events', failure: { code: 'api/timeout', details: { host: 'tracking.example' } }, count: 1 },
    ],
    files: [
      { name: 'state.db', bytes: 184_320 },
      { name: 'state.db-wal', bytes: 12_392 },
      { name: 'mirror.db', bytes: 92_274_688 },
      { name: 'mirror.db-wal', bytes: 4_152_992 },
      { name: 'backups', bytes: 31_457_280 },
    ],
    rows: { containers: rows.length, open: open.length, shipments: 412, requests: 437, events: 21_880, changes: 50_213 },
    versions: { node: '24.21.0', sqlite: '3.54.1', mirrorSchema: 3, stateSchema: 2 },
  }
}

export function fakeStatusHandlers(rows: () => readonly ContainerRow[]): Pick<Handlers<EngineContract>, Names> {
  return { 'status.get': () => engineStatus(rows()) }
}
