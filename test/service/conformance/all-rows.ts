// Every row of every table.
import { accessRows } from './access.table.ts'
import { endpointRows } from './endpoints.table.ts'
import { errorRows } from './errors.table.ts'
import { eventRows } from './events.table.ts'
import { extractionRows } from './extraction.table.ts'
import { inferRows } from './infer.table.ts'
import { limitRows } from './limits.table.ts'
import { listRows } from './lists.table.ts'
import { resourceRows } from './resources.table.ts'
import type { Row } from './row.ts'
import { stateRows } from './states.table.ts'
import { worldRuleRows } from './world-rules.table.ts'
import { writeRows } from './writes.table.ts'
import { writtenRows } from './written.table.ts'

export const ALL_ROWS: readonly Row[] = [...endpointRows, ...writeRows, ...listRows, ...errorRows, ...accessRows, ...limitRows, ...inferRows, ...stateRows, ...writtenRows, ...extractionRows, ...eventRows, ...resourceRows, ...worldRuleRows]
