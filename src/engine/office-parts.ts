// Connects an office to the parts of the engine that depend on this computer's role in it.
import { type ApiClient, hashKey } from './api/client.ts'
import type { Gate } from './api/gate.ts'
import type { Core, EngineDeps } from './core.ts'
import { preparedMirrorPath } from './db/prepared-mirror.ts'
import type { Uploads } from './documents/uploads.ts'
import { createEditSteps } from './edits/edit-kind.ts'
import { EDIT_RECORD, editTask } from './mirror/edits/store.ts'
import { loadLastRequestSeq } from './mirror/records.ts'
import { type Office, type OfficeDeps, startOffice } from './office/office.ts'
import { migrations } from './db/open.ts'
import { CLIENT_VERSION } from './office/link.ts'
import { createSharedOwnData } from './own-data/shared.ts'
import type { Role } from './role.ts'
import { isOwnDataReadOnly, saveOwnDataReadOnly } from './settings/own-marks.ts'
import { loadMembers, saveMembers } from './settings/own.ts'
import type { AccountCheck } from './sync/account-check.ts'
import { listEarlierKeys, matchSource } from './sync/source.ts'
import { CREATE_REQUEST, requestSteps, requestTask } from './tracking/create-request.ts'

type OfficeParts = Pick<
  OfficeDeps,
  'gate' | 'api' | 'onAdopted' | 'onChange' | 'startWork' | 'startReading' | 'stopWork'
>

/** What exists when the first of the office's callbacks is called. */
type Parts = {
  connected: { gate: Gate; accountCheck: AccountCheck; client: ApiClient }
  uploads: Uploads
  office: Office | null
}

/** What the office changes in this engine. */
export function createOfficeParts(core: Core, role: Role, parts: () => Parts): OfficeParts {
  return {
    gate: () => parts().connected.gate,
    api: () => ({
      client: parts().connected.client,
      reread: (id) => role.senders.scheduler.reread(id),
      refresh: () => role.senders.scheduler.refresh(),
      onDocument: (id) => parts().uploads.expectResult(id),
    }),
    onAdopted: () => role.senders.outbox.wake(),
    startReading: () => {
      core.order.continueFrom(loadLastRequestSeq(core.connection.db))
      role.startReading()
      parts().connected.accountCheck.retry()
      announceRole(core)
    },
    startWork: () => {
      core.order.continueFrom(loadLastRequestSeq(core.connection.db))
      role.start()
      // Requests through the earlier leader are dropped.
      parts().uploads.resume()
      parts().connected.accountCheck.retry()
      announceRole(core)
    },
    stopWork: async () => {
      const stopped = role.stop()
      parts().uploads.resume()
      await stopped
      announceRole(core)
    },
    onChange: createStateAnnouncer(
      core,
      () => parts().office,
      () => parts().uploads.onUsableAnswer(),
    ),
  }
}

/** The state of the office changes with each report of the leader, and rarely what waiting requests wait for. */
function createStateAnnouncer(core: Core, office: () => Office | null, onOtherState: () => void): () => void {
  let shown = ''
  return () => {
    core.announcer.add('sync')
    const state = office()?.getState()
    const next = state?.kind === 'follows' ? state.leader.device : JSON.stringify(state)
    if (next !== shown) {
      announceRole(core)
      onOtherState()
    }
    shown = next
  }
}

/** What screens say about waiting requests depends on the role. */
function announceRole({ announcer }: Core): void {
  for (const topic of ['sync', 'requests', 'edits', 'folders'] as const) announcer.add(topic)
}

/** Null without an office. Then no role in it limits what the user may change. */
export function joinOffice(
  { office: membership, outside: { clock, random, files, postgres }, log, baseUrl, dataDir, onMirrorReady }: EngineDeps,
  core: Core,
  apiKey: string,
  parts: OfficeParts & Pick<OfficeDeps, 'report'>,
): Office | null {
  const { connection, write, walGuard, trusted, decided, inSlices } = core
  if (!membership || !postgres) {
    if (isOwnDataReadOnly(connection.db)) write((db) => saveOwnDataReadOnly(db, false))
    if (loadMembers(connection.db) !== null) write((db) => saveMembers(db, null))
    return null
  }
  const source = { baseUrl, keyHash: hashKey(apiKey) }
  return startOffice({
    clock,
    random,
    log,
    postgres,
    membership,
    dataDir,
    files,
    seedTarget: onMirrorReady ? { path: preparedMirrorPath(dataDir), onStored: onMirrorReady, outcome: null } : null,
    account: {
      ...source,
      apiKey,
      listEarlierKeys: () => listEarlierKeys(connection.db),
      isStored: () => matchSource(connection.db, source) === 'same',
    },
    ownData: createSharedOwnData({
      ...{ db: connection.db, write, random, now: trusted.now, decided, inSlices, log },
      version: CLIENT_VERSION + migrations.state.length,
    }),
    db: connection.db,
    write,
    walGuard,
    now: trusted.now,
    isOnBattery: () => core.pace.isOnBattery,
    onServiceTime: trusted.onServerTime,
    kinds: { [CREATE_REQUEST]: requestSteps, [EDIT_RECORD]: createEditSteps(core) },
    taskKinds: { [CREATE_REQUEST]: requestTask, [EDIT_RECORD]: editTask },
    ...parts,
  })
}
