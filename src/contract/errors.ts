// The list of all expected failures, with `internal` for every other one, and their form in messages between processes.
// The sentences for users are in renderer/src/engine/messages and messages-host, two for each code.

/** Every failure that a user can see, grouped as `area/what`. The compiler requires a sentence for each. */
export const errorCodes = [
  'api/bad-address',
  'api/offline',
  'api/certificate',
  'api/proxy-login',
  'api/proxy-refused',
  'api/timeout',
  'api/unauthorized',
  'api/forbidden',
  'api/not-found',
  'api/rate-limited',
  'api/server-error',
  'api/refused',
  'api/redirected',
  'api/not-json',
  'api/malformed',
  'api/too-large',
  'api/too-deep',
  'api/too-many-records',
  'api/records-left-out',
  'api/link-elsewhere',
  'api/list-short',
  'api/list-endless',
  'api/no-key',
  'api/other-account',
  'api/account-unclear',
  'contract/invalid-input',
  'contract/unknown-call',
  'engine/disconnected',
  'engine/session-over',
  'engine/failed',
  'db/in-use',
  'db/from-the-future',
  'db/state-broken',
  // The file was damaged.
  'db/mirror-rebuilt',
  // The user asked to delete the file.
  'db/mirror-renewed',
  'db/state-incomplete',
  'db/mirror-incomplete',
  'db/disk-full',
  'db/no-room',
  'db/read-only',
  'db/folder-gone',
  'db/disk-error',
  'containers/unknown',
  // The entered date is too far in the past or future to be a last free day (rules/manual-day.ts).
  'containers/date-not-meant',
  'containers/date-set-again',
  'shipments/unknown',
  'tracking/unknown',
  'tracking/already-waiting',
  'tracking/already-sent',
  'fields/unknown',
  // The value does not fit the definition of the field.
  'fields/not-taken',
  'tracking/plan-limit',
  'tracking/unknown-batch',
  'import/empty',
  'import/too-big',
  'import/too-many-lines',
  'import/not-a-list',
  'import/old-workbook',
  'import/password',
  'import/damaged',
  'import/too-slow',
  'folders/unknown',
  'folders/not-found',
  'folders/not-answering',
  'folders/not-a-folder',
  'folders/not-readable',
  'folders/not-writable',
  'folders/already-watched',
  // The program keeps its data in this folder. (In `own-data/…` below, own data is the user's.)
  'folders/own-data',
  'folders/not-picked',
  'documents/unknown',
  'documents/empty',
  'documents/too-large',
  'documents/not-readable',
  'documents/locked',
  'documents/online-only',
  'documents/not-finished',
  'documents/not-a-file',
  'documents/type-not-taken',
  'documents/refused',
  'documents/not-arriving',
  'documents/not-extracted',
  'documents/gone',
  'documents/no-file',
  'documents/too-large-to-open',
  // Neither the spool nor the watched folder has the file that should be sent again.
  'documents/not-kept',
  'documents/not-an-image',
  'documents/check-needed',
  // The host could not store a dropped file.
  'documents/not-dropped',
  'documents/no-preview',
  'documents/password',
  'documents/damaged',
  'documents/page-damaged',
  'emails/unknown',
  'alerts/unknown',
  'edits/unknown',
  'edits/already-sent',
  'office/unreachable',
  'office/certificate',
  'office/tls-required',
  'office/login-refused',
  'office/no-database',
  'office/too-many-connections',
  // Another computer of the office reads the service and sends the requests.
  'office/follows',
  // The key of this desktop is not the one of the space.
  'office/other-account',
  // The office has the key that this account had before, and this member may not give it the new one.
  'office/key-changed',
  'office/no-leader',
  // The office answers, or has been away for a short time only.
  'office/not-away',
  // The leader has the entry as a task and sends it.
  'office/handed-over',
  'office/too-large',
  'office/full',
  // The server cancelled the statement, or several statements met too often.
  'office/busy',
  'office/not-a-member',
  'office/not-allowed',
  // The office requires a newer version of Quaywatch.
  'office/too-old',
  // A newer version of Quaywatch created the office.
  'office/newer',
  'office/server-too-old',
  'office/too-many-tasks',
  // The text is neither the address of a database nor an invitation.
  'office/address-invalid',
  'office/invitation-invalid',
  // The server refuses the password of an invitation: it was used, or replaced by a new one.
  'office/invitation-used',
  // An office needs the key of its account.
  'office/no-key',
  'office/exists',
  // The login may not create what an office needs.
  'office/login-rights',
  'office/last-admin',
  'own/no-note',
  'own-data/not-ours',
  'own-data/damaged',
  'own-data/newer',
  'own-data/gone',
  // The host could not copy the chosen file.
  'own-data/not-taken',
  'rates/same-terms',
  'snapshots/unknown',
  'snapshots/too-many',
  'snapshots/same-file',
  'snapshots/watched-folder',
  'snapshots/nothing-yet',
  'snapshots/other-file',
  'snapshots/locked',
  'snapshots/no-room',
  'snapshots/folder-gone',
  'snapshots/not-written',
  'links/not-an-address',
  'links/scheme-refused',
  // A *place* is a placeholder in an address, such as `{number}`.
  'links/unknown-place',
  'links/place-in-host',
  'links/too-many',
  'export/too-many-rows',
  'export/list-changed',
  'export/not-written',
  'shell/key-not-stored',
  // This computer can store a membership in an office only until the program ends.
  'shell/membership-not-stored',
  'shell/key-for-other-address',
  'shell/key-in-other-account',
  'shell/other-account',
  'shell/name-in-other-account',
  'shell/account-unknown',
  'shell/data-not-deleted',
  'shell/settings-reset',
  'shell/service-did-not-start',
  'shell/no-dialog',
  'shell/copy-no-room',
  'shell/copy-refused',
  'shell/copy-not-saved',
  'shell/pdf-not-made',
  'shell/link-refused',
  'shell/links-too-many',
  'shell/login-refused',
  'shell/desktop-only',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Values for the sentence that the user reads, such as a status code or an address; never a key, a body or a stack. */
export type ErrorDetails = Record<string, string | number | boolean | null>

/** The form of an error in a message. JSON and structured clone give the same result. */
export type WireError = { code: ErrorCode; details: ErrorDetails }

/** An expected failure. Anything else that is thrown is a bug and crosses the wire as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** `logBug` logs an unexpected error and returns the id of the log entry. */
export function toWireError(error: unknown, logBug: (error: unknown) => string): WireError {
  if (error instanceof AppError) return { code: error.code, details: error.details }
  return { code: 'internal', details: { logId: logBug(error) } }
}

/** A code that this build does not know (from a newer engine) becomes `internal`. */
export function fromWireError(wire: WireError): AppError {
  const known = errorCodes.includes(wire.code)
  return new AppError(known ? wire.code : 'internal', known ? wire.details : { code: wire.code })
}
