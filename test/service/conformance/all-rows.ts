// Every row of every table.
import { endpointRows } from './endpoints.table.ts'
import { resourceRows } from './resources.table.ts'
import type { Row } from './row.ts'
import { stateRows } from './states.table.ts'
import { worldRuleRows } from './world-rules.table.ts'
import { writtenRows } from './written.table.ts'

export const ALL_ROWS: readonly Row[] = [...resourceRows, ...worldRuleRows, ...writtenRows, ...stateRows, ...endpointRows]
