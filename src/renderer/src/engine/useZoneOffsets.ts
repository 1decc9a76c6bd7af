// Reads the offsets of the zones that the page shows, so that page and engine agree on the day of every instant.
import { onScopeDispose, ref, watch } from 'vue'
import { MAX_ZONES_PER_CALL } from '#contract/rules/zones.ts'
import { endWait, listZonesWithoutOffsets, onNewZone, saveOffsets } from '../words/zones.ts'
import type { EngineLink } from './engine.ts'
import { useQuery } from './useQuery.ts'

export function useZoneOffsets(engine: EngineLink): void {
  const zones = ref<string[]>([])
  const askForNext = () => {
    zones.value = listZonesWithoutOffsets().slice(0, MAX_ZONES_PER_CALL)
  }
  // The zone data of the engine does not change while it runs.
  const { data, error } = useQuery(
    engine,
    'settings.zoneOffsets',
    () => (zones.value.length === 0 ? null : { zones: zones.value }),
    () => () => undefined,
  )
  watch(data, (offsets) => {
    for (const [index, zone] of zones.value.entries()) saveOffsets(zone, offsets?.[index] ?? [])
    askForNext()
  })
  // After a failure, the next new zone, the next export and the next connection ask again.
  watch(error, (reason) => {
    if (reason === null) return
    zones.value = []
    endWait()
  })
  onScopeDispose(engine.onConnect(askForNext))
  // A new zone is found while a screen is being drawn. `zones` must not change then, because the screen may depend on
  // it.
  onScopeDispose(
    onNewZone(() => {
      if (zones.value.length === 0) queueMicrotask(askForNext)
    }),
  )
  askForNext()
}
