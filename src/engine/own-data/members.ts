// The members of the office, as this computer knows them. Assignees are members.
import { z } from 'zod'
import { MAX_NAME_LENGTH } from '#contract/rules/own-bounds.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { loadMembers, saveMembers } from '../settings/own.ts'

const MemberName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .regex(/^[^\r\n\t]*$/)

/** Names that could not be those of an assignee are left out. */
export function storeMembers(
  { db, write }: { db: ReadableDb; write: Write },
  members: readonly { login: string; name: string }[],
  login: string,
): void {
  const valid = members.filter(({ name }) => MemberName.safeParse(name).success)
  const next = {
    names: valid.map(({ name }) => name),
    self: valid.find((member) => member.login === login)?.name ?? null,
  }
  if (JSON.stringify(next) === JSON.stringify(loadMembers(db))) return
  write((writable, announce) => {
    saveMembers(writable, next)
    announce('containers')
  })
}
