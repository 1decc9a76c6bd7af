// Reports of the service about one container, for tests of pure rules.
import type { StoredEvent } from '#engine/mirror/containers/event-store.ts'
import type { ReportedDeadlines } from '#engine/mirror/containers/lfd.ts'

/** No source reports a last free day. */
export const unreportedDeadlines: ReportedDeadlines = {
  line: null,
  terminal: null,
  rail: null,
  pickup: null,
  facility: null,
  podZone: null,
  finalDestinationZone: null,
  shipmentPodZone: null,
  shipmentDestinationZone: null,
  otherPodZone: null,
  otherDestinationZone: null,
  isInland: false,
  hasLeftPort: false,
}

/** Creates an event. `name` has no prefix `container.`. The mirror first saw it at noon UTC on 20 Nov 2026. */
export const createStoredEvent = (
  name: string,
  at: string | null,
  overrides: Partial<StoredEvent> = {},
): StoredEvent => ({
  id: `${name} ${at}`,
  event: `container.${name}`,
  at,
  zone: null,
  locode: null,
  place: null,
  vessel: null,
  voyage: null,
  source: 'shipping_line',
  value: null,
  firstSeenAt: '2026-11-20T12:00:00.000Z',
  ...overrides,
})
