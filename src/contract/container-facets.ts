// The values that the parts of a container filter can have, each with the number of its containers.
import { z } from 'zod'
import { FacetValue } from './values.ts'

export const ContainerFacets = z.object({
  bands: z.array(FacetValue),
  verdicts: z.array(FacetValue),
  statuses: z.array(FacetValue),
  places: z.array(FacetValue),
  lines: z.array(FacetValue),
  customers: z.array(FacetValue),
  vessels: z.array(FacetValue),
  dischargePorts: z.array(FacetValue),
  /** Length in feet, height if it is `high_cube`, and type: `40/high_cube/dry`. Unknown parts are empty. */
  equipment: z.array(FacetValue),
  holds: z.array(FacetValue),
  /** The empty value counts containers without an assignee. */
  assignedTo: z.array(FacetValue),
  ownTags: z.array(FacetValue),
  priorities: z.array(FacetValue),
})
