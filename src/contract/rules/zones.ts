/** Zones per call of `settings.zoneOffsets`. The engine needs about 0.4 ms for each, and 18 ms for its first one. */
export const MAX_ZONES_PER_CALL = 5
