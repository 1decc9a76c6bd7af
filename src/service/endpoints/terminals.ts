// Terminals by id (specification 2.3). There is no list.

import { foundAnswer } from './answers.ts'
import type { Route } from './routing.ts'

export const terminalRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/terminals/{id}',
    answer: (context) => foundAnswer(context, 'terminal', context.params['id'] ?? ''),
  },
]
