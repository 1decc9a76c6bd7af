// Decides whether an upload failed because of its channel or because of its file. After a failure of the channel all
// uploads wait; otherwise only this file waits. There are two channels, the service and the storage: success on one
// says nothing about the other. In memory only.

export type Channel = 'service' | 'storage'

/** `key`: the key of an upload (`keyText`). An upload sends one file. */
export type FailureTracker = {
  /**
   * `isOwnFault`: another file succeeded on this channel after an earlier failure of this file on it, so only this file
   * waits. `failureCount`: failures of this file on both channels since the last `clear`.
   */
  recordFailure(key: string, channel: Channel): { isOwnFault: boolean; failureCount: number }
  /** Like `recordFailure`, for an error that shows that it concerns only this file. Returns `failureCount`. */
  recordOwnFailure(key: string): number
  /** The channel works, so other files that failed on it since its last success have a problem of their own. */
  recordSuccess(key: string, channel: Channel): void
  /** The number of failures on this channel since its last success, without those with `isOwnFault`. */
  getFailureCount(channel: Channel): number
  hasFailures(): boolean
  /** Files that failed since the last success on their channel. They are tried after the others. */
  getSuspects(): string[]
  /** Call this when only suspects are left, so that they are tried again in their order. */
  clearSuspects(): void
  /** Call this when the upload is complete or rejected, or when the user retries it. */
  clear(key: string): void
  /** Call this when the user retries all uploads, or when the computer woke up. */
  clearAll(): void
}

type ChannelState = {
  failureCount: number
  suspects: Set<string>
  /** The keys of files that failed on this channel before another file succeeded on it. */
  ownFaultKeys: Set<string>
}

const createChannelState = (): ChannelState => ({ failureCount: 0, suspects: new Set(), ownFaultKeys: new Set() })

export function createFailureTracker(): FailureTracker {
  const channels: Record<Channel, ChannelState> = { service: createChannelState(), storage: createChannelState() }
  const allChannels = Object.values(channels)
  const failureCounts = new Map<string, number>()
  const incrementFailureCount = (key: string) => {
    const failureCount = (failureCounts.get(key) ?? 0) + 1
    failureCounts.set(key, failureCount)
    return failureCount
  }
  return {
    recordFailure: (key, channel) => {
      const state = channels[channel]
      const isOwnFault = state.ownFaultKeys.has(key)
      if (!isOwnFault) {
        state.failureCount++
        state.suspects.add(key)
      }
      return { isOwnFault, failureCount: incrementFailureCount(key) }
    },
    recordOwnFailure: incrementFailureCount,
    recordSuccess: (key, channel) => {
      const state = channels[channel]
      for (const suspect of state.suspects) if (suspect !== key) state.ownFaultKeys.add(suspect)
      state.failureCount = 0
      state.suspects.clear()
    },
    getFailureCount: (channel) => channels[channel].failureCount,
    hasFailures: () => allChannels.some(({ failureCount }) => failureCount > 0),
    getSuspects: () => allChannels.flatMap(({ suspects }) => [...suspects]),
    clearSuspects: () => {
      for (const { suspects } of allChannels) suspects.clear()
    },
    clear: (key) => {
      failureCounts.delete(key)
      for (const { suspects, ownFaultKeys } of allChannels) {
        suspects.delete(key)
        ownFaultKeys.delete(key)
      }
    },
    clearAll: () => {
      failureCounts.clear()
      for (const state of allChannels) Object.assign(state, createChannelState())
    },
  }
}
