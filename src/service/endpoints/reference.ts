// The endpoints of records that do not change: ports and metro areas by UN/LOCODE or id, terminals by id (specification
// 2.3), and shipping lines.
import { listAllResources } from '../jsonapi/resource.ts'
import { answerRecordById, readId, answerPage, answerRecord } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'

export const referenceRoutes: readonly Route[] = [
  { method: 'GET', path: '/ports/{id}', answer: (context) => answerByLocodeOrId(context, 'port') },
  { method: 'GET', path: '/metro_areas/{id}', answer: (context) => answerByLocodeOrId(context, 'metro_area') },
  {
    method: 'GET',
    path: '/terminals/{id}',
    answer: (context) => answerRecordById(context, 'terminal', readId(context)),
  },
  {
    method: 'GET',
    path: '/shipping_lines',
    answer: (context) => answerPage(context, 'shipping_line', context.records.list('shipping_line')),
  },
  {
    method: 'GET',
    path: '/shipping_lines/{id}',
    answer: (context) => answerRecordById(context, 'shipping_line', readId(context)),
  },
]

function answerByLocodeOrId(context: Context, type: 'port' | 'metro_area'): Answer {
  const locodeOrId = readId(context)
  const locode = locodeOrId.toUpperCase()
  const place = listAllResources(context.records.list(type)).find(({ attributes }) => attributes?.['code'] === locode)
  return place ? answerRecord(context, place) : answerRecordById(context, type, locodeOrId)
}
