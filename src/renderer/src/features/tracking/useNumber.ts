// The state of the number in the field: this program's verdict at once, the service's answer a little later, and the
// user's choices. A choice belongs to one number.
import { computed, ref, shallowRef, type ComputedRef, type WritableComputedRef } from 'vue'
import type { AppError } from '#contract/errors.ts'
import type { Assessment, Inference, LineChoice, RequestRow, RequestType } from '#contract/tracking.ts'
import { listLineOptions, chooseDefaultLine, type LineOption } from './line-options.ts'
import { useInference, type InferenceResult } from './useInference.ts'
import { createChangeTrigger, useQuery } from '../../engine/useQuery.ts'
import { useSession } from '../../engine/useSession.ts'
import { useLinks } from '../../engine/engine.ts'

type Choice = { number: string; type?: RequestType; line?: string | null; foundLine?: LineChoice }

export type TypedNumber = {
  /** Null while the field is empty. It may belong to the previous number until the answer arrives: see `isFresh`. */
  assessment: ComputedRef<Assessment | null>
  isFresh: ComputedRef<boolean>
  /** Why there is no verdict; null if there is one or it is pending. */
  failure: ComputedRef<AppError | null>
  /** True if the choices are shown: the number can be sent, or the user tracks it anyway. */
  isOffered: ComputedRef<boolean>
  canTrackAnyway: ComputedRef<boolean>
  trackAnyway: () => void
  types: ComputedRef<RequestType[]>
  type: WritableComputedRef<RequestType | null>
  /** The SCAC. Undefined until a line is chosen. Null if the service is to find the line. */
  line: WritableComputedRef<string | null | undefined>
  lineOptions: ComputedRef<LineOption[]>
  findLine: (line: LineChoice) => void
  inferenceResult: ComputedRef<InferenceResult>
  /** True if the service can be reached. */
  isOnline: ComputedRef<boolean>
}

export function useNumber(text: () => string | null, replaced: () => RequestRow | null): TypedNumber {
  const { engine } = useLinks()
  const { sync } = useSession()
  const numberToTrackAnyway = ref<string | null>(null)

  const query = useQuery(
    engine,
    'tracking.assess',
    () => wrapText(text()),
    createChangeTrigger(['requests', 'containers', 'shipments']),
  )
  // After a failure, the last answer belongs to another number and must not be shown or sent.
  const assessment = computed(() =>
    text() === null || query.failure.value ? null : dropReplaced(query.data.value, replaced()),
  )
  const number = computed(() => assessment.value?.number ?? '')
  const isSendable = computed(
    () =>
      assessment.value !== null &&
      assessment.value.tracked === null &&
      ['trackable', 'unclear'].includes(assessment.value.verdict),
  )
  const isOffered = computed(
    () => isSendable.value || (numberToTrackAnyway.value !== null && numberToTrackAnyway.value === number.value),
  )
  const isOnline = computed(() =>
    ['live', 'checking', 'incomplete', 'starting', 'rate-limited'].includes(sync.data.value?.state ?? 'starting'),
  )
  const inferenceResult = useInference(engine, () => (isOffered.value && isOnline.value ? number.value : null))
  return {
    ...useChoice(number, assessment, inferenceResult, replaced),
    assessment,
    isFresh: computed(() => !query.isPending.value),
    failure: query.failure,
    isOffered,
    canTrackAnyway: computed(() => !isOffered.value && (assessment.value?.types.length ?? 0) > 0),
    trackAnyway: () => {
      numberToTrackAnyway.value = number.value
    },
    inferenceResult,
    isOnline,
  }
}

type NumberChoice = Pick<TypedNumber, 'types' | 'type' | 'line' | 'lineOptions' | 'findLine'>

/** The user's choices for this number, with the suggestions as defaults. */
function useChoice(
  number: ComputedRef<string>,
  assessment: TypedNumber['assessment'],
  inferenceResult: TypedNumber['inferenceResult'],
  replaced: () => RequestRow | null,
): NumberChoice {
  const choice = shallowRef<Choice>({ number: '' })
  const currentChoice = computed<Choice>(() =>
    choice.value.number === number.value ? choice.value : { number: number.value },
  )
  const suggestedLine = computed(() => assessment.value?.suggestedLine ?? null)
  const choose = (change: Partial<Choice>) => {
    choice.value = { ...currentChoice.value, ...change }
  }
  return {
    types: computed(() => listTypes(assessment.value, inferenceResult.value.inference, replaced())),
    type: computed({
      get: () =>
        currentChoice.value.type ?? chooseDefaultType(assessment.value, inferenceResult.value.inference, replaced()),
      set: (type) => choose(type === null ? {} : { type }),
    }),
    line: computed({
      get: () =>
        currentChoice.value.line !== undefined || inferenceResult.value.isPending
          ? currentChoice.value.line
          : chooseDefaultLine(inferenceResult.value.inference, suggestedLine.value),
      set: (line) => choose(line === undefined ? {} : { line }),
    }),
    lineOptions: computed(() =>
      listLineOptions(inferenceResult.value.inference, suggestedLine.value, currentChoice.value.foundLine ?? null),
    ),
    findLine: (foundLine) => choose({ line: foundLine.scac, foundLine }),
  }
}

function wrapText(text: string | null): { text: string } | null {
  return text === null ? null : { text }
}

/** Removes the request to be replaced. It is no reason against the new one, and the form already names it. */
function dropReplaced(assessment: Assessment | null, replaced: RequestRow | null): Assessment | null {
  if (!assessment || !replaced) return assessment
  const { tracked, failed } = assessment
  return {
    ...assessment,
    tracked: tracked?.id === replaced.id ? null : tracked,
    failed: failed?.id === replaced.id ? null : failed,
  }
}

function listTypes(
  assessment: Assessment | null,
  inference: Inference | null,
  replaced: RequestRow | null,
): RequestType[] {
  const failedType = replaced?.number === assessment?.number ? (replaced?.type ?? null) : null
  return [...new Set([...(assessment?.types ?? []), inference?.type ?? null, failedType])].filter(
    (type) => type !== null,
  )
}

/** Returns the first that is known: the type of the failed request, the service's guess, our guess. */
function chooseDefaultType(
  assessment: Assessment | null,
  inference: Inference | null,
  replaced: RequestRow | null,
): RequestType | null {
  const failedType = replaced?.number === assessment?.number ? (replaced?.type ?? null) : null
  return failedType ?? inference?.type ?? (assessment?.verdict === 'unclear' ? null : (assessment?.types[0] ?? null))
}
