// Describes a failure to the user: a sentence, the next step, and the action of at most one button.
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { formatCount, t } from '../words/words.ts'

/** `wait`: there is no action. The failure ends by itself or is repaired elsewhere. */
export type ErrorAction = 'retry' | 'settings' | 'restart' | 'wait'

const actions: Record<ErrorCode, ErrorAction> = {
  'api/bad-address': 'settings',
  'api/offline': 'retry',
  'api/certificate': 'retry',
  'api/proxy-login': 'retry',
  'api/proxy-refused': 'retry',
  'api/timeout': 'retry',
  'api/unauthorized': 'settings',
  'api/forbidden': 'settings',
  'api/not-found': 'retry',
  'api/rate-limited': 'wait',
  'api/server-error': 'retry',
  'api/refused': 'retry',
  'api/redirected': 'settings',
  'api/not-json': 'settings',
  'api/malformed': 'retry',
  'api/too-large': 'retry',
  'api/too-deep': 'wait',
  'api/too-many-records': 'wait',
  'api/records-left-out': 'wait',
  'api/link-elsewhere': 'wait',
  'api/list-short': 'wait',
  'api/list-endless': 'wait',
  'api/no-key': 'settings',
  'api/other-account': 'settings',
  'api/account-unclear': 'settings',
  'contract/invalid-input': 'wait',
  'contract/unknown-call': 'restart',
  'engine/disconnected': 'wait',
  'engine/session-over': 'wait',
  'engine/failed': 'restart',
  'db/in-use': 'restart',
  'db/from-the-future': 'wait',
  'db/state-broken': 'wait',
  'db/mirror-rebuilt': 'wait',
  'db/mirror-renewed': 'wait',
  'db/state-incomplete': 'wait',
  'db/mirror-incomplete': 'wait',
  'db/disk-full': 'wait',
  'db/no-room': 'restart',
  'db/read-only': 'restart',
  'db/folder-gone': 'restart',
  'db/disk-error': 'retry',
  'containers/unknown': 'wait',
  'own/no-note': 'wait',
  'containers/date-not-meant': 'wait',
  'containers/date-set-again': 'wait',
  'shipments/unknown': 'wait',
  'tracking/unknown': 'wait',
  'tracking/already-waiting': 'wait',
  'tracking/already-sent': 'wait',
  'fields/unknown': 'wait',
  'fields/not-taken': 'wait',
  'tracking/plan-limit': 'wait',
  'tracking/unknown-batch': 'wait',
  'import/empty': 'wait',
  'import/too-big': 'wait',
  'import/too-many-lines': 'wait',
  'import/not-a-list': 'wait',
  'import/old-workbook': 'wait',
  'import/password': 'wait',
  'import/damaged': 'wait',
  'import/too-slow': 'wait',
  'folders/unknown': 'wait',
  'folders/not-found': 'wait',
  'folders/not-answering': 'retry',
  'folders/not-a-folder': 'wait',
  'folders/not-readable': 'wait',
  'folders/not-writable': 'wait',
  'folders/already-watched': 'wait',
  'folders/own-data': 'wait',
  'folders/not-picked': 'wait',
  'documents/unknown': 'wait',
  'documents/empty': 'wait',
  'documents/too-large': 'wait',
  'documents/not-readable': 'wait',
  'documents/locked': 'wait',
  'documents/online-only': 'wait',
  'documents/not-finished': 'wait',
  'documents/not-a-file': 'wait',
  'documents/type-not-taken': 'wait',
  'documents/refused': 'wait',
  'documents/not-arriving': 'wait',
  'documents/not-extracted': 'wait',
  'documents/gone': 'wait',
  'documents/no-file': 'wait',
  'documents/too-large-to-open': 'wait',
  'documents/not-kept': 'wait',
  'documents/not-an-image': 'wait',
  'documents/check-needed': 'wait',
  'documents/not-dropped': 'wait',
  'documents/no-preview': 'wait',
  'documents/password': 'wait',
  'documents/damaged': 'wait',
  'documents/page-damaged': 'wait',
  'emails/unknown': 'wait',
  'alerts/unknown': 'wait',
  'edits/unknown': 'wait',
  'edits/already-sent': 'wait',
  'office/unreachable': 'retry',
  'office/certificate': 'retry',
  'office/tls-required': 'wait',
  'office/login-refused': 'wait',
  'office/no-database': 'wait',
  'office/too-many-connections': 'retry',
  'office/follows': 'wait',
  'office/other-account': 'settings',
  'office/key-changed': 'wait',
  'office/no-leader': 'wait',
  'office/not-away': 'wait',
  'office/handed-over': 'wait',
  'office/too-large': 'wait',
  'office/full': 'wait',
  'office/busy': 'retry',
  'office/not-a-member': 'wait',
  'office/not-allowed': 'wait',
  'office/too-old': 'wait',
  'office/newer': 'wait',
  'office/server-too-old': 'wait',
  'office/too-many-tasks': 'wait',
  'office/address-invalid': 'wait',
  'office/invitation-invalid': 'wait',
  'office/invitation-used': 'wait',
  'office/no-key': 'settings',
  'office/exists': 'wait',
  'office/login-rights': 'wait',
  'office/last-admin': 'wait',
  'own-data/not-ours': 'wait',
  'own-data/damaged': 'wait',
  'own-data/newer': 'wait',
  'own-data/gone': 'wait',
  'own-data/not-taken': 'wait',
  'rates/same-terms': 'wait',
  'snapshots/unknown': 'wait',
  'snapshots/too-many': 'wait',
  'snapshots/same-file': 'wait',
  'snapshots/watched-folder': 'wait',
  'snapshots/nothing-yet': 'wait',
  'snapshots/other-file': 'wait',
  'snapshots/locked': 'wait',
  'snapshots/no-room': 'wait',
  'snapshots/folder-gone': 'wait',
  'snapshots/not-written': 'wait',
  'links/not-an-address': 'wait',
  'links/scheme-refused': 'wait',
  'links/unknown-place': 'wait',
  'links/place-in-host': 'wait',
  'links/too-many': 'wait',
  'export/too-many-rows': 'wait',
  'export/list-changed': 'wait',
  'export/not-written': 'wait',
  'shell/key-not-stored': 'wait',
  'shell/membership-not-stored': 'wait',
  'shell/key-for-other-address': 'wait',
  'shell/other-account': 'settings',
  'shell/key-in-other-account': 'wait',
  'shell/name-in-other-account': 'wait',
  'shell/account-unknown': 'wait',
  'shell/data-not-deleted': 'wait',
  'shell/settings-reset': 'settings',
  'shell/service-did-not-start': 'retry',
  'shell/no-dialog': 'wait',
  'shell/copy-no-room': 'wait',
  'shell/copy-refused': 'wait',
  'shell/copy-not-saved': 'wait',
  'shell/pdf-not-made': 'wait',
  'shell/link-refused': 'wait',
  'shell/links-too-many': 'wait',
  'shell/login-refused': 'wait',
  'shell/desktop-only': 'wait',
  internal: 'retry',
}

export type ErrorWords = {
  what: string
  next: string
  /** `HTTP 502 · host example.org`: the plain values of the error; empty without values. */
  details: string
  action: ErrorAction
}

type ReportedError = { code: ErrorCode; details: ErrorDetails; cause?: unknown }

export function describeError(error: ReportedError): ErrorWords {
  const { code, details } = preferStartFailure(error)
  const formatDetailCount = (name: string) => formatCount(Number(details[name] ?? 0))
  const values = {
    account: String(details['account'] ?? ''),
    host: String(details['host'] ?? ''),
    device: String(details['device'] ?? ''),
    page: formatDetailCount('page'),
    done: formatDetailCount('done'),
    total: formatDetailCount('total'),
    most: formatDetailCount('most'),
    count: formatDetailCount('count'),
  }
  // The sentences already contain the account and the page. `isAsked` means nothing to the user.
  const shownDetails = Object.fromEntries(
    Object.entries(details).filter(
      ([name]) => !['account', 'page', 'isAsked', ...(detailsInSentence[code] ?? [])].includes(name),
    ),
  )
  return {
    what: t(`errors.${code}.what`, values),
    next: t(`errors.${code}.next`),
    details: formatDetails(shownDetails),
    action: actions[code],
  }
}

/** Details that the sentence of an error already contains. They are not repeated after it. */
const detailsInSentence: Partial<Record<ErrorCode, readonly string[]>> = {
  'api/link-elsewhere': ['host'],
  'office/handed-over': ['device'],
  'api/list-short': ['done', 'total'],
  'api/too-many-records': ['most'],
  'api/records-left-out': ['count'],
}

/** Returns the cause of a failed start, because an engine that could not start is not reconnected automatically. */
function preferStartFailure(error: ReportedError): ReportedError {
  return error.code === 'engine/disconnected' && error.cause instanceof AppError ? error.cause : error
}

function formatDetails(details: ErrorDetails): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name} ${typeof value === 'number' ? formatCount(value) : String(value)}`)
    .join(' · ')
}
