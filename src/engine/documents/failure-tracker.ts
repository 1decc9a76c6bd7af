// Decides whether an upload failed because of its channel or because of its file. After a failure of the channel all
// uploads wait; otherwise only this file waits. There are two channels, the service and the storage: success on one
// says nothing about the other. In memory only.

export type Channel = 'service' | 'storage'

export type FailureTracker = {
  /**
   * `isOwnFault`: other files succeeded on this channel, so only this file waits. `times`: failures of this file since
   * its last complete upload.
   */
  recordFailure(key: string, channel: Channel): { isOwnFault: boolean; times: number }
  /** Like `recordFailure`, for an error that shows that it concerns only this file. Returns `times`. */
  recordOwnFailure(key: string): number
  /** The channel works, so other files that failed on it since its last success have a problem of their own. */
  recordSuccess(key: string, channel: Channel): void
  /** The number of failures on this channel since its last success. */
  failures(channel: Channel): number
  hasFailures(): boolean
  /** Files that failed since the last success. They are tried after the others. */
  suspects(): string[]
  /** Call this when only suspects are left, so that they are tried again in their order. */
  clearSuspects(): void
  clear(key: string): void
  clearAll(): void
}

type ChannelState = { failures: number; suspects: Set<string> }

export function createFailureTracker(): FailureTracker {
  const channels: Record<Channel, ChannelState> = {
    service: { failures: 0, suspects: new Set() },
    storage: { failures: 0, suspects: new Set() },
  }
  const all = Object.values(channels)
  /** Files that failed while others succeeded. */
  const separate = new Set<string>()
  const times = new Map<string, number>()
  const countFailure = (key: string) => {
    const failures = (times.get(key) ?? 0) + 1
    times.set(key, failures)
    return failures
  }
  return {
    recordFailure: (key, channel) => {
      const isOwnFault = separate.has(key)
      if (!isOwnFault) {
        channels[channel].failures++
        channels[channel].suspects.add(key)
      }
      return { isOwnFault, times: countFailure(key) }
    },
    recordOwnFailure: countFailure,
    recordSuccess: (key, channel) => {
      const state = channels[channel]
      for (const suspect of state.suspects) if (suspect !== key) separate.add(suspect)
      Object.assign(state, { failures: 0, suspects: new Set() })
    },
    failures: (channel) => channels[channel].failures,
    hasFailures: () => all.some(({ failures }) => failures > 0),
    suspects: () => all.flatMap(({ suspects }) => [...suspects]),
    clearSuspects: () => {
      for (const { suspects } of all) suspects.clear()
    },
    clear: (key) => {
      separate.delete(key)
      times.delete(key)
      for (const { suspects } of all) suspects.delete(key)
    },
    clearAll: () => {
      separate.clear()
      times.clear()
      for (const state of all) Object.assign(state, { failures: 0, suspects: new Set() })
    },
  }
}
