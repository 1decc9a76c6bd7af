// Ports by id or UN/LOCODE.

import { foundAnswer, recordAnswer } from './answers.ts'
import { everyOne } from '../jsonapi/resource.ts'
import type { Answer, Context, Route } from './routing.ts'

export const portRoutes: readonly Route[] = [{ method: 'GET', path: '/ports/{id}', answer: portAnswer }]

function portAnswer(context: Context): Answer {
  const wanted = context.params['id'] ?? ''
  const locode = wanted.toUpperCase()
  const port = everyOne(context.records.list('port')).find((candidate) => candidate.attributes?.['code'] === locode)
  return port ? recordAnswer(context, port) : foundAnswer(context, 'port', wanted)
}
