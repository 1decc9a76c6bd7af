// Decodes how the service identifies a number. Tolerates missing parts and both forms of percentages.
import { type Inference, type LineChoice, RequestType } from '#contract/tracking.ts'
import { AppError } from '#contract/errors.ts'
import { boolean, number, record, records, text } from '../api/attributes.ts'
import type { ApiClient } from '../api/client.ts'
import { isRecord, parseJson } from '../api/decode.ts'

type Attributes = Record<string, unknown>
type Candidate = Inference['candidates'][number]

/** How long a user waits for the answer. */
const PATIENCE_MS = 15_000

export async function inferNumber(client: ApiClient, typed: string, signal: AbortSignal): Promise<Inference> {
  const path = '/tracking_requests/infer_number'
  const answer = await client.request({
    method: 'POST',
    path,
    bucket: 'infer',
    priority: 0,
    body: { number: typed },
    signal,
    patienceMs: PATIENCE_MS,
  })
  return decodeInference(answer.bytes)
}

/** Documented samples have no id and sometimes no type, so the answer is not decoded as a record. */
export function decodeInference(bytes: Uint8Array): Inference {
  const json = parseJson(bytes)
  const data = isRecord(json) ? json['data'] : null
  const attributes = isRecord(data) ? data['attributes'] : null
  if (!isRecord(attributes)) throw new AppError('api/malformed', { reason: 'no inference' })
  const validation = record(attributes, 'validation')
  const line = record(attributes, 'shipping_line')
  const named = isRecord(line['selected']) ? candidateOf(line['selected']) : null
  const candidates = records(line, 'candidates').flatMap((each) => candidateOf(each) ?? [])
  const decision = decisionOf(line, named)
  return {
    type: typeOf(attributes, validation),
    isValid: boolean(validation, 'is_valid'),
    reason: text(validation, 'reason'),
    decision,
    selected: named && decision !== 'no_prediction' ? choiceOf(named) : null,
    candidates: (candidates.length === 0 && named ? [named] : candidates).toSorted(
      (a, b) => (b.confidence ?? 0) - (a.confidence ?? 0),
    ),
  }
}

function typeOf(attributes: Attributes, validation: Attributes): RequestType | null {
  const reported = text(attributes, 'number_type')?.toLowerCase()
  const type =
    reported === 'booking'
      ? 'booking_number'
      : (reported ?? (text(validation, 'type') === 'container' ? 'container' : null))
  return RequestType.safeParse(type).data ?? null
}

const AUTO_SELECT = 0.95
const NEEDS_CONFIRMATION = 0.7

/** Without a decision of the service, the confidence decides. */
function decisionOf(line: Attributes, selected: Candidate | null): Inference['decision'] {
  const decision = text(line, 'decision')
  if (decision === 'auto_select' || decision === 'needs_confirmation') return selected ? decision : 'no_prediction'
  const confidence = selected?.confidence ?? 0
  if (decision === 'no_prediction' || confidence < NEEDS_CONFIRMATION) return 'no_prediction'
  return confidence >= AUTO_SELECT ? 'auto_select' : 'needs_confirmation'
}

/** Null if a request cannot name this line: samples contain codes that are not SCACs. */
function candidateOf(attributes: Attributes): Candidate | null {
  const scac = text(attributes, 'scac')?.toUpperCase() ?? ''
  if (!/^[A-Z0-9]{4}$/.test(scac)) return null
  return { scac, name: text(attributes, 'name') ?? scac, confidence: shareOf(number(attributes, 'confidence')) }
}

function choiceOf({ scac, name }: LineChoice): LineChoice {
  return { scac, name }
}

/** Some answers use 0 to 1, others 0 to 100. */
function shareOf(confidence: number | null): number | null {
  if (confidence === null || confidence < 0) return null
  return Math.min(1, confidence > 1 ? confidence / 100 : confidence)
}
