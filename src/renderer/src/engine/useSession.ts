// State that every screen needs: host, account and sync state. The host is queried at the root, the sync state once per
// account, and all components below can read both.
import { computed, inject, onScopeDispose, provide, watch, type InjectionKey } from 'vue'
import type { HostState } from '#contract/shell.ts'
import type { SyncStatus } from '#contract/sync.ts'
import { useLinks } from './engine.ts'
import { translateAccountNames } from './accounts.ts'
import { clockKey } from './useNow.ts'
import { createChangeTrigger, useQuery, type Query } from './useQuery.ts'

export type Session = { host: Query<HostState>; sync: Query<SyncStatus> }

const hostKey: InjectionKey<Session['host']> = Symbol('host')
const sessionKey: InjectionKey<Session> = Symbol('session')

export function provideHost(): Session['host'] {
  const { shell } = useLinks()
  const query = useQuery(
    shell,
    'host.get',
    () => ({}),
    (link, refetch) => link.on('host.changed', refetch),
  )
  const host = { ...query, data: computed(() => query.data.value && translateAccountNames(query.data.value)) }
  provide(hostKey, host)
  return host
}

export function provideSession(): void {
  const { engine } = useLinks()
  const clock = inject(clockKey)
  const host = inject(hostKey)
  if (!host) throw new Error('No host was provided by the root.')
  const sync = useQuery(engine, 'sync.status', () => ({}), createChangeTrigger(['sync']))
  onScopeDispose(engine.on('sync.ticked', ({ now }) => clock?.set(now)))
  watch(sync.data, (status) => {
    if (status) clock?.set(status.now)
  })
  provide(sessionKey, { host, sync })
}

export function useSession(): Session {
  const session = inject(sessionKey)
  if (!session) throw new Error('No session was provided by the account.')
  return session
}

/** Returns the time of the data behind an answer: the last complete sync, if that is older than the answer. */
export function useDataTime(): (asOf: string) => string {
  const { sync } = useSession()
  return (asOf) => {
    const completeAt = sync.data.value?.lastCompleteAt ?? null
    return completeAt !== null && completeAt < asOf ? completeAt : asOf
  }
}
