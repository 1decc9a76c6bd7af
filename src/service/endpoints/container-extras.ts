// Endpoints of a container beyond its record: refresh, the carrier's raw events, and the map. Refresh and map need an
// entitlement.

import { forbidden } from '../jsonapi/errors.ts'
import { mapOf } from '../world/map.ts'
import { rawEventsOf } from '../world/raw-events.ts'
import { foundRecord, plainAnswer, wholeAnswer } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'

export const containerExtraRoutes: readonly Route[] = [
  { method: 'PATCH', path: '/containers/{id}/refresh', answer: refresh },
  { method: 'GET', path: '/containers/{id}/raw_events', answer: rawEvents },
  { method: 'GET', path: '/containers/{id}/map_geojson', answer: map },
]

function refresh(context: Context): Answer {
  const { id, attributes } = foundRecord(context, 'container', context.params['id'] ?? '')
  if (!context.features.has('refresh')) throw forbidden('refresh containers')
  context.account.refreshes.add({ container: id, atMs: context.worldMs })
  const sources = ['shipping line', ...(attributes?.['terminal_checked_at'] === null ? [] : ['terminal'])]
  return plainAnswer({ message: `Refresh started at: ${sources.join(', ')}.` })
}

function rawEvents(context: Context): Answer {
  const { id } = foundRecord(context, 'container', context.params['id'] ?? '')
  const way = context.world.wayOf(id, context.worldMs)
  const data = way ? rawEventsOf(context.world, way.journey, way.container, context.worldMs) : []
  // Included by default, so that clients need not request vessels and ports one by one.
  return wholeAnswer(context, 'raw_event', data, 'vessel,location,terminal')
}

function map(context: Context): Answer {
  const { id } = foundRecord(context, 'container', context.params['id'] ?? '')
  if (!context.features.has('map')) throw forbidden('maps')
  const way = context.world.wayOf(id, context.worldMs)
  const features = way ? mapOf(context.world.reference, way, context.worldMs) : []
  return { ...plainAnswer({ type: 'FeatureCollection', features }), mediaType: 'application/geo+json' }
}
