// The functions of the office that logins may call, with the role that may call each (migrations 0007 and later).
import { finishBi, listDiffering, publishBi } from './bi.ts'
import { beat, publish, publishAfter, publishLate } from './feed.ts'
import { invite, removeMember, resetPassword, sealKey } from './joining.ts'
import { releaseLease, renewLease, takeLease } from './lease.ts'
import { createSpace, hello, isMember, loadSpaces, renewKey } from './members.ts'
import type { Argument, Call, Values } from './office.ts'
import { act, loadOwnState } from './own.ts'
import { finishSeed, storeSeedPart } from './seed.ts'
import type { Role } from './tables.ts'
import { answer, ask, cancel, claim } from './tasks.ts'

type Definition = {
  role: Role
  /** The types of the arguments, as the server names them. */
  signature: string
  /** The columns of a function that returns rows. */
  columns?: string
  work: (call: Call, ...values: never[]) => Argument | Values[]
}

const TASK_COLUMNS = `space int, op uuid, seq bigint, kind text, payload text, payload_version int, login name,
  device text, made_at timestamptz, expires_at timestamptz, ended_at timestamptz, state text, fence bigint,
  has_left boolean, answer text`

const INT = 'integer'

export const functions: Record<string, Definition> = {
  my_spaces: {
    role: 'reader',
    signature: '',
    columns: 'my_spaces int',
    work: (call) => [...loadSpaces(call)].map((space) => ({ my_spaces: space })),
  },
  is_member: { role: 'reader', signature: '', work: isMember },
  hello: {
    role: 'reader',
    signature: `${INT}, text`,
    columns: 'version int, least_client int, office text, role text, can_lead boolean, now timestamptz',
    work: hello,
  },
  ask: { role: 'reader', signature: `${INT}, ${INT}, uuid, text, text, ${INT}, text, ${INT}`, work: ask },
  cancel: { role: 'reader', signature: `${INT}, uuid`, work: cancel },
  act: {
    role: 'operator',
    signature: `${INT}, ${INT}, timestamp with time zone, json`,
    columns: 'sent uuid, outcome text, op uuid, seq bigint, value text, at timestamptz, author text',
    work: act,
  },
  own_state: {
    role: 'reader',
    signature: `${INT}, bigint, uuid`,
    columns: 'newest bigint, may_act boolean, is_known boolean',
    work: loadOwnState,
  },
  create_space: { role: 'admin', signature: 'text, text, text', work: createSpace },
  renew_key: { role: 'admin', signature: `${INT}, ${INT}, text, text`, work: renewKey },
  seal_key: { role: 'admin', signature: `${INT}, text`, work: sealKey },
  invite: { role: 'admin', signature: `name, text, text, boolean, text, ${INT}`, work: invite },
  reset_password: { role: 'admin', signature: 'name, text', work: resetPassword },
  remove_member: { role: 'admin', signature: 'name', work: removeMember },
  take_lease: {
    role: 'leader',
    signature: `${INT}, ${INT}, text, ${INT}, boolean`,
    columns: 'fence bigint, budget jsonb, idle_ms bigint',
    work: takeLease,
  },
  renew_lease: { role: 'leader', signature: `${INT}, bigint, ${INT}, boolean, jsonb, jsonb`, work: renewLease },
  release_lease: { role: 'leader', signature: `${INT}, bigint, jsonb`, work: releaseLease },
  publish: { role: 'leader', signature: `${INT}, bigint, json, text[], json, json`, work: publish },
  publish_after: { role: 'leader', signature: `${INT}, bigint, bigint, json, text[], json, json`, work: publishAfter },
  publish_late: { role: 'leader', signature: `${INT}, ${INT}, json`, work: publishLate },
  claim: { role: 'leader', signature: `${INT}, bigint, ${INT}`, columns: TASK_COLUMNS, work: claim },
  answer: { role: 'leader', signature: `${INT}, bigint, uuid, text, text`, work: answer },
  beat: { role: 'leader', signature: `${INT}, bigint`, work: beat },
  store_seed_part: { role: 'leader', signature: `${INT}, bigint, uuid, ${INT}, text`, work: storeSeedPart },
  bi_differing: { role: 'leader', signature: `${INT}, text, json`, columns: 'id text', work: listDiffering },
  publish_bi: { role: 'leader', signature: `${INT}, bigint, text, json, json`, work: publishBi },
  finish_bi: { role: 'leader', signature: `${INT}, bigint, text`, work: finishBi },
  finish_seed: { role: 'leader', signature: `${INT}, bigint, uuid, ${INT}, text`, work: finishSeed },
}
