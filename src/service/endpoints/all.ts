// The table of contents of the interface: every endpoint the service answers.

import type { Route } from './routing.ts'
import { containerRoutes } from './containers.ts'
import { inferNumberRoutes } from './infer-number.ts'
import { portRoutes } from './ports.ts'
import { shipmentRoutes } from './shipments.ts'
import { shippingLineRoutes } from './shipping-lines.ts'
import { terminalRoutes } from './terminals.ts'
import { trackingRequestRoutes } from './tracking-requests.ts'

export const ALL_ROUTES: readonly Route[] = [
  ...containerRoutes,
  ...shipmentRoutes,
  ...trackingRequestRoutes,
  ...inferNumberRoutes,
  ...terminalRoutes,
  ...portRoutes,
  ...shippingLineRoutes,
]
