// Puts the handlers of all features together in one object.
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Delivery } from './alerts/delivery.ts'
import { readerHandlers } from './answers.ts'
import { alertHandlers } from './alerts/handlers.ts'
import { changesHandlers } from './changes/handlers.ts'
import { containerHandlers } from './containers/handlers.ts'
import { chargeHandlers } from './charges/handlers.ts'
import type { ReadableDb } from './db/open.ts'
import { type DocumentsDeps, documentHandlers, loadRowsOfEmail } from './documents/handlers.ts'
import { createInbox } from './documents/inbox.ts'
import { createSpoolPaths } from './outbox/spool-paths.ts'
import { disputeHandlers } from './disputes/handlers.ts'
import { editHandlers, loadEdits } from './edits/handlers.ts'
import { emailHandlers } from './emails/handlers.ts'
import { exportHandlers } from './exports/handlers.ts'
import { joiningHandlers } from './office/joining/handlers.ts'
import { fieldHandlers } from './fields/handlers.ts'
import { checkNewFolder } from './folders/add.ts'
import { folderHandlers } from './folders/handlers.ts'
import { loadFolders } from './folders/store.ts'
import { checkTicket } from './folders/ticket.ts'
import type { Folders } from './folders/worker.ts'
import { ownHandlers } from './own/handlers.ts'
import { ownDataHandlers } from './own-data/handlers.ts'
import { rateHandlers } from './rates/handlers.ts'
import { findRecords } from './search/find.ts'
import { resolveNumber, resolveWhole } from './search/resolve.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { shipmentHandlers } from './shipments/handlers.ts'
import { snapshotHandlers } from './snapshots/handlers.ts'
import type { Snapshots } from './snapshots/worker.ts'
import { statusHandlers } from './status/handlers.ts'
import { storageHandlers } from './storage/handlers.ts'
import { getStatus } from './sync-status.ts'
import { syncHandlers } from './sync/handlers.ts'
import { listEarlierKeys } from './sync/source.ts'
import { templateHandlers } from './templates/handlers.ts'
import { terminalHandlers } from './terminals/handlers.ts'
import { todayHandlers } from './today/handlers.ts'
import { trackingHandlers } from './tracking/handlers.ts'
import { viewHandlers } from './views/handlers.ts'
import type { Core, EngineDeps } from './core.ts'
import { type Online, createReread, createStatusDeps } from './online.ts'
import { createConnectionCheck, createKeyAcceptor } from './typed-connection.ts'

type Context = Workers & { delivery: Delivery; snapshots: Snapshots; refreshMoment: () => void }

export function createHandlers(deps: EngineDeps, core: Core, context: Context): Handlers<EngineContract> {
  const { online, signal, delivery } = context
  const { write, lists, reader, trusted } = core
  const { db } = core.connection
  const { now } = trusted
  const { dataDir, baseUrl } = deps
  const documents = createDocumentsDeps(deps, core, context)
  return {
    ...readerHandlers(reader),
    ...createRecordHandlers(core, online),
    'search.find': ({ text, limit }) => findRecords(db, text, limit),
    'search.resolve': ({ q }) => resolveNumber(db, q),
    ...alertHandlers({ db, write, lists, now, delivery, loadDecisions: () => reader.ask('board.decisions') }),
    ...todayHandlers({ loadBoard: () => reader.ask('today.board'), countDocuments: () => documents.inbox.counts() }),
    ...statusHandlers({
      db,
      ...core,
      loadAges: (nowMs) => reader.ask('status.ages', { nowMs }),
      folder: dataDir,
      files: deps.outside.files,
      baseUrl,
      gate: online?.gate ?? null,
      getLeftOut: () => online?.scheduler.leftOut() ?? [],
    }),
    ...documentHandlers(documents),
    ...emailHandlers({ db, write, lists, loadDocumentRows: (id) => loadRowsOfEmail(documents, id) }),
    ...exportHandlers({ ...documents, dataDir, signal }),
    ...rateHandlers({ ...documents, ...deps.outside, db }),
    ...createSendingHandlers(deps, core, context),
    ...createUserHandlers(deps, core, context, documents),
    ...syncHandlers({
      write,
      getStatus: () => getStatus(createStatusDeps(core, online)),
      scheduler: online && { refresh: () => online.scheduler.refresh() },
      readAlone: () => {
        if (!online?.office) throw new AppError('office/not-away')
        online.office.readAlone()
      },
      checkConnection: createConnectionCheck(deps, core, online, signal),
      acceptKey: createKeyAcceptor(core, online),
    }),
    ...joiningHandlers({
      ...deps.outside,
      account: { apiKey: deps.apiKey, baseUrl, listEarlierKeys: () => listEarlierKeys(db) },
      membership: deps.office ?? null,
      query: online?.office?.query ?? null,
    }),
  }
}

/** Handlers about records of the service. */
function createRecordHandlers(
  { connection: { db }, write, decided, lists, reader, trusted: { now } }: Core,
  online: Online | null,
) {
  return {
    ...containerHandlers({ db, write, decided, now, reread: createReread(online) }),
    ...shipmentHandlers({ db }),
    ...changesHandlers({ db, write, now, countTiles: () => reader.ask('today.tiles') }),
    ...disputeHandlers({ db, now, loadRowAt: (at, id) => reader.ask('disputes.rowAt', { at, id }) }),
    ...chargeHandlers({ db, lists }),
    ...fieldHandlers({ db }),
  }
}

/** Handlers about what the engine sends to the service: tracking requests, edits and files. */
function createSendingHandlers(
  { outside, dataDir, ticketKey }: EngineDeps,
  core: Core,
  { online, signal, folders }: Context,
) {
  const { write, decided, lists, inSlices } = core
  const { db } = core.connection
  const { now } = core.trusted
  const { random, clock } = outside
  return {
    ...trackingHandlers({
      db,
      write,
      lists,
      inSlices,
      random,
      now,
      online,
      signal,
      findNumber: (number) => resolveWhole(db, number),
    }),
    ...editHandlers({ db, write, decided, random, now, online }),
    ...folderHandlers({ db, write, clock, files: folders.files, random, now, dataDir, ticketKey, folders, inSlices }),
  }
}

/** Handlers about the user's own data and decisions. */
function createUserHandlers(
  deps: EngineDeps,
  core: Core,
  { refreshMoment, delivery, snapshots }: Context,
  documents: DocumentsDeps,
) {
  const { outside, dataDir, baseUrl } = deps
  const { write, decided, inSlices } = core
  const { db } = core.connection
  const { now, nowMs } = core.trusted
  return {
    ...ownHandlers({ db, write, random: outside.random, now, decided, inSlices }),
    ...ownDataHandlers({
      ...documents,
      ...outside,
      db,
      decided,
      listWatched: createWatchedPathLoader(db),
      baseUrl,
      dataDir,
      inSlices,
      refreshMoment,
      wakeAlerts: () => delivery.wake(),
    }),
    ...settingsHandlers({ db, write, decided, refreshMoment, nowMs }),
    ...snapshotHandlers({ db, write, now, snapshots, checkFolder: createFolderCheck(deps, db) }),
    ...storageHandlers({ db, files: outside.files, dataDir, nowMs, inSlices }),
    ...templateHandlers({ db, write, now }),
    ...terminalHandlers({ db, write, now }),
    ...viewHandlers({ db, write, now }),
  }
}

const createWatchedPathLoader = (db: ReadableDb) => () => loadFolders(db).map(({ path }) => path)

/** Snapshots must not go into a watched folder, because they would be uploaded, or into the program's own folder. */
function createFolderCheck(
  { outside: { clock, files }, dataDir, ticketKey }: EngineDeps,
  db: ReadableDb,
): (path: string, ticket: string | null | undefined) => Promise<string> {
  const checks = { clock, files, dataDir, listWatchedPaths: createWatchedPathLoader(db) }
  return async (path, ticket) => {
    checkTicket(ticketKey, path, ticket)
    try {
      return await checkNewFolder(checks, ticketKey === undefined ? path.trim() : path, {
        after: 'move',
        alwaysPolls: false,
        isRecursive: false,
      })
    } catch (error) {
      throw error instanceof AppError && error.code === 'folders/already-watched'
        ? new AppError('snapshots/watched-folder', error.details, error)
        : error
    }
  }
}

type Workers = { online: Online | null; folders: Folders; signal: AbortSignal }

function createDocumentsDeps(deps: EngineDeps, core: Core, { online, folders, signal }: Workers): DocumentsDeps {
  const { write, lists, trusted, progress, inSlices } = core
  const { db } = core.connection
  const { random, files } = deps.outside
  const { folder: spoolFolder, pathOf } = createSpoolPaths(deps.dataDir)
  const loadEditsOfDocument = (id: string) => loadEdits(db, { type: 'document', id })
  const inbox = createInbox({ db, lists, inSlices, now: trusted.now })
  return {
    db,
    write,
    lists,
    inbox,
    random,
    files,
    now: trusted.now,
    pathOf,
    spoolFolder,
    progress,
    online,
    loadEditsOf: loadEditsOfDocument,
    scanFolders: () => folders.requestScan(),
    retryFiles: (ids) => folders.retryFiles(ids),
    signal,
  }
}
