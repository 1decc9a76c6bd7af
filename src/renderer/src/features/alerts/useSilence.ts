// Silences containers: a snooze with an end, or muting. Each action offers Undo.
import { MAX_SELECTED } from '#contract/rules/selection-size.ts'
import { useLinks } from '../../engine/engine.ts'
import { formatOwnTime } from '../../words/dates.ts'
import { type SnoozedIds, useSnoozing } from './snoozing.ts'
import { formatCount, t, tn } from '../../words/words.ts'
import { useCommand, type Outcome } from '../../engine/useCommand.ts'
import { useNow } from '../../engine/useNow.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'

export type Silence = {
  /** Returns whether one call can silence these containers. Shows a message if there are none or too many. */
  checkCount: (ids: readonly string[]) => boolean
  /** Asks the user until when to snooze. `name`: of a single container; null for several. */
  askSnooze: (ids: readonly string[], name: string | null) => void
  /** Asks it of `count` rows at once, while their ids are read. */
  askSnoozeOfRows: (count: number, ids: Promise<readonly string[]>) => void
  /** `until` null ends the snooze. `name`: of a single container, for the message; null for several. */
  snooze: (ids: SnoozedIds, until: string | null, name: string | null) => Promise<void>
  mute: (ids: readonly string[], isMuted: boolean) => Promise<void>
  /** Mutes the container's alerts, or ends the mute. */
  toggleMute: (id: string) => Promise<void>
}

/** The functions that snooze and mute share. */
function useSilenceHelpers() {
  const { engine } = useLinks()
  const toast = useToast()

  /** The current state of each container, so that Undo can restore it. */
  async function loadSilenceStates(ids: readonly string[]) {
    const quieted = await engine.call('alerts.quietedOf', { containerIds: [...ids] })
    const quietedById = new Map(quieted.map((container) => [container.id, container]))
    return ids.map((id) => quietedById.get(id) ?? { id, isMuted: false, snoozedUntil: null })
  }

  /** Runs the calls one after the other. The first failure is shown and stops the rest. */
  async function runCalls(calls: readonly (() => Promise<Outcome<unknown>>)[]): Promise<boolean> {
    for (const call of calls) {
      const outcome = await call()
      if (outcome.ok) continue
      toast.fail(outcome.error)
      return false
    }
    return true
  }

  function checkCount(ids: readonly string[]): boolean {
    if (ids.length === 0) toast.say(t('snooze.noContainer'))
    else if (ids.length > MAX_SELECTED) toast.failWith(t('snooze.tooMany', { n: formatCount(MAX_SELECTED) }))
    return ids.length > 0 && ids.length <= MAX_SELECTED
  }

  async function runOrReport(action: () => Promise<void>): Promise<void> {
    try {
      await action()
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
  }

  return { loadSilenceStates, runCalls, checkCount, runOrReport }
}

export function useSilence(): Silence {
  const { loadSilenceStates, runCalls, checkCount, runOrReport } = useSilenceHelpers()
  const { engine } = useLinks()
  const toast = useToast()
  const undo = useUndo()
  const now = useNow()
  const snoozing = useSnoozing()
  const snoozeCommand = useCommand(engine, 'alerts.snooze')
  const muteCommand = useCommand(engine, 'alerts.mute')

  const snooze = (snoozedIds: SnoozedIds, until: string | null, name: string | null) =>
    runOrReport(async () => {
      const ids = await snoozedIds
      if (!checkCount(ids)) return
      const containersByEnd = Map.groupBy(await loadSilenceStates(ids), ({ snoozedUntil }) => snoozedUntil)
      if (!(await runCalls([() => snoozeCommand.run({ containerIds: [...ids], until })]))) return
      const what = name ?? tn('ownDone.containers', ids.length)
      const message =
        until === null ? t('snooze.ended', { what }) : t('snooze.done', { what, time: formatOwnTime(until, now.value) })
      undo.offer(message, async () => {
        const undoCalls = [...containersByEnd].map(
          ([previousEnd, containers]) =>
            () =>
              snoozeCommand.run({ containerIds: containers.map(({ id }) => id), until: previousEnd }),
        )
        if (await runCalls(undoCalls)) toast.say(t('ownDone.undone', { what: message }))
      })
    })

  const mute = (ids: readonly string[], isMuted: boolean) =>
    runOrReport(async () => {
      if (!checkCount(ids)) return
      // Undo does not change containers that had this state before.
      const changedIds = (await loadSilenceStates(ids))
        .filter((container) => container.isMuted !== isMuted)
        .map(({ id }) => id)
      if (!(await runCalls([() => muteCommand.run({ containerIds: [...ids], isMuted })]))) return
      const message = tn(isMuted ? 'snooze.muted' : 'snooze.unmuted', ids.length)
      undo.offer(message, async () => {
        const undoCalls =
          changedIds.length === 0 ? [] : [() => muteCommand.run({ containerIds: changedIds, isMuted: !isMuted })]
        if (await runCalls(undoCalls)) toast.say(t('ownDone.undone', { what: message }))
      })
    })

  return {
    checkCount,
    snooze,
    mute,
    askSnooze: (ids, name) => {
      if (checkCount(ids)) snoozing.ask({ ids, count: ids.length, name })
    },
    askSnoozeOfRows: (count, ids) => snoozing.ask({ ids, count, name: null }),
    toggleMute: (id) =>
      runOrReport(async () => {
        const { isMuted } = await engine.call('alerts.ofContainer', { id })
        await mute([id], !isMuted)
      }),
  }
}
