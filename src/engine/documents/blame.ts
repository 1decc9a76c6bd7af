// Decides whether a failure concerns a channel, so that all uploads wait, or one file, which then waits alone. There
// are two channels, the service and storage: success on one says nothing about the other. In memory only.

export type Channel = 'service' | 'storage'

export type Blame = {
  /** `times`: failures of this file since its last complete upload. */
  failed(key: string, channel: Channel): { isItsOwn: boolean; times: number }
  /** Like `failed`, if the error itself shows that it concerns only this file. */
  failedAlone(key: string): number
  /** The channel works. Other files that failed on it since then have a problem of their own. */
  passed(key: string, channel: Channel): void
  /** Consecutive failures on that channel. */
  failures(channel: Channel): number
  isTroubled(): boolean
  /** Files that failed since the last success. They are tried after the others. */
  suspects(): string[]
  /** Only suspects are left, so they are tried from the front again. */
  forgetSuspects(): void
  forget(key: string): void
  forgetAll(): void
}

type ChannelState = { failures: number; suspects: Set<string> }

export function createBlame(): Blame {
  const channels: Record<Channel, ChannelState> = {
    service: { failures: 0, suspects: new Set() },
    storage: { failures: 0, suspects: new Set() },
  }
  const all = Object.values(channels)
  /** Files that failed while others succeeded. */
  const separate = new Set<string>()
  const times = new Map<string, number>()
  const count = (key: string) => {
    const now = (times.get(key) ?? 0) + 1
    times.set(key, now)
    return now
  }
  return {
    failed: (key, channel) => {
      const isItsOwn = separate.has(key)
      if (!isItsOwn) {
        channels[channel].failures++
        channels[channel].suspects.add(key)
      }
      return { isItsOwn, times: count(key) }
    },
    failedAlone: count,
    passed: (key, channel) => {
      const state = channels[channel]
      for (const suspect of state.suspects) if (suspect !== key) separate.add(suspect)
      Object.assign(state, { failures: 0, suspects: new Set() })
    },
    failures: (channel) => channels[channel].failures,
    isTroubled: () => all.some(({ failures }) => failures > 0),
    suspects: () => all.flatMap(({ suspects }) => [...suspects]),
    forgetSuspects: () => {
      for (const { suspects } of all) suspects.clear()
    },
    forget: (key) => {
      separate.delete(key)
      times.delete(key)
      for (const { suspects } of all) suspects.delete(key)
    },
    forgetAll: () => {
      separate.clear()
      times.clear()
      for (const state of all) Object.assign(state, { failures: 0, suspects: new Set() })
    },
  }
}
