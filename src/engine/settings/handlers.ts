// Handlers for the calls about settings.
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { listOffsets } from '#words/zone-offsets.ts'
import { isZone, MS_PER_DAY } from '../outside/calendar.ts'
import { loadSettings, saveSettings } from './store.ts'

/** `decided.updateAll` computes all rows again; `refreshMoment` applies the new thresholds to the lists at once. */
export type SettingsDeps = {
  db: ReadableDb
  write: Write
  decided: { updateAll: () => void }
  refreshMoment: () => void
  nowMs: () => number
}

/** Instants that a screen shows are rarely further from now. */
const OFFSET_RANGE_MS = 2 * 365 * MS_PER_DAY

export function settingsHandlers({ db, write, decided, refreshMoment, nowMs }: SettingsDeps): HandlersOf<'settings'> {
  return {
    'settings.get': () => loadSettings(db),
    'settings.zoneOffsets': ({ zones }) =>
      zones.map((zone) => listOffsets(zone, nowMs() - OFFSET_RANGE_MS, nowMs() + OFFSET_RANGE_MS)),
    'settings.set': (settings) => {
      if (!isZone(settings.homeZone))
        throw new AppError('contract/invalid-input', { path: 'homeZone', reason: 'unknown zone' })
      const previous = loadSettings(db)
      write((db, announce) => {
        saveSettings(db, settings)
        announce('settings')
      })
      // Rows of containers depend on these two settings only.
      if (previous.governingRule !== settings.governingRule || previous.homeZone !== settings.homeZone)
        decided.updateAll()
      refreshMoment()
    },
  }
}
