// The calls about an office and its members.
import type { HandlersOf } from '#contract/index.ts'
import { type CheckDeps, check, create } from './check.ts'
import { type MembersDeps, getOffice, invite, removeMember, renewInvitation } from './members.ts'

export function joiningHandlers(deps: CheckDeps & MembersDeps): HandlersOf<'office'> {
  return {
    'office.get': () => getOffice(deps),
    'office.check': (input) => check(deps, input),
    'office.create': (input) => create(deps, input),
    'office.invite': (input) => invite(deps, input),
    'office.renewInvitation': (input) => renewInvitation(deps, input),
    'office.removeMember': (input) => removeMember(deps, input),
  }
}
