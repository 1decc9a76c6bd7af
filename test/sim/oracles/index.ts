// Lists the oracles: rules that must hold in every simulated world. The number in an id is that of the promise in the
// design, such as 5 for history and alerts.
import { eachChangeHasOneAlert } from './alerts.ts'
import { everyContentIsUploaded, noContentIsSentForever, noContentIsStoredTwice } from './documents.ts'
import { nothingEditedIsLost } from './edits.ts'
import { historyHasNoGap } from './history.ts'
import { everyFileHasItsRow, noSourceIsLost, onlyStableFilesAreTaken } from './intake.ts'
import { noRequestTakesTooLong, withinTheLimit } from './limits.ts'
import { mirrorEqualsService, nothingIsHidden, timelinesAreComplete, existingFieldsAreShown } from './mirror.ts'
import type { Oracle } from './oracle.ts'
import { decisionsRemain, nothingIsSentTwice, nothingSavedIsLost } from './requests.ts'

export const ORACLES: Oracle[] = [
  {
    id: '1-files',
    rule: 'every file in a watched folder is content in the queue, exactly once and stored, or a visible row with a reason',
    check: everyFileHasItsRow,
  },
  { id: '1-whole', rule: 'no file is taken that changed within its quiet time', check: onlyStableFilesAreTaken },
  {
    id: '1-documents',
    rule: 'every content that was taken is a document of the service, or a visible row with a reason',
    check: everyContentIsUploaded,
  },
  {
    id: '2-documents',
    rule: 'documents made by us are no more than distinct contents, in every mode of the account',
    check: noContentIsStoredTwice,
  },
  {
    id: '2-places',
    rule: 'the engine requests at most three upload addresses for each content whose storage fails',
    check: noContentIsSentForever,
  },
  {
    id: '3-sources',
    rule: 'every source file still exists, in its folder or in Uploaded, and no unrelated file changed',
    check: noSourceIsLost,
  },
  {
    id: '4-saved',
    rule: 'every edit shown as saved is at the service or visible as waiting, in conflict or refused',
    check: nothingSavedIsLost,
  },
  {
    id: '4-edits',
    rule: 'every edit of a record is at the service or visible as waiting, in conflict or refused',
    check: nothingEditedIsLost,
  },
  {
    id: '4-once',
    rule: 'a request is made at the service at most once, and never after it was cancelled',
    check: nothingIsSentTwice,
  },
  { id: '4-decisions', rule: 'read marks and dates set by hand are never lost', check: decisionsRemain },
  {
    id: '5-history',
    rule: 'each change is one line, without a gap, and no line is without a change',
    check: historyHasNoGap,
  },
  {
    id: '5-alerts',
    rule: 'one alert for each change that lasts, none without a change, the reminders that are due today, at most six pop-ups an hour',
    check: eachChangeHasOneAlert,
  },
  { id: '6-limit', rule: 'the service never counts more than 98 in 60 s and never refuses', check: withinTheLimit },
  { id: '6-wait', rule: 'no request takes longer than 60 s', check: noRequestTakesTooLong },
  {
    id: '7-rest',
    rule: 'after the faults the engine is idle within ten minutes',
    check: ({ idleProblems }) => idleProblems,
  },
  { id: '9-mirror', rule: 'the mirror equals the records of the service', check: mirrorEqualsService },
  { id: '9-hidden', rule: 'nothing that exists is hidden', check: nothingIsHidden },
  { id: '9-values', rule: 'exactly the existing custom fields are shown', check: existingFieldsAreShown },
  { id: '9-events', rule: 'timelines are complete', check: timelinesAreComplete },
]

/** The simulation checks these on the files after the program has ended. */
export const FILE_ORACLES = [
  { id: '8-files', says: 'integrity_check is ok' },
  { id: '9-rows', says: 'derived data equals a new computation of it' },
] as const

/** The simulation checks these while the world runs, and on two runs of it. */
export const RUNNING_ORACLES = [
  { id: '9-current', says: 'the state is never live while the last complete sweep is older than two periods' },
  { id: '9-order', says: 'no row goes back to an older answer' },
  { id: '0-bugs', says: 'the engine logs no bug' },
  { id: '0-same', says: 'two runs of a seed are the same' },
] as const

/** The simulation checks these in the long runs. */
export const LONG_ORACLES = [
  {
    id: '6-drop',
    says: 'a thousand files are sent within an hour, and the board stays as fresh as without an open window',
  },
  {
    id: '6-shared',
    says: 'with others on the key at most 0.5 % is refused, 80 % of the rest is used, and no client gets far less than the others',
  },
  { id: '6-fresh', says: 'the board is at most 1.15 times as old as it has to be' },
] as const
