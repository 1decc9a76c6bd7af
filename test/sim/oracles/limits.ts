// Checks that the requests are within the limit, by the log of the service, and that no request waits too long.
import type { World } from '../world.ts'
import type { Check } from './oracle.ts'

/** The engine's own limit. It leaves 2 % for requests that it cannot count. */
const MAX_PER_MINUTE = { general: 98, tracking_requests: 98, infer_number: 196, refresh: 9 }
const MAX_WAIT_MS = 60_000

export const requestsStayWithinLimit: Check = ({ log }) =>
  Object.entries(log.buckets).flatMap(([bucket, { refused, largest }]) => [
    ...(refused > 0 ? [`${bucket}: ${refused} refused`] : []),
    ...(largest > MAX_PER_MINUTE[bucket as keyof typeof MAX_PER_MINUTE]
      ? [`${bucket}: ${largest} within a minute`]
      : []),
  ])

export const noRequestTakesTooLong = ({ world }: { world: Pick<World, 'longestWaitMs'> }) =>
  world.longestWaitMs > MAX_WAIT_MS ? [`a request was waited for ${Math.round(world.longestWaitMs / 1000)} s`] : []
