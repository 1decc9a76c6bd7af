/** Zones per call of `settings.zoneOffsets`. The engine needs about 3 ms for each. */
export const MAX_ZONES_PER_CALL = 5
