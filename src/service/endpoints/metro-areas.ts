// Metro areas, by UN/LOCODE or id: inland destinations of shipments.

import { foundAnswer, recordAnswer } from './answers.ts'
import { everyOne } from '../jsonapi/resource.ts'
import type { Answer, Context, Route } from './routing.ts'

export const metroAreaRoutes: readonly Route[] = [{ method: 'GET', path: '/metro_areas/{id}', answer: metroAreaAnswer }]

function metroAreaAnswer(context: Context): Answer {
  const wanted = context.params['id'] ?? ''
  const area = everyOne(context.records.list('metro_area')).find(
    ({ attributes }) => attributes?.['code'] === wanted.toUpperCase(),
  )
  return area ? recordAnswer(context, area) : foundAnswer(context, 'metro_area', wanted)
}
