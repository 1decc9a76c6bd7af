// The offsets of the engine's time zones. A browser has its own zone data, which can be older or newer than the
// engine's. Without this, the page shows another day than the engine counts with, in a country that changed its rules
// lately.
import { shallowReactive } from 'vue'
import { setOffsetSource, type ZoneOffset } from '#words/zone-offsets.ts'

const offsetsByZone = shallowReactive(new Map<string, readonly ZoneOffset[]>())
const usedZones = new Set<string>()
let notifyOfNewZone: (() => void) | null = null
let pendingWait: PromiseWithResolvers<void> | null = null

setOffsetSource((zone) => {
  if (!usedZones.has(zone)) {
    usedZones.add(zone)
    notifyOfNewZone?.()
  }
  return offsetsByZone.get(zone)
})

/** Lists the zones that this page has shown, and whose offsets the engine has not sent yet. */
export function listZonesWithoutOffsets(): string[] {
  return [...usedZones].filter((zone) => !offsetsByZone.has(zone))
}

/** Stores the offsets of one zone. Vue then formats the texts on screen again. */
export function saveOffsets(zone: string, offsets: readonly ZoneOffset[]): void {
  offsetsByZone.set(zone, offsets)
  if (listZonesWithoutOffsets().length === 0) endWait()
}

/** Call if the engine does not send the missing offsets. The browser's offsets apply then. */
export function endWait(): void {
  pendingWait?.resolve()
  pendingWait = null
}

/** Resolves to true after a wait for offsets that were missing, and to false at once if none are. */
export async function waitForOffsets(): Promise<boolean> {
  if (notifyOfNewZone === null || listZonesWithoutOffsets().length === 0) return false
  pendingWait ??= Promise.withResolvers()
  notifyOfNewZone()
  await pendingWait.promise
  return true
}

/**
 * Calls `listener`, instead of the previous one, whenever the page shows a zone for the first time. Returns a function
 * that ends this.
 */
export function onNewZone(listener: () => void): () => void {
  notifyOfNewZone = listener
  return () => {
    if (notifyOfNewZone !== listener) return
    notifyOfNewZone = null
    endWait()
  }
}
