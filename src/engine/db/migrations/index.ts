// The migration steps, oldest first. The version of a file is the number of steps it has run. A step is plain SQL and
// imports nothing, so that it keeps its meaning when other code changes. Never edit a released step: append a new one.
import { start as mirrorStart } from './mirror/0001-start.ts'
import { board } from './mirror/0002-board.ts'
import { searchAndCharges } from './mirror/0003-search-and-charges.ts'
import { requests } from './mirror/0004-requests.ts'
import { writePath } from './mirror/0005-write-path.ts'
import { sweepPage } from './mirror/0006-sweep-page.ts'
import { fields } from './mirror/0007-fields.ts'
import { documents as documentRows } from './mirror/0008-documents.ts'
import { alerts as mirrorAlerts } from './mirror/0009-alerts.ts'
import { history } from './mirror/0010-history.ts'
import { documentLfd } from './mirror/0011-document-lfd.ts'
import { placeZones } from './mirror/0012-place-zones.ts'
import { office } from './mirror/0013-office.ts'
import { changeTimes } from './mirror/0014-change-times.ts'
import { markedChanges } from './mirror/0015-marked-changes.ts'
import { start as stateStart } from './state/0001-start.ts'
import { look } from './state/0002-look.ts'
import { outbox } from './state/0003-outbox.ts'
import { batches } from './state/0004-batches.ts'
import { documents } from './state/0005-documents.ts'
import { alerts } from './state/0006-alerts.ts'
import { datesByHand } from './state/0007-dates-by-hand.ts'
import { own } from './state/0008-own.ts'
import { viewsAndTerminals } from './state/0009-views-and-terminals.ts'
import { rates } from './state/0010-rates.ts'
import { linkTemplates } from './state/0011-link-templates.ts'
import { snapshots } from './state/0012-snapshots.ts'
import { officeTasks } from './state/0013-office-tasks.ts'
import { currentAlerts } from './state/0014-current-alerts.ts'
import { ownActs } from './state/0015-own-acts.ts'
import { ownTaken } from './state/0016-own-taken.ts'
import { ownOvertaken } from './state/0017-own-overtaken.ts'

export const stateMigrations = [
  stateStart,
  look,
  outbox,
  batches,
  documents,
  alerts,
  datesByHand,
  own,
  viewsAndTerminals,
  rates,
  linkTemplates,
  snapshots,
  officeTasks,
  currentAlerts,
  ownActs,
  ownTaken,
  ownOvertaken,
]
export const mirrorMigrations = [
  mirrorStart,
  board,
  searchAndCharges,
  requests,
  writePath,
  sweepPage,
  fields,
  documentRows,
  mirrorAlerts,
  history,
  documentLfd,
  placeZones,
  office,
  changeTimes,
  markedChanges,
]
