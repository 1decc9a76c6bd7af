// The settings of an account, stored in state.db. Settings of the host (address, theme) are in shell.ts.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { GoverningRule } from './deadlines.ts'
import { MAX_ZONES_PER_CALL } from './rules/zones.ts'
import { Zone } from './values.ts'

/** How long this computer stores data that it does not need. */
export const Retention = z.object({
  /** Changes of containers that were returned empty or are gone, in months after that; null: for ever. */
  historyMonths: z.int().min(1).max(120).nullable(),
  /** Copies of uploaded files, in days after the service read them. */
  copiesDays: z.int().min(1).max(365),
})

export const Settings = z.object({
  governingRule: GoverningRule,
  /** The numbers of days left up to which a date is in the bands `tomorrow`, `soon` and `week`. */
  bandDays: z
    .object({ tomorrow: z.int().min(1).max(30), soon: z.int().min(1).max(60), week: z.int().min(1).max(90) })
    .refine((days) => days.tomorrow <= days.soon && days.soon <= days.week, 'days must not decrease'),
  /** Percentage of the key's requests that this app may use; the rest is for other programs with the same key. */
  budgetShare: z.int().min(20).max(100),
  /** The zone of "today" where the service names no zone; such results are flagged. */
  homeZone: Zone,
  retention: Retention,
  /**
   * The list of first steps on Today. Absent: the user has done nothing with it. `openedSteps`: the steps that the user
   * opened. If the user keeps the default of such a step, only this shows that it is done. A later version may have
   * written steps that this version does not know.
   */
  setUp: z.object({ isDismissed: z.boolean(), openedSteps: z.array(z.string().max(50)).max(50) }).optional(),
})

/** Minutes east of UTC from `fromMs` until `untilMs`, both in epoch milliseconds. */
const ZoneOffset = z.object({ fromMs: z.number(), untilMs: z.number(), minutes: z.int() })

export const settings = {
  queries: {
    'settings.get': { input: z.object({}), output: Settings },
    /**
     * The offsets of zones two years before and after now, in the order of the input. Empty for a zone that the engine
     * does not know. The zone data of a browser can be older or newer than that of the engine.
     */
    'settings.zoneOffsets': {
      input: z.object({ zones: z.array(Zone).max(MAX_ZONES_PER_CALL) }),
      output: z.array(z.array(ZoneOffset)),
    },
  },
  commands: { 'settings.set': { input: Settings, output: z.void() } },
} satisfies Partial<Contract>

export type Retention = z.infer<typeof Retention>
export type Settings = z.infer<typeof Settings>
