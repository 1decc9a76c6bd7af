// The notes in Add tracking: about the line, about when the request is sent, and about the request that it replaces.
import { computed, type ComputedRef } from 'vue'
import type { RequestRow } from '#contract/tracking.ts'
import { useNow } from '../../engine/useNow.ts'
import { useSession } from '../../engine/useSession.ts'
import { formatRequestNumber, describeRequest, formatType } from './requests.ts'
import { joinParts, t } from '../../words/words.ts'
import type { TypedNumber } from './useNumber.ts'

/** Each note is null if there is nothing to say. */
type TrackingNotes = Record<'lineNote' | 'sendNote' | 'replacedNote', ComputedRef<string | null>> & {
  /** What a request saved now waits for: a key that the user enters, or the service. Null if it is sent at once. */
  waitsFor: ComputedRef<'key' | 'service' | null>
}

export function useTrackingNotes(
  number: Pick<TypedNumber, 'inferenceResult' | 'isOnline' | 'line'>,
  replaced: () => RequestRow | null,
): TrackingNotes {
  const { sync } = useSession()
  const now = useNow()
  const lineNote = computed(() => {
    const { inference, error, isPending } = number.inferenceResult.value
    if (isPending) return t('addTracking.asking')
    if (error?.code === 'api/not-found') return t('addTracking.notOffered')
    if (error || !number.isOnline.value) return t('addTracking.notAsked')
    if (inference?.decision === 'needs_confirmation')
      return number.line.value === undefined ? t('addTracking.confirm') : null
    return inference?.decision === 'no_prediction' ? t('addTracking.noPrediction') : null
  })
  const waitsFor = computed(() => {
    const state = sync.data.value?.state ?? 'starting'
    if (['no-key', 'key-rejected', 'other-account'].includes(state)) return 'key'
    return state === 'offline' || state === 'trouble' ? 'service' : null
  })
  const sendNote = computed(() => {
    if (sync.data.value?.state === 'other-account') return t('addTracking.otherAccount')
    if (waitsFor.value === 'key') return t('addTracking.noKey')
    return waitsFor.value === 'service' ? t('addTracking.offline') : null
  })
  const replacedNote = computed(() => {
    const row = replaced()
    if (!row) return null
    const failedAttempt = joinParts(
      t('phrase.clauseSeparator'),
      row.scac ?? t('addTracking.anyLine'),
      formatType(row.type),
    )
    return t('addTracking.replaces', {
      number: formatRequestNumber(row),
      tried: failedAttempt,
      what: describeRequest(row, now.value).what,
    })
  })
  return { lineNote, sendNote, replacedNote, waitsFor }
}
