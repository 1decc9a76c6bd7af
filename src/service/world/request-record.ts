// A tracking request as a record at an instant (specification 2.7).

import type { Resource } from '../jsonapi/resource.ts'
import { isoOf } from './calendar.ts'
import { PENDING, type TrackingRequest } from './requests.ts'
import { stepAt } from './steps.ts'

export type RequestLinks = { id: string; shipmentId: string | null; partyId: string | null; userId: string }

export function requestRecord(request: TrackingRequest, nowMs: number, links: RequestLinks): Resource {
  const step = stepAt(request.course, nowMs)
  const state = step?.value ?? PENDING
  const isFound = state.status === 'created' || state.status === 'tracking_stopped'
  return {
    type: 'tracking_request',
    id: links.id,
    attributes: {
      request_number: request.requestNumber,
      request_type: request.requestType,
      scac: isFound ? request.scac : request.submittedScac,
      ref_numbers: request.refNumbers,
      // Two names of one attribute.
      shipment_tags: request.shipmentTags,
      tags: request.shipmentTags,
      status: state.status,
      failed_reason: state.failedReason,
      is_retrying: state.isRetrying,
      retry_count: state.retryCount,
      created_at: isoOf(request.createdMs),
      updated_at: isoOf(step?.fromMs ?? request.createdMs),
    },
    relationships: {
      tracked_object: {
        data: isFound && links.shipmentId !== null ? { type: 'shipment', id: links.shipmentId } : null,
      },
      customer: { data: links.partyId === null ? null : { type: 'party', id: links.partyId } },
      user: { data: { type: 'user', id: links.userId } },
    },
    links: { self: `/v2/tracking_requests/${links.id}` },
  }
}
