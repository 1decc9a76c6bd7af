// All endpoints of the service.

import type { Route } from './routing.ts'
import { containerExtraRoutes } from './container-extras.ts'
import { containerRoutes } from './containers.ts'
import { customFieldDefinitionRoutes } from './custom-field-definitions.ts'
import { customFieldRoutes } from './custom-fields.ts'
import { directUploadRoutes } from './direct-uploads.ts'
import { documentRoutes } from './documents.ts'
import { emailSubmissionRoutes } from './email-submissions.ts'
import { findRoutes } from './find.ts'
import { metroAreaRoutes } from './metro-areas.ts'
import { partyRoutes } from './parties.ts'
import { inferNumberRoutes } from './infer-number.ts'
import { portRoutes } from './ports.ts'
import { searchRoutes } from './search.ts'
import { shipmentTrackingRoutes } from './shipment-tracking.ts'
import { shipmentRoutes } from './shipments.ts'
import { shippingLineRoutes } from './shipping-lines.ts'
import { terminalRoutes } from './terminals.ts'
import { trackingRequestRoutes } from './tracking-requests.ts'
import { vesselRoutes } from './vessels.ts'
import { webhookNotificationRoutes } from './webhook-notifications.ts'
import { webhookRoutes } from './webhooks.ts'

export const ALL_ROUTES: readonly Route[] = [
  ...containerRoutes,
  ...containerExtraRoutes,
  ...shipmentRoutes,
  ...shipmentTrackingRoutes,
  ...trackingRequestRoutes,
  ...inferNumberRoutes,
  ...terminalRoutes,
  ...portRoutes,
  ...metroAreaRoutes,
  ...vesselRoutes,
  ...shippingLineRoutes,
  ...partyRoutes,
  ...customFieldDefinitionRoutes,
  ...customFieldRoutes,
  ...webhookRoutes,
  ...webhookNotificationRoutes,
  ...documentRoutes,
  ...directUploadRoutes,
  ...emailSubmissionRoutes,
  ...searchRoutes,
  ...findRoutes,
]
