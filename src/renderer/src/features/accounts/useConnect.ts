// Connects or adds an account: checks whether address and key work, then stores them. Only checked values are stored.
// If the key belongs to another account, the user decides first.
import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { AppError, ErrorCode } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Output } from '#contract/rpc.ts'
import type { Connection } from './connection.ts'
import type { OtherAccountChoice, OtherAccountQuestion } from './other-account.ts'
import { useLinks } from '../../engine/engine.ts'
import { describeError, type ErrorWords } from '../../engine/errors.ts'
import { type PlainWord, t, tn } from '../../words/words.ts'
import { useAccounts } from './useAccounts.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useSession } from '../../engine/useSession.ts'
import { useToast } from '../../ui/useToast.ts'

/** The next step after a failed check: nothing is retried, no account is open yet, and Settings may be unavailable. */
const nextOfCheck: Partial<Record<ErrorCode, PlainWord>> = {
  'api/offline': 'connect.failedNext.offline',
  'api/timeout': 'connect.failedNext.timeout',
  'api/rate-limited': 'connect.failedNext.rateLimited',
  'api/server-error': 'connect.failedNext.serverError',
  'api/not-found': 'connect.failedNext.notFound',
  'api/redirected': 'connect.failedNext.redirected',
}

type Checked = Output<EngineContract, 'sync.checkConnection'>
type Outcome<Value> = { ok: true; value: Value } | { ok: false; error: AppError }
/** The entered values that passed the check, and the account that is open meanwhile. */
type Entered = { serviceUrl: string; apiKey: string; keep: Connection['keep']; checked: Checked; openId: string }

export type Connect = {
  isPending: Readonly<Ref<boolean>>
  failure: Readonly<Ref<ErrorWords | null>>
  /** The question to the user if the key or the address may belong to another account. */
  question: Readonly<ShallowRef<OtherAccountQuestion | null>>
  connect: (connection: Connection) => Promise<boolean>
  /** Adds an account; a key is required. */
  add: (name: string, connection: Connection) => Promise<boolean>
  answer: (choice: OtherAccountChoice) => Promise<boolean>
  leave: () => void
}

export function useConnect(): Connect {
  const { engine, shell } = useLinks()
  const { host } = useSession()
  const words = useOutcomeWords()
  const check = useCommand(engine, 'sync.checkConnection')
  const store = useCommand(shell, 'account.connect')
  const addCommand = useCommand(shell, 'account.add')

  const storeEntered = ({ serviceUrl, apiKey, keep, openId }: Entered, match: Checked['account'], replaces = false) =>
    store.run({ serviceUrl, apiKey, keep, found: { accountId: openId, match }, replaces })
  const addEntered = async (name: string, { serviceUrl, apiKey, keep }: Omit<Entered, 'checked' | 'openId'>) =>
    words.added(await addCommand.run({ name, serviceUrl, apiKey, keep }))
  const other = useOtherAccount({ storeEntered, addEntered, words })

  async function connect({ serviceUrl, apiKey, keep }: Connection): Promise<boolean> {
    if (apiKey === null) return connectWithStoredKey(serviceUrl, keep)
    const checked = await check.run({ serviceUrl, apiKey })
    if (!checked.ok) return words.fail(checked.error)
    const entered = {
      serviceUrl: checked.value.serviceUrl,
      apiKey,
      keep,
      checked: checked.value,
      openId: host.data.value?.account.id ?? '',
    }
    const stored = await storeEntered(entered, checked.value.account)
    return !stored.ok && stored.error.code === 'shell/other-account'
      ? other.ask(entered, stored.error)
      : words.connected(stored, checked.value)
  }

  /** The page never receives a stored key, so only the first reading checks a changed address. */
  async function connectWithStoredKey(serviceUrl: string, keep: Connection['keep']): Promise<boolean> {
    return isWebAddress(serviceUrl)
      ? words.connected(await store.run({ serviceUrl, apiKey: null, keep }), null)
      : words.fail({ code: 'api/bad-address', details: {} })
  }

  async function add(name: string, { serviceUrl, apiKey, keep }: Connection): Promise<boolean> {
    if (apiKey === null) return words.fail({ code: 'api/no-key', details: {} })
    const checked = await check.run({ serviceUrl, apiKey })
    return checked.ok
      ? addEntered(name, { serviceUrl: checked.value.serviceUrl, apiKey, keep })
      : words.fail(checked.error)
  }

  const { isPending, pending } = usePending(words)
  return {
    isPending,
    failure: words.failure,
    question: other.question,
    leave: other.leave,
    connect: (connection) => pending(() => connect(connection)),
    add: (name, connection) => pending(() => add(name, connection)),
    answer: (choice) => pending(() => other.answer(choice)),
  }
}

/** What `account.connect` accepts as an address. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

function usePending({ failure }: OutcomeWords) {
  const isPending = ref(false)
  const pending = async (work: () => Promise<boolean>): Promise<boolean> => {
    isPending.value = true
    failure.value = null
    try {
      return await work()
    } finally {
      isPending.value = false
    }
  }
  return { isPending, pending }
}

type OutcomeWords = {
  failure: Ref<ErrorWords | null>
  connected(outcome: Outcome<unknown>, checked: Checked | null): boolean
  added(outcome: Outcome<{ isBack: boolean }>): boolean
  fail(error: Parameters<typeof describeError>[0]): false
}

/** The messages for each outcome. Each function returns whether it was a success. */
function useOutcomeWords(): OutcomeWords {
  const toast = useToast()
  const failure = ref<ErrorWords | null>(null)
  const fail: OutcomeWords['fail'] = (error) => {
    const next = nextOfCheck[error.code]
    failure.value = { ...describeError(error), ...(next === undefined ? {} : { next: t(next) }) }
    return false
  }
  return {
    failure,
    fail,
    connected: (outcome, checked) => {
      if (!outcome.ok) return fail(outcome.error)
      const containers = checked?.containers ?? null
      toast.sayOfAccounts(containers === null ? t('connect.connected') : tn('connect.connectedCount', containers))
      return true
    },
    added: (outcome) => {
      if (!outcome.ok) return fail(outcome.error)
      toast.sayOfAccounts(t(outcome.value.isBack ? 'settings.addedBack' : 'settings.added'))
      return true
    },
  }
}

type OtherAccountDeps = {
  storeEntered: (entered: Entered, match: Checked['account'], replaces?: boolean) => Promise<Outcome<unknown>>
  addEntered: (name: string, entered: Entered) => Promise<boolean>
  words: OutcomeWords
}

/** Asks what to do with a key of another account, and does it. */
function useOtherAccount({
  storeEntered,
  addEntered,
  words,
}: OtherAccountDeps): Pick<Connect, 'question' | 'answer' | 'leave'> & {
  ask: (entered: Entered, error: AppError) => false
} {
  const accounts = useAccounts()
  const accept = useCommand(useLinks().engine, 'sync.acceptKey')
  const question = shallowRef<OtherAccountQuestion | null>(null)
  let pendingEntry: (Entered & { accountId: string }) | null = null

  function ask(entered: Entered, { details }: AppError): false {
    const { account, accountId, waiting, isOtherAddress, canReplace } = details
    pendingEntry = { ...entered, accountId: String(accountId) }
    const ofOpen = entered.checked.account === 'unknown' ? 'unclear' : 'key'
    const why = isOtherAddress === true ? 'address' : accountId === entered.openId ? ofOpen : 'elsewhere'
    question.value = {
      account: String(account),
      waiting: Number(waiting),
      why,
      canReplace: canReplace === true,
      name: new URL(entered.serviceUrl).host.slice(0, 60),
    }
    return false
  }

  async function apply(choice: OtherAccountChoice): Promise<boolean> {
    if (!pendingEntry) return false
    const { serviceUrl, apiKey, checked, accountId } = pendingEntry
    if (choice.kind === 'own') return addEntered(choice.name, pendingEntry)
    if (choice.kind === 'replace')
      return words.connected(await storeEntered(pendingEntry, checked.account, true), checked)
    if (choice.kind === 'switch') return accounts.open(accountId)
    const entered = pendingEntry
    const accepted = await accept.run({ connection: { serviceUrl, apiKey } })
    return accepted.ok ? words.connected(await storeEntered(entered, 'same'), checked) : words.fail(accepted.error)
  }

  function leave(): void {
    pendingEntry = null
    question.value = null
    words.failure.value = null
  }

  const answer = async (choice: OtherAccountChoice) => {
    const isDone = await apply(choice)
    if (isDone) leave()
    return isDone
  }
  return { question, ask, answer, leave }
}
