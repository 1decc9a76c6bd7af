// The engine room: what is asked of the service and how that goes, how old things are, how much room they take.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Failure, Instant } from './values.ts'

/** The priority of a request, most urgent first (P0 to P4). */
export const RequestClass = z.enum(['user', 'write', 'due', 'sweep', 'bulk'])

export const RateBucket = z.enum(['general', 'tracking-requests', 'infer', 'refresh'])

/** Open containers by the age of a reading; `never`: not once, or not told. */
export const AgeCounts = z.object({ fresh: z.int(), ageing: z.int(), stale: z.int(), never: z.int() })

/** The lists that are read from the first record to the last. */
export const SweepKind = z.enum([
  'containers',
  'shipments',
  'tracking_requests',
  'custom_field_definitions',
  'container_fields',
  'shipment_fields',
  'request_fields',
  'parties',
  'shipping_lines',
  'documents',
  'email_submissions',
])

export const EngineStatus = z.object({
  now: Instant,
  startedAt: Instant,
  /** Address of the service; null without a key. */
  serviceUrl: z.string().nullable(),
  requests: z.object({
    /** Requests sent in the last 60 s. */
    classes: z.array(z.object({ class: RequestClass, lastMinute: z.int() })),
    /**
     * `othersPerMinute`: about how many another program sends with this key, where one was noticed in the last ten
     * minutes.
     */
    buckets: z.array(
      z.object({
        bucket: RateBucket,
        lastMinute: z.int(),
        allowed: z.int(),
        waiting: z.int(),
        pausedUntil: Instant.nullable(),
        othersPerMinute: z.int().nullable(),
      }),
    ),
  }),
  /** Since the engine started; bytes of bodies, received ones as they are after unpacking. */
  traffic: z.object({
    requests: z.int(),
    refused: z.int(),
    failed: z.int(),
    bytesReceived: z.int(),
    bytesSent: z.int(),
  }),
  lastRefusedAt: Instant.nullable(),
  sweeps: z.array(
    z.object({
      kind: SweepKind,
      state: z.enum(['RUNNING', 'COMPLETE', 'TORN']),
      startedAt: Instant,
      endedAt: Instant.nullable(),
      rows: z.int(),
      total: z.int().nullable(),
    }),
  ),
  /**
   * Listed records that cannot be read, of the latest readings: all are counted, the first twenty of a list are named.
   * `place`: in the list, from 1.
   */
  leftOut: z.array(
    z.object({
      kind: SweepKind,
      count: z.int(),
      records: z.array(
        z.object({ id: z.string().nullable(), place: z.int(), why: z.enum(['no-id', 'too-deep', 'too-large']) }),
      ),
    }),
  ),
  ages: z.object({ service: AgeCounts, line: AgeCounts, terminal: AgeCounts }),
  /**
   * Newest first, at most twenty; `path` without its query. Equal ones are counted, not repeated: of several records as
   * `…`.
   */
  errors: z.array(z.object({ at: Instant, path: z.string(), failure: Failure, count: z.int() })),
  files: z.array(z.object({ name: z.string(), bytes: z.int() })),
  rows: z.object({
    containers: z.int(),
    open: z.int(),
    shipments: z.int(),
    requests: z.int(),
    events: z.int(),
    changes: z.int(),
  }),
  versions: z.object({ node: z.string(), sqlite: z.string(), mirrorSchema: z.int(), stateSchema: z.int() }),
})

export const status = {
  queries: { 'status.get': { input: z.object({}), output: EngineStatus } },
  commands: {},
  events: {},
} satisfies Contract

export type RequestClass = z.infer<typeof RequestClass>
export type RateBucket = z.infer<typeof RateBucket>
export type AgeCounts = z.infer<typeof AgeCounts>
export type EngineStatus = z.infer<typeof EngineStatus>
