// Joins an office, creates one, and leaves it. The engine connects to the office's database; the host stores the
// membership and restarts the engine.
import { AppError } from '#contract/errors.ts'
import type { OfficeCheck } from '#contract/office.ts'
import { useLinks } from '../../engine/engine.ts'
import { useCommand, type Outcome } from '../../engine/useCommand.ts'
import { useSession } from '../../engine/useSession.ts'
import { useToast } from '../../ui/useToast.ts'
import { t } from '../../words/words.ts'

/** Leaves room for a number in the name of an account. */
const MAX_STEM_LENGTH = 56

export type FoundOffice = Extract<OfficeCheck, { kind: 'office' }>

/** Whether and how this computer can join the office that it found. */
export type JoinKind = 'same-account' | 'new-account' | 'needs-key' | 'other-account'

export function getJoinKind({ match, apiKey }: FoundOffice): JoinKind {
  if (match === 'same') return 'same-account'
  if (apiKey !== null) return 'new-account'
  return match === 'unknown' ? 'needs-key' : 'other-account'
}

export function useOffice() {
  const { engine, shell } = useLinks()
  const { host } = useSession()
  const toast = useToast()
  const check = useCommand(engine, 'office.check')
  const create = useCommand(engine, 'office.create')
  const setOffice = useCommand(shell, 'account.setOffice')
  const addAccount = useCommand(shell, 'account.add')

  /** A membership must outlive the program, so its account's key does too if this computer can store it. */
  const getKeyStorage = () => host.data.value?.keyStorages.find((storage) => storage !== 'session') ?? 'session'

  const store = ({ name, serviceUrl, apiKey, membership, match }: FoundOffice): Promise<Outcome<unknown>> =>
    match === 'same' || apiKey === null
      ? setOffice.run({ membership })
      : addAccount.run({ name: findFreeName(name), serviceUrl, apiKey, keep: getKeyStorage(), membership })

  /** The names of accounts differ. */
  function findFreeName(name: string): string {
    const names = new Set(host.data.value?.accounts.map((account) => account.name))
    let freeName = name
    for (let number = 2; names.has(freeName); number++) freeName = `${name.slice(0, MAX_STEM_LENGTH)} ${number}`
    return freeName
  }

  async function join(found: FoundOffice): Promise<Outcome<unknown>> {
    const outcome = await store(found)
    if (outcome.ok) toast.sayOfAccounts(t('office.joined', { office: found.name }))
    return outcome
  }

  async function createOffice(input: Parameters<typeof create.run>[0]): Promise<Outcome<unknown>> {
    if (getKeyStorage() === 'session') return { ok: false, error: new AppError('shell/membership-not-stored') }
    const outcome = await create.run(input)
    if (!outcome.ok) return outcome
    const stored = await setOffice.run(outcome.value)
    if (stored.ok) toast.sayOfAccounts(t('office.created', { office: input.officeName }))
    return stored
  }

  async function leave(): Promise<void> {
    const outcome = await setOffice.run({ membership: null })
    if (outcome.ok) toast.sayOfAccounts(t('office.leftOffice'))
    else toast.fail(outcome.error)
  }

  return { check, join, createOffice, leave }
}
