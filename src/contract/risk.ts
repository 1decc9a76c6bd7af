// The reasons why a container needs a decision. The rules are in engine/mirror/containers/at-risk.ts.
import { z } from 'zod'

/**
 * Every reason, most severe first. `last-free-day-tomorrow` is for a container that is ready, `not-ready-in-time` for
 * one that is not. The view has a text with advice for each.
 */
export const RiskReason = z.enum([
  'past-last-free-day',
  'last-free-day-today',
  'last-free-day-tomorrow',
  'not-ready-in-time',
  'appointment-too-late',
  'no-appointment',
  'last-free-day-earlier',
  'fees-running',
  'terminal-check-old',
  'no-last-free-day',
  'sources-disagree',
  'hold-ageing',
  'last-free-day-impossible',
  'arrival-moved',
  'tracking-stopped',
])

/** For these reasons money can still be saved. */
const SAVEABLE_REASONS = [
  'last-free-day-today',
  'not-ready-in-time',
  'last-free-day-tomorrow',
  'no-appointment',
  'appointment-too-late',
] as const satisfies readonly RiskReason[]
/** The order in which Today and the lists show decisions: what can still be saved comes first. */
export const decisionOrder: readonly RiskReason[] = [...new Set([...SAVEABLE_REASONS, ...RiskReason.options])]
/** These reasons need a last free day. */
export const lastFreeDayReasons: ReadonlySet<RiskReason> = new Set([...SAVEABLE_REASONS, 'past-last-free-day'])

/** 1: costs money today. 4: for information. */
export const Severity = z.int().min(1).max(4)

export const Risk = z.object({ reason: RiskReason, severity: Severity })

export type RiskReason = z.infer<typeof RiskReason>
export type Severity = z.infer<typeof Severity>
export type Risk = z.infer<typeof Risk>
