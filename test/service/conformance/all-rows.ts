// Collects the rows of all tables.
import { accessRows } from './access.table.ts'
import { deliveryRows } from './deliveries.table.ts'
import { documentStateRows } from './document-states.table.ts'
import { documentWriteRows } from './document-writes.table.ts'
import { documentRows } from './documents.table.ts'
import { endpointRows } from './endpoints.table.ts'
import { errorRows } from './errors.table.ts'
import { eventRows } from './events.table.ts'
import { extractionRows } from './extraction.table.ts'
import { fieldRows } from './fields.table.ts'
import { holdAndFeeRows } from './holds-and-fees.table.ts'
import { inferRows } from './infer.table.ts'
import { limitRows } from './limits.table.ts'
import { listRows } from './lists.table.ts'
import { payloadRows } from './payloads.table.ts'
import { requestStateRows } from './request-states.table.ts'
import { resourceRows } from './resources.table.ts'
import type { Row } from './row.ts'
import { searchRows } from './search.table.ts'
import { stateRows } from './states.table.ts'
import { worldRuleRows } from './world-rules.table.ts'
import { writeRows } from './writes.table.ts'
import { writtenRows } from './written.table.ts'

export const ALL_ROWS: readonly Row[] = [
  ...endpointRows,
  ...payloadRows,
  ...writeRows,
  ...fieldRows,
  ...searchRows,
  ...documentWriteRows,
  ...listRows,
  ...errorRows,
  ...accessRows,
  ...limitRows,
  ...inferRows,
  ...stateRows,
  ...requestStateRows,
  ...documentStateRows,
  ...writtenRows,
  ...documentRows,
  ...extractionRows,
  ...deliveryRows,
  ...eventRows,
  ...resourceRows,
  ...holdAndFeeRows,
  ...worldRuleRows,
]
