// All endpoints of the service.
import { containerRoutes } from './containers.ts'
import { customFieldDefinitionRoutes } from './custom-field-definitions.ts'
import { customFieldRoutes } from './custom-fields.ts'
import { directUploadRoutes } from './direct-uploads.ts'
import { documentRoutes } from './documents.ts'
import { emailSubmissionRoutes } from './email-submissions.ts'
import { findRoutes } from './find.ts'
import { partyRoutes } from './parties.ts'
import { referenceRoutes } from './reference.ts'
import type { Route } from './routing.ts'
import { searchRoutes } from './search.ts'
import { shipmentRoutes } from './shipments.ts'
import { trackingRequestRoutes } from './tracking-requests.ts'
import { vesselRoutes } from './vessels.ts'
import { webhookNotificationRoutes } from './webhook-notifications.ts'
import { webhookRoutes } from './webhooks.ts'

export const ALL_ROUTES: readonly Route[] = [
  ...containerRoutes,
  ...shipmentRoutes,
  ...trackingRequestRoutes,
  ...referenceRoutes,
  ...vesselRoutes,
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
