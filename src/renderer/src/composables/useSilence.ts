// What keeps containers from raising pop-ups: a snooze that ends by itself, or being muted. Each says so with a way back.
import { useLinks } from '../engine.ts'
import { formatOwnTime } from '../format/dates.ts'
import { useSnoozing } from '../stores/snoozing.ts'
import { t, tn } from '../words.ts'
import { useCommand } from './useCommand.ts'
import { useNow } from './useNow.ts'
import { asAppError } from './useQuery.ts'
import { useToast } from './useToast.ts'

/** The contract's bound of containers in one call. */
export const MOST_CONTAINERS = 500

export type Silence = {
  /** Asks until when. `name`: of the one; null for several. */
  askSnooze: (ids: readonly string[], name: string | null) => void
  /** `until` null ends it. */
  snooze: (ids: readonly string[], until: string | null) => Promise<void>
  mute: (ids: readonly string[], isMuted: boolean) => Promise<void>
  /** The other way round from how it is by then. */
  turnMute: (id: string) => Promise<void>
}

export function useSilence(): Silence {
  const { engine } = useLinks()
  const toast = useToast()
  const now = useNow()
  const snoozing = useSnoozing()
  const snoozeCommand = useCommand(engine, 'alerts.snooze')
  const muteCommand = useCommand(engine, 'alerts.mute')

  /** None, or more than can be silenced at once: said, and false. */
  function isFew(ids: readonly string[]): boolean {
    if (ids.length === 0) toast.say(t('snooze.noContainer'))
    else if (ids.length > MOST_CONTAINERS) toast.failWith(t('snooze.tooMany', { n: MOST_CONTAINERS }))
    return ids.length > 0 && ids.length <= MOST_CONTAINERS
  }

  async function snooze(ids: readonly string[], until: string | null) {
    if (!isFew(ids)) return
    const outcome = await snoozeCommand.run({ containerIds: [...ids], until })
    if (!outcome.ok) toast.fail(outcome.error)
    else if (until === null) toast.say(t('snooze.ended'))
    else toast.sayUndoable(t('snooze.done', { time: formatOwnTime(until, now.value) }), () => void snooze(ids, null))
  }

  async function mute(ids: readonly string[], isMuted: boolean) {
    if (!isFew(ids)) return
    const outcome = await muteCommand.run({ containerIds: [...ids], isMuted })
    if (outcome.ok) toast.sayUndoable(tn(isMuted ? 'snooze.muted' : 'snooze.unmuted', ids.length), () => void mute(ids, !isMuted))
    else toast.fail(outcome.error)
  }

  return {
    snooze,
    mute,
    askSnooze: (ids, name) => {
      if (isFew(ids)) snoozing.ask({ ids, name })
    },
    turnMute: async (id) => {
      try {
        const { isMuted } = await engine.call('alerts.ofContainer', { id })
        await mute([id], !isMuted)
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
  }
}
