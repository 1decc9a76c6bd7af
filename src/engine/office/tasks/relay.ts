// Single requests that a follower has the leader send: which ones a leader sends, and how a follower waits for the
// answer. The bytes of files do not pass the office: the service names an address of its storage.
import { z } from 'zod'
import { Failure } from '#contract/values.ts'
import type { Bucket } from '../../api/budget.ts'

/** `read`: harmless if it is sent twice. `file`: not repeated, the upload searches for its result. */
export type RelayKind = 'read' | 'file'
export const RELAY_VERSION = 1

/** `path` is below the base address, as in `ApiRequest`. */
const Request = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string().max(2_000),
  isRoot: z.boolean(),
  body: z.unknown().optional(),
  isPlainJson: z.boolean(),
})
/** `container`: the leader reads it again, and its records come with the feed. */
const Reread = z.object({ container: z.string().max(100) })
/** The leader reads everything now. */
const Refresh = z.object({ isRefresh: z.literal(true) })

export const RelayTask = z.union([Reread, Refresh, Request])
export type RelayTask = z.infer<typeof RelayTask>
export type RelayRequest = z.infer<typeof Request>

/** `text`: the body of the answer. */
export const RelayAnswer = z.object({
  status: z.number().optional(),
  text: z.string().default(''),
  requestSeq: z.number().default(0),
  failure: Failure.nullable().default(null).catch({ code: 'api/refused', details: {} }),
})
export type RelayAnswer = z.input<typeof RelayAnswer>

type Allowed = { kind: RelayKind; method: RelayRequest['method']; path: RegExp; bucket?: Bucket }

const allowed: readonly Allowed[] = [
  { kind: 'read', method: 'POST', path: /^\/tracking_requests\/infer_number$/, bucket: 'infer' },
  { kind: 'read', method: 'GET', path: /^\/documents\/types$/ },
  { kind: 'read', method: 'GET', path: /^\/documents\?[\w.~%&=[\]()+-]*$/ },
  { kind: 'read', method: 'GET', path: /^\/documents\/[\w%-]+\/download_url$/ },
  { kind: 'file', method: 'POST', path: /^\/rails\/active_storage\/direct_uploads$/ },
  { kind: 'file', method: 'POST', path: /^\/documents$/ },
]

/** Null for a request that no leader sends. */
export function findAllowed(task: Pick<RelayRequest, 'method' | 'path'>): Allowed | null {
  return allowed.find(({ method, path }) => method === task.method && path.test(task.path)) ?? null
}

export const CREATE_DOCUMENT: Pick<RelayRequest, 'method' | 'path'> = { method: 'POST', path: '/documents' }
