// Diagnostics: requests to the service and their results, the age of data, and the size of files.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Failure, Instant } from './values.ts'

/** The priorities of requests, most urgent first (P0 to P4). */
export const RequestClass = z.enum(['user', 'write', 'due', 'sweep', 'bulk'])

export const RateBucket = z.enum(['general', 'tracking-requests', 'infer', 'refresh'])

/** Open containers by the age of a reading; `never`: never read, or not reported. */
export const AgeCounts = z.object({ fresh: z.int(), ageing: z.int(), stale: z.int(), never: z.int() })

/** The lists that are read completely, page by page. */
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
     * `othersPerMinute`: about how many requests another program sends with this key; null if none was noticed in the
     * last ten minutes.
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
  /** Since the engine started. Bytes of bodies; received bodies after decompression. */
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
   * Records in the latest lists that could not be read. All are counted, and the first twenty of each list are named.
   * `place`: position in the list, from 1.
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
   * Newest first, at most twenty; `path` without its query. Equal errors share one entry with a count; an id that
   * differs is shown as `…`.
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
} satisfies Partial<Contract>

export type RequestClass = z.infer<typeof RequestClass>
export type RateBucket = z.infer<typeof RateBucket>
export type AgeCounts = z.infer<typeof AgeCounts>
export type EngineStatus = z.infer<typeof EngineStatus>
