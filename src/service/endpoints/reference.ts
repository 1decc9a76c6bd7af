// Reference records: ports and metro areas by UN/LOCODE or id, terminals by id (specification 2.3), shipping lines.
import { allResources } from '../jsonapi/resource.ts'
import { foundAnswer, idIn, pageAnswer, recordAnswer } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'

export const referenceRoutes: readonly Route[] = [
  { method: 'GET', path: '/ports/{id}', answer: (context) => byLocodeOrId(context, 'port') },
  { method: 'GET', path: '/metro_areas/{id}', answer: (context) => byLocodeOrId(context, 'metro_area') },
  { method: 'GET', path: '/terminals/{id}', answer: (context) => foundAnswer(context, 'terminal', idIn(context)) },
  {
    method: 'GET',
    path: '/shipping_lines',
    answer: (context) => pageAnswer(context, 'shipping_line', context.records.list('shipping_line')),
  },
  {
    method: 'GET',
    path: '/shipping_lines/{id}',
    answer: (context) => foundAnswer(context, 'shipping_line', idIn(context)),
  },
]

function byLocodeOrId(context: Context, type: 'port' | 'metro_area'): Answer {
  const locodeOrId = idIn(context)
  const locode = locodeOrId.toUpperCase()
  const place = allResources(context.records.list(type)).find(({ attributes }) => attributes?.['code'] === locode)
  return place ? recordAnswer(context, place) : foundAnswer(context, type, locodeOrId)
}
