// Shipping lines that can be tracked.

import { foundAnswer, pageAnswer } from './answers.ts'
import type { Route } from './routing.ts'

export const shippingLineRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/shipping_lines',
    answer: (context) => pageAnswer(context, 'shipping_line', context.records.list('shipping_line')),
  },
  {
    method: 'GET',
    path: '/shipping_lines/{id}',
    answer: (context) => foundAnswer(context, 'shipping_line', context.params['id'] ?? ''),
  },
]
