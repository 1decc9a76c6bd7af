// Why a container needs a decision, in the shapes the screens show. The rule itself is engine/containers/at-risk.ts.
import { z } from 'zod'

/**
 * Every reason, most severe first; the one for tomorrow is two, because nothing blocks a box that
 * is ready. What to do about it is the view's wording of the same name.
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

/** 1 costs money today, 4 is for information. */
export const Severity = z.int().min(1).max(4)

export const Risk = z.object({ reason: RiskReason, severity: Severity })

export type RiskReason = z.infer<typeof RiskReason>
export type Severity = z.infer<typeof Severity>
export type Risk = z.infer<typeof Risk>
