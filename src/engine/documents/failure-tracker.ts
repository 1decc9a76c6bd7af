// Decides whether an upload failed because of its channel or because of its file. After a failure of the channel all
// uploads wait; otherwise only this file waits. There are two channels, the service and the storage: success on one
// says nothing about the other. In memory only.

export type Channel = 'service' | 'storage'

export type FailureTracker = {
  /**
   * `isOwnFault`: other files succeeded on this channel, so only this file waits. `failureCount`: failures of this file
   * since its last complete upload.
   */
  recordFailure(key: string, channel: Channel): { isOwnFault: boolean; failureCount: number }
  /** Like `recordFailure`, for an error that shows that it concerns only this file. Returns `failureCount`. */
  recordOwnFailure(key: string): number
  /** The channel works, so other files that failed on it since its last success have a problem of their own. */
  recordSuccess(key: string, channel: Channel): void
  /** The number of failures on this channel since its last success. */
  countFailures(channel: Channel): number
  hasFailures(): boolean
  /** Files that failed since the last success. They are tried after the others. */
  getSuspects(): string[]
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
  const allChannels = Object.values(channels)
  /** Files that failed while others succeeded. */
  const ownFaultKeys = new Set<string>()
  const failureCounts = new Map<string, number>()
  const countFailure = (key: string) => {
    const failureCount = (failureCounts.get(key) ?? 0) + 1
    failureCounts.set(key, failureCount)
    return failureCount
  }
  return {
    recordFailure: (key, channel) => {
      const isOwnFault = ownFaultKeys.has(key)
      if (!isOwnFault) {
        channels[channel].failures++
        channels[channel].suspects.add(key)
      }
      return { isOwnFault, failureCount: countFailure(key) }
    },
    recordOwnFailure: countFailure,
    recordSuccess: (key, channel) => {
      const state = channels[channel]
      for (const suspect of state.suspects) if (suspect !== key) ownFaultKeys.add(suspect)
      Object.assign(state, { failures: 0, suspects: new Set() })
    },
    countFailures: (channel) => channels[channel].failures,
    hasFailures: () => allChannels.some(({ failures }) => failures > 0),
    getSuspects: () => allChannels.flatMap(({ suspects }) => [...suspects]),
    clearSuspects: () => {
      for (const { suspects } of allChannels) suspects.clear()
    },
    clear: (key) => {
      ownFaultKeys.delete(key)
      failureCounts.delete(key)
      for (const { suspects } of allChannels) suspects.delete(key)
    },
    clearAll: () => {
      ownFaultKeys.clear()
      failureCounts.clear()
      for (const state of allChannels) Object.assign(state, { failures: 0, suspects: new Set() })
    },
  }
}
