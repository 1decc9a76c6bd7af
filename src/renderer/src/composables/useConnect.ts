// Connecting an account, or adding one: ask whether address and key work, then store them. Only what was found to work
// is stored.
import { ref, type Ref } from 'vue'
import type { ErrorCode } from '#contract/errors.ts'
import type { Connection } from '../components/settings/connection.ts'
import { useLinks } from '../engine.ts'
import { describeError, type ErrorWords } from '../errors.ts'
import { type PlainWord, t, tn } from '../words.ts'
import { useCommand } from './useCommand.ts'
import { useToast } from './useToast.ts'

/** Of a check alone: nothing goes on by itself, nothing is open yet, and there may be no Settings to go to. */
const nextOfCheck: Partial<Record<ErrorCode, PlainWord>> = {
  'api/offline': 'connect.failedNext.offline',
  'api/timeout': 'connect.failedNext.timeout',
  'api/rate-limited': 'connect.failedNext.rateLimited',
  'api/server-error': 'connect.failedNext.serverError',
  'api/not-found': 'connect.failedNext.notFound',
  'api/redirected': 'connect.failedNext.redirected',
}

export function useConnect(): {
  isPending: Readonly<Ref<boolean>>
  failure: Readonly<Ref<ErrorWords | null>>
  connect: (connection: Connection) => Promise<boolean>
  /** One more account; a key has to come with it. */
  add: (name: string, connection: Connection) => Promise<boolean>
} {
  const { engine, shell } = useLinks()
  const toast = useToast()
  const check = useCommand(engine, 'sync.checkConnection')
  const store = useCommand(shell, 'account.connect')
  const addOne = useCommand(shell, 'account.add')
  const isPending = ref(false)
  const failure = ref<ErrorWords | null>(null)

  async function connect({ serviceUrl, apiKey, keep }: Connection): Promise<boolean> {
    // A stored key never comes back to the page, so a changed address is checked by the first reading instead.
    const checked = apiKey === null ? null : await check.run({ serviceUrl, apiKey })
    if (checked && !checked.ok) return fail(checked.error)
    const stored = await store.run({ serviceUrl: checked ? checked.value.serviceUrl : serviceUrl, apiKey, keep })
    if (!stored.ok) return fail(stored.error)
    const containers = checked?.value.containers ?? null
    toast.sayOfAccounts(containers === null ? t('connect.connected') : tn('connect.connectedCount', containers))
    return true
  }

  async function add(name: string, { serviceUrl, apiKey, keep }: Connection): Promise<boolean> {
    if (apiKey === null) return fail({ code: 'api/no-key', details: {} })
    const checked = await check.run({ serviceUrl, apiKey })
    if (!checked.ok) return fail(checked.error)
    const added = await addOne.run({ name, serviceUrl: checked.value.serviceUrl, apiKey, keep })
    if (!added.ok) return fail(added.error)
    toast.sayOfAccounts(t(added.value.isBack ? 'settings.addedBack' : 'settings.added'))
    return true
  }

  function fail(error: Parameters<typeof describeError>[0]): false {
    const next = nextOfCheck[error.code]
    failure.value = { ...describeError(error), ...(next === undefined ? {} : { next: t(next) }) }
    return false
  }

  async function pending(work: Promise<boolean>): Promise<boolean> {
    isPending.value = true
    failure.value = null
    try {
      return await work
    } finally {
      isPending.value = false
    }
  }

  return {
    isPending,
    failure,
    connect: (connection) => pending(connect(connection)),
    add: (name, connection) => pending(add(name, connection)),
  }
}
