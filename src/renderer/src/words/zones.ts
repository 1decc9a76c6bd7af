// The offsets of the engine's time zones. A browser has its own zone data, which can be older or newer than the
// engine's. Without this, the page shows another day than the engine counts with, in a country that changed its rules
// lately.
import { shallowReactive } from 'vue'
import { setOffsetSource, type ZoneOffset } from '#words/zone-offsets.ts'

const offsetsByZone = shallowReactive(new Map<string, readonly ZoneOffset[]>())
const usedZones = new Set<string>()
let notifyOfNewZone = (): void => undefined

setOffsetSource((zone) => {
  if (!usedZones.has(zone)) {
    usedZones.add(zone)
    notifyOfNewZone()
  }
  return offsetsByZone.get(zone)
})

/** Zones that this page has shown, and whose offsets the engine has not sent yet. */
export function listZonesWithoutOffsets(): string[] {
  return [...usedZones].filter((zone) => !offsetsByZone.has(zone))
}

/** Texts that are on screen are formatted again. */
export function saveOffsets(zone: string, offsets: readonly ZoneOffset[]): void {
  offsetsByZone.set(zone, offsets)
}

/** Calls `listener`, instead of the previous one, whenever the page shows a zone for the first time. */
export function onNewZone(listener: () => void): void {
  notifyOfNewZone = listener
}
