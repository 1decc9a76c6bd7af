// The members of the office, as this computer knows them. Assignees are members.
import { OfficeName } from '#contract/office.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { InSlices } from '../db/slices.ts'
import type { Write } from '../db/write.ts'
import type { DecidedRows } from '../mirror/decided-rows.ts'
import { isOwnDataReadOnly, markOwn } from '../settings/own-marks.ts'
import {
  loadMembers,
  loadUserName,
  raiseOwnRevision,
  renameAssignee,
  saveMembers,
  saveUserName,
} from '../settings/own.ts'

type MembersDeps = { db: ReadableDb; write: Write; decided: Pick<DecidedRows, 'updateOwnTexts'>; inSlices: InSlices }

/**
 * In an office, the user's name is that of the member, so that containers that others assign to this member are the
 * user's on every computer. What was assigned to the user's earlier name follows, with its time: when this computer
 * joins (`isJoining`, before everything is compared with the office), and when the office changes the name. A name that
 * the user chose in the office remains. Names that could not be those of assignees are left out.
 */
export async function storeMembers(
  { db, write, decided, inSlices }: MembersDeps,
  members: readonly { login: string; name: string }[],
  { login, isJoining }: { login: string; isJoining: boolean },
): Promise<void> {
  const valid = members.filter(({ name }) => OfficeName.safeParse(name).success)
  const self = valid.find((member) => member.login === login)?.name ?? null
  const next = { names: valid.map(({ name }) => name), self }
  const before = loadMembers(db)
  if (JSON.stringify(next) === JSON.stringify(before)) return
  const renamedIds = write((writable, announce) => {
    saveMembers(writable, next)
    announce('containers')
    const me = loadUserName(writable)
    const takesName = me === null || isJoining || me === before?.self
    return self !== null && self !== me && takesName ? takeName(writable, me, self, isJoining) : []
  })
  if (renamedIds.length > 0) await inSlices(decided.updateOwnTexts(renamedIds))
}

/** Returns the containers whose assignee was renamed. A reader's assignments are not sent, so they are not renamed. */
function takeName(db: WritableDb, me: string | null, self: string, isJoining: boolean): string[] {
  saveUserName(db, self)
  if (me === null || isOwnDataReadOnly(db)) return []
  const renamed = renameAssignee(db, me, self)
  if (!isJoining) for (const { id, at } of renamed) markOwn(db, 'assignees', [id], at)
  if (renamed.length > 0) raiseOwnRevision(db)
  return renamed.map(({ id }) => id)
}
