// Silences containers: a snooze with an end, or muting. Each action offers Undo.
import { useLinks } from '../../engine/engine.ts'
import { formatOwnTime } from '../../words/dates.ts'
import { useSnoozing } from './snoozing.ts'
import { t, tn } from '../../words/words.ts'
import { useCommand, type Outcome } from '../../engine/useCommand.ts'
import { useNow } from '../../engine/useNow.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'

/** The contract's limit of containers in one call. */
export const MAX_CONTAINERS = 500

export type Silence = {
  /** Asks until when. `name`: of a single container; null for several. */
  askSnooze: (ids: readonly string[], name: string | null) => void
  /** `until` null ends the snooze. */
  snooze: (ids: readonly string[], until: string | null) => Promise<void>
  mute: (ids: readonly string[], isMuted: boolean) => Promise<void>
  /** Mutes the container's alerts, or ends the mute. */
  toggleMute: (id: string) => Promise<void>
}

/** The current silencing of containers, and several calls that stop at the first failure. */
function useSilenced() {
  const { engine } = useLinks()
  const toast = useToast()

  /** The current state of each container, so that Undo can restore it. */
  async function listSilenced(ids: readonly string[]) {
    return Promise.all(ids.map(async (id) => ({ id, ...(await engine.call('alerts.ofContainer', { id })) })))
  }

  /** Several groups of containers one after the other. The first failure is shown and stops the rest. */
  async function runInGroups(groups: readonly (() => Promise<Outcome<unknown>>)[]): Promise<boolean> {
    for (const run of groups) {
      const outcome = await run()
      if (outcome.ok) continue
      toast.fail(outcome.error)
      return false
    }
    return true
  }

  /** Shows a message and returns false if there are none, or more than one call can silence. */
  function isFew(ids: readonly string[]): boolean {
    if (ids.length === 0) toast.say(t('snooze.noContainer'))
    else if (ids.length > MAX_CONTAINERS) toast.failWith(t('snooze.tooMany', { n: MAX_CONTAINERS }))
    return ids.length > 0 && ids.length <= MAX_CONTAINERS
  }

  async function runOrReport(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
  }

  return { listSilenced, runInGroups, isFew, runOrReport }
}

export function useSilence(): Silence {
  const { listSilenced, runInGroups, isFew, runOrReport } = useSilenced()
  const { engine } = useLinks()
  const toast = useToast()
  const undo = useUndo()
  const now = useNow()
  const snoozing = useSnoozing()
  const snoozeCommand = useCommand(engine, 'alerts.snooze')
  const muteCommand = useCommand(engine, 'alerts.mute')

  const snooze = (ids: readonly string[], until: string | null) =>
    runOrReport(async () => {
      if (!isFew(ids)) return
      const before = Map.groupBy(await listSilenced(ids), ({ snoozedUntil }) => snoozedUntil)
      if (!(await runInGroups([() => snoozeCommand.run({ containerIds: [...ids], until })]))) return
      undo.offer(
        until === null ? t('snooze.ended') : t('snooze.done', { time: formatOwnTime(until, now.value) }),
        async () => {
          const back = [...before].map(
            ([earlier, containers]) =>
              () =>
                snoozeCommand.run({ containerIds: containers.map(({ id }) => id), until: earlier }),
          )
          if (await runInGroups(back)) toast.say(t('snooze.undone'))
        },
      )
    })

  const mute = (ids: readonly string[], isMuted: boolean) =>
    runOrReport(async () => {
      if (!isFew(ids)) return
      // Undo does not change containers that had this state before.
      const changed = (await listSilenced(ids)).filter((container) => container.isMuted !== isMuted).map(({ id }) => id)
      if (!(await runInGroups([() => muteCommand.run({ containerIds: [...ids], isMuted })]))) return
      undo.offer(tn(isMuted ? 'snooze.muted' : 'snooze.unmuted', ids.length), async () => {
        const back = changed.length === 0 ? [] : [() => muteCommand.run({ containerIds: changed, isMuted: !isMuted })]
        if (await runInGroups(back)) toast.say(t('snooze.undone'))
      })
    })

  return {
    snooze,
    mute,
    askSnooze: (ids, name) => {
      if (isFew(ids)) snoozing.ask({ ids, name })
    },
    toggleMute: (id) =>
      runOrReport(async () => {
        const { isMuted } = await engine.call('alerts.ofContainer', { id })
        await mute([id], !isMuted)
      }),
  }
}
