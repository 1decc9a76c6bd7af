// Connects the current account, or adds one. A new key is checked together with its address before both are stored.
// Without a new key only the form of the address is checked. If the key may belong to another account, the user decides
// first.
import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { AppError, ErrorCode, ErrorDetails } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Output } from '#contract/rpc.ts'
import type { Connection } from './connection.ts'
import type { OtherAccountChoice, OtherAccountQuestion } from './other-account.ts'
import { useLinks } from '../../engine/engine.ts'
import { describeError, type ErrorWords } from '../../engine/errors.ts'
import { type PlainWord, t, tn } from '../../words/words.ts'
import { isUnanswered, waitForOpen } from '../../engine/link.ts'
import { useAccounts } from './useAccounts.ts'
import { useCommand, type Outcome } from '../../engine/useCommand.ts'
import { useSession } from '../../engine/useSession.ts'
import { useToast } from '../../ui/useToast.ts'

/**
 * The next step after a failed check. The usual texts do not fit: they announce an automatic retry or name Settings,
 * but a check is not retried, and the first screen does not show Settings.
 */
const nextStepAfterCheck: Partial<Record<ErrorCode, PlainWord>> = {
  'api/offline': 'connect.failedNext.offline',
  'api/timeout': 'connect.failedNext.timeout',
  'api/rate-limited': 'connect.failedNext.rateLimited',
  'api/server-error': 'connect.failedNext.serverError',
  'api/not-found': 'connect.failedNext.notFound',
  'api/redirected': 'connect.failedNext.redirected',
}

/** The contract's limit of the name's length. */
const MAX_NAME_LENGTH = 60

/** A restarted engine is connected again within this time, also on a busy computer. */
const RECONNECT_MS = 20_000

type CheckResult = Output<EngineContract, 'sync.checkConnection'>
/** The entered values that passed the check, and the account that was open then. */
type CheckedConnection = {
  serviceUrl: string
  apiKey: string
  keyStorage: Connection['keyStorage']
  checkResult: CheckResult
  openAccountId: string
}

export type ConnectState = {
  isPending: Readonly<Ref<boolean>>
  failure: Readonly<Ref<ErrorWords | null>>
  /** The question to the user if the key or the address may belong to another account. */
  question: Readonly<ShallowRef<OtherAccountQuestion | null>>
  /** Resolves to whether it succeeded. */
  connect: (connection: Connection) => Promise<boolean>
  /** Adds an account; a key is required. Resolves to whether it succeeded. */
  add: (name: string, connection: Connection) => Promise<boolean>
  /** Applies the user's answer to `question`. Resolves to whether it succeeded. */
  answerQuestion: (choice: OtherAccountChoice) => Promise<boolean>
  /** Closes the question without a change. */
  dismissQuestion: () => void
}

export function useConnect(): ConnectState {
  const { shell } = useLinks()
  const { host } = useSession()
  const results = useResultMessages()
  const check = useCheck()
  const connectCommand = useCommand(shell, 'account.connect')
  const addCommand = useCommand(shell, 'account.add')

  const storeConnection: OtherAccountDeps['storeConnection'] = (connection, accountMatch, isReplacing = false) => {
    const { serviceUrl, apiKey, keyStorage, openAccountId } = connection
    const checkedAccount = { accountId: openAccountId, match: accountMatch }
    return connectCommand.run({ serviceUrl, apiKey, keep: keyStorage, found: checkedAccount, replaces: isReplacing })
  }
  const registerAccount: OtherAccountDeps['addAccount'] = async (name, { serviceUrl, apiKey, keyStorage }) =>
    results.reportAdded(await addCommand.run({ name, serviceUrl, apiKey, keep: keyStorage }))
  const otherAccount = useOtherAccount({ storeConnection, addAccount: registerAccount, results })

  async function connect({ serviceUrl, apiKey, keyStorage }: Connection): Promise<boolean> {
    if (apiKey === null) return connectWithStoredKey(serviceUrl, keyStorage)
    const checkOutcome = await check({ serviceUrl, apiKey })
    if (!checkOutcome.ok) return results.reportFailure(checkOutcome.error)
    const checkResult = checkOutcome.value
    const openAccountId = host.data.value?.account.id ?? ''
    const connection = { serviceUrl: checkResult.serviceUrl, apiKey, keyStorage, checkResult, openAccountId }
    const storeOutcome = await storeConnection(connection, checkResult.account)
    return !storeOutcome.ok && storeOutcome.error.code === 'shell/other-account'
      ? otherAccount.askForConfirmation(connection, storeOutcome.error)
      : results.reportConnected(storeOutcome, checkResult)
  }

  /**
   * The page never receives a stored key, so it cannot check the address with it. The engine's first read shows whether
   * the address works.
   */
  async function connectWithStoredKey(serviceUrl: string, keyStorage: Connection['keyStorage']): Promise<boolean> {
    return isWebAddress(serviceUrl)
      ? results.reportConnected(await connectCommand.run({ serviceUrl, apiKey: null, keep: keyStorage }), null)
      : results.reportFailure({ code: 'api/bad-address', details: {} })
  }

  async function add(name: string, { serviceUrl, apiKey, keyStorage }: Connection): Promise<boolean> {
    if (apiKey === null) return results.reportFailure({ code: 'api/no-key', details: {} })
    const checkOutcome = await check({ serviceUrl, apiKey })
    return checkOutcome.ok
      ? registerAccount(name, { serviceUrl: checkOutcome.value.serviceUrl, apiKey, keyStorage })
      : results.reportFailure(checkOutcome.error)
  }

  const { isPending, runPending } = usePending(results)
  return {
    isPending,
    failure: results.failure,
    question: otherAccount.question,
    dismissQuestion: otherAccount.dismissQuestion,
    connect: (connection) => runPending(() => connect(connection)),
    add: (name, connection) => runPending(() => add(name, connection)),
    answerQuestion: (choice) => runPending(() => otherAccount.answerQuestion(choice)),
  }
}

/**
 * On a slow computer the user may enter a key before the engine is connected. Then the check is repeated after the
 * connection. A second check does no harm.
 */
function useCheck() {
  const { engine } = useLinks()
  const command = useCommand(engine, 'sync.checkConnection')
  return async (input: { serviceUrl: string; apiKey: string }): Promise<Outcome<CheckResult>> => {
    const outcome = await command.run(input)
    if (outcome.ok || !isUnanswered(outcome.error) || !(await waitForOpen(engine, RECONNECT_MS))) return outcome
    return command.run(input)
  }
}

/** Whether `account.connect` accepts this text as an address. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

function usePending({ failure }: ResultMessages) {
  const isPending = ref(false)
  const runPending = async (action: () => Promise<boolean>): Promise<boolean> => {
    isPending.value = true
    failure.value = null
    try {
      return await action()
    } finally {
      isPending.value = false
    }
  }
  return { isPending, runPending }
}

type ResultMessages = {
  failure: Ref<ErrorWords | null>
  reportConnected(outcome: Outcome<unknown>, checkResult: CheckResult | null): boolean
  reportAdded(outcome: Outcome<{ isBack: boolean }>): boolean
  reportFailure(error: Parameters<typeof describeError>[0]): false
}

/** Shows the result to the user. Each function returns whether it was a success. */
function useResultMessages(): ResultMessages {
  const toast = useToast()
  const failure = ref<ErrorWords | null>(null)
  const reportFailure: ResultMessages['reportFailure'] = (error) => {
    const next = nextStepAfterCheck[error.code]
    failure.value = { ...describeError(error), ...(next === undefined ? {} : { next: t(next) }) }
    return false
  }
  return {
    failure,
    reportFailure,
    reportConnected: (outcome, checkResult) => {
      if (!outcome.ok) return reportFailure(outcome.error)
      const containerCount = checkResult?.containers ?? null
      toast.sayOfAccounts(
        containerCount === null ? t('connect.connected') : tn('connect.connectedCount', containerCount),
      )
      return true
    },
    reportAdded: (outcome) => {
      if (!outcome.ok) return reportFailure(outcome.error)
      toast.sayOfAccounts(t(outcome.value.isBack ? 'settings.addedBack' : 'settings.added'))
      return true
    },
  }
}

type OtherAccountDeps = {
  storeConnection: (
    connection: CheckedConnection,
    accountMatch: CheckResult['account'],
    isReplacing?: boolean,
  ) => Promise<Outcome<unknown>>
  addAccount: (name: string, connection: Omit<CheckedConnection, 'checkResult' | 'openAccountId'>) => Promise<boolean>
  results: ResultMessages
}

/** Asks the user what to do with a key or address of another account, and carries out the choice. */
function useOtherAccount({
  storeConnection,
  addAccount,
  results,
}: OtherAccountDeps): Pick<ConnectState, 'question' | 'answerQuestion' | 'dismissQuestion'> & {
  askForConfirmation: (connection: CheckedConnection, error: AppError) => false
} {
  const accounts = useAccounts()
  const acceptKeyCommand = useCommand(useLinks().engine, 'sync.acceptKey')
  const hasOpenedOtherAccount = useOtherAccountCheck()
  const question = shallowRef<OtherAccountQuestion | null>(null)
  let pendingConnection: (CheckedConnection & { accountId: string }) | null = null

  function askForConfirmation(connection: CheckedConnection, { details }: AppError): false {
    const { account, accountId, waiting, canReplace } = details
    pendingConnection = { ...connection, accountId: String(accountId) }
    question.value = {
      account: String(account),
      waiting: Number(waiting),
      why: classifyConflict(connection, details),
      canReplace: canReplace === true,
      name: new URL(connection.serviceUrl).host.slice(0, MAX_NAME_LENGTH),
    }
    return false
  }

  async function applyChoice(choice: OtherAccountChoice): Promise<boolean> {
    if (!pendingConnection) return false
    const connection = pendingConnection
    const { serviceUrl, apiKey, checkResult, accountId } = connection
    if (choice.kind === 'own') return addAccount(choice.name, connection)
    if (choice.kind === 'replace')
      return results.reportConnected(await storeConnection(connection, checkResult.account, true), checkResult)
    if (choice.kind === 'switch') return accounts.open(accountId)
    // 'same': the engine accepts the key for the open account.
    const acceptOutcome = await acceptKeyCommand.run({ connection: { serviceUrl, apiKey } })
    return acceptOutcome.ok
      ? results.reportConnected(await storeConnection(connection, 'same'), checkResult)
      : results.reportFailure(acceptOutcome.error)
  }

  function dismissQuestion(): void {
    pendingConnection = null
    question.value = null
    results.failure.value = null
  }

  const answerQuestion = async (choice: OtherAccountChoice) => {
    const hasSucceeded = await applyChoice(choice)
    // The frame of another account replaces this one together with the dialog. If the dialog closed earlier, the old
    // frame would be visible for a moment, and a click pressed on it and released on the new one would be lost.
    if (hasSucceeded && !(await hasOpenedOtherAccount())) dismissQuestion()
    return hasSucceeded
  }
  return { question, askForConfirmation, answerQuestion, dismissQuestion }
}

/**
 * The returned function resolves to whether the host opened another account. A host reuses the id of an open account
 * that was never connected.
 */
function useOtherAccountCheck(): () => Promise<boolean> {
  const { shell } = useLinks()
  const { host } = useSession()
  return async () => {
    // Without an answer the dialog closes: it must not stay over the page.
    const state = await shell.call('host.get', {}).catch(() => null)
    return state !== null && state.account.id !== host.data.value?.account.id
  }
}

function classifyConflict(
  { checkResult, openAccountId }: CheckedConnection,
  { accountId, isOtherAddress }: ErrorDetails,
): OtherAccountQuestion['why'] {
  if (isOtherAddress === true) return 'address'
  if (accountId !== openAccountId) return 'elsewhere'
  return checkResult.account === 'unknown' ? 'unclear' : 'key'
}
