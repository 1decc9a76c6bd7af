// Lists the oracles: rules that must hold in every simulated world. The number in an id is a group of rules: 0 bugs and
// equal runs, 1 every file is uploaded, 2 nothing is uploaded twice, 3 the user's files are not lost, 4 the user's
// requests, edits and decisions are not lost, 5 history and alerts, 6 limits and delays, 7 rest after faults, 8
// database files, 9 the mirror.
import { eachChangeHasOneAlert } from './alerts.ts'
import { everyContentIsUploaded, uploadAddressesAreLimited, noContentIsStoredTwice } from './documents.ts'
import { savedEditsAreNotLost } from './edits.ts'
import { historyHasNoGap } from './history.ts'
import { everyFileHasItsRow, noSourceIsLost, onlyStableFilesAreTaken } from './intake.ts'
import { noRequestTakesTooLong, requestsStayWithinLimit } from './limits.ts'
import { mirrorEqualsService, nothingIsHidden, timelinesAreComplete, existingFieldValuesAreShown } from './mirror.ts'
import type { Oracle } from './oracle.ts'
import { userDecisionsAreKept, requestsAreSentOnce, savedRequestsAreNotLost } from './requests.ts'

export const ORACLES: Oracle[] = [
  {
    id: '1-files',
    rule: 'every file in a watched folder has exactly one stored content in the queue, or a visible row with a reason',
    check: everyFileHasItsRow,
  },
  {
    id: '1-whole',
    rule: 'the engine uploads no file that changed within its quiet time',
    check: onlyStableFilesAreTaken,
  },
  {
    id: '1-documents',
    rule: 'every content in the queue is a document of the service, or a visible row with a reason',
    check: everyContentIsUploaded,
  },
  {
    id: '2-documents',
    rule: 'the service has no more documents of a content than the queue has uploads of it, in each duplicate mode',
    check: noContentIsStoredTwice,
  },
  {
    id: '2-places',
    rule: 'the engine requests at most three upload addresses for each content whose storage fails',
    check: uploadAddressesAreLimited,
  },
  {
    id: '3-sources',
    rule: 'every source file still exists, in its folder or in Uploaded, and no unrelated file changed',
    check: noSourceIsLost,
  },
  {
    id: '4-saved',
    rule: 'every tracking request that was shown as saved is at the service, or is shown as waiting or refused',
    check: savedRequestsAreNotLost,
  },
  {
    id: '4-edits',
    rule: 'every edit that was shown as saved is at the service, or is shown as waiting, in conflict or refused',
    check: savedEditsAreNotLost,
  },
  {
    id: '4-once',
    rule: 'a tracking request is created at the service at most once, and never after it was cancelled',
    check: requestsAreSentOnce,
  },
  { id: '4-decisions', rule: 'read marks and manual last free days are never lost', check: userDecisionsAreKept },
  {
    id: '5-history',
    rule: 'each change has one row in the history, no change is missing, and each row has a change',
    check: historyHasNoGap,
  },
  {
    id: '5-alerts',
    rule: 'each lasting change has one alert, no alert is without a change, all reminders of today exist, and at most six pop-ups appear in an hour',
    check: eachChangeHasOneAlert,
  },
  {
    id: '6-limit',
    rule: 'the service never counts more than 98 requests in 60 s, and never refuses a request',
    check: requestsStayWithinLimit,
  },
  { id: '6-wait', rule: 'no request takes longer than 60 s from its sending to its end', check: noRequestTakesTooLong },
  {
    id: '7-rest',
    rule: 'after the faults the engine is idle within ten minutes',
    check: ({ idleProblems }) => idleProblems,
  },
  { id: '9-mirror', rule: 'the mirror equals the records of the service', check: mirrorEqualsService },
  { id: '9-hidden', rule: 'nothing that exists is hidden', check: nothingIsHidden },
  {
    id: '9-values',
    rule: 'exactly the values of custom fields that exist are shown',
    check: existingFieldValuesAreShown,
  },
  { id: '9-events', rule: 'timelines are complete', check: timelinesAreComplete },
]

/** The simulation checks these on the files after the program has ended. */
export const FILE_ORACLES = [
  { id: '8-files', rule: 'integrity_check is ok' },
  { id: '9-rows', rule: 'stored rows equal a new projection of the records' },
] as const

/** The simulation checks these while the world runs, and by a comparison of two runs of a seed. */
export const RUNNING_ORACLES = [
  { id: '9-current', rule: 'the state is never `live` while the last complete sweep is older than two sweep periods' },
  { id: '9-order', rule: 'no row is replaced by an older answer' },
  { id: '0-bugs', rule: 'the engine logs no bug' },
  { id: '0-same', rule: 'two runs of a seed have equal traces' },
] as const

/** The simulation checks these in the long runs. */
export const LONG_ORACLES = [
  {
    id: '6-drop',
    rule: 'a thousand files are uploaded within an hour, and the gaps between complete sweeps stay below a minute',
  },
  {
    id: '6-shared',
    rule: 'if other programs use the same API key, at most 0.5 % of the requests are refused, the clients use 80 % of the remaining limit, and they share it equally',
  },
  { id: '6-fresh', rule: 'the mean delay of a change is at most 1.15 times the bound for a reader without hints' },
] as const
