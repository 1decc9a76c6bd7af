// What a member and the leader write into a task, checked like any input: another desktop wrote it, perhaps one of
// another version.
import { z } from 'zod'
import { Failure, Instant } from '#contract/values.ts'
import type { PostgresConnection } from '../../outside/postgres.ts'

/** An outbox entry. `maybeSent`: the member’s desktop may have sent it when it led. */
export const HandedOver = z.object({
  lane: z.string().min(1).max(300),
  payload: z.string(),
  base: z.string().nullable(),
  createdAt: Instant,
  maybeSent: z.boolean(),
})
export type HandedOver = z.infer<typeof HandedOver>

/** The result of an outbox entry. A failure that this version does not know is a refusal. */
export const Result = z.object({
  remoteId: z.string().nullable().default(null),
  answer: z.unknown().optional(),
  failure: Failure.nullable().default(null).catch({ code: 'api/refused', details: {} }),
})
export type Result = z.input<typeof Result>

/** The office stores no payload longer than this. */
export const MAX_PAYLOAD_BYTES = 65_536

/** How a kind of outbox entries is checked. The leader carries out no other kind. */
export type TaskKind = {
  payloadVersion: number
  /** Throws if the payload, or the value that the entry replaces, is not one of this kind. */
  check(payload: unknown, base: unknown): void
  /**
   * For a kind that creates records: a second entry would create a second record, so one that waited is searched for
   * before it is sent. `answerDuplicate`: the answer of an entry whose record another entry created.
   */
  createsRecord?: { answerDuplicate(recordId: string): unknown }
}

export type TaskDeps = Pick<PostgresConnection, 'query'> & {
  space: number
  /** The version of this program, as the office knows it. */
  client: number
  /** The name of this computer, as other members see it. */
  device: string
  taskKinds: Record<string, TaskKind>
}

/** Null for a text that is not JSON of this form. */
export function parseText<Schema extends z.ZodType>(schema: Schema, text: string | null): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(text ?? ''))
  } catch {
    return null
  }
}
