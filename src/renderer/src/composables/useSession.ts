// What every screen needs to know once: which host and account this is, and where the data stands. Asked for in the
// frame, read anywhere below it.
import { inject, onScopeDispose, provide, watch, type InjectionKey } from 'vue'
import type { HostState } from '#contract/shell.ts'
import type { SyncStatus } from '#contract/sync.ts'
import { useLinks } from '../engine.ts'
import { clockKey } from './useNow.ts'
import { changesOf, useQuery, type Query } from './useQuery.ts'

export type Session = { host: Query<HostState>; sync: Query<SyncStatus> }

const sessionKey: InjectionKey<Session> = Symbol('session')

export function provideSession(): Session {
  const { engine, shell } = useLinks()
  const clock = inject(clockKey)
  const host = useQuery(shell, 'host.get', () => ({}), (link, refetch) => link.on('host.changed', refetch))
  const sync = useQuery(engine, 'sync.status', () => ({}), changesOf(['sync']))
  onScopeDispose(engine.on('sync.ticked', ({ now }) => clock?.set(now)))
  watch(sync.data, (status) => {
    if (status) clock?.set(status.now)
  })
  provide(sessionKey, { host, sync })
  return { host, sync }
}

export function useSession(): Session {
  const session = inject(sessionKey)
  if (!session) throw new Error('No session was provided by the frame.')
  return session
}
