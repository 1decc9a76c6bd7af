// Infers type and carrier of a number. The request is plain JSON, the answer a JSON:API document.

import { isObject, readJson } from '../jsonapi/body.ts'
import { invalid } from '../jsonapi/errors.ts'
import { hashOf } from '../world/chance.ts'
import { inferNumber, type Inferred } from '../world/infer-number.ts'
import type { Answer, Context, Route } from './routing.ts'

export const inferNumberRoutes: readonly Route[] = [
  { method: 'POST', path: '/tracking_requests/infer_number', answer: infer },
]

const MOST_CHARACTERS = 50

function infer({ body, worldMs }: Context): Answer {
  const sent = readJson(body)
  const number = isObject(sent) ? sent['number'] : undefined
  if (typeof number !== 'string' || number.trim() === '')
    throw invalid([{ pointer: '/number', code: 'blank', detail: "Number can't be blank" }])
  if (number.length > MOST_CHARACTERS)
    throw invalid([
      { pointer: '/number', code: 'too_long', detail: `Number is longer than ${MOST_CHARACTERS} characters` },
    ])
  return {
    document: { data: resultOf(inferNumber(number), `req_${hashOf(number, worldMs).toString(16).padStart(8, '0')}`) },
  }
}

function resultOf(inferred: Inferred, id: string): object {
  const { numberType, isValid, checkDigitPassed, parsedNumber, reason, decision, selected, candidates } = inferred
  return {
    type: 'infer_number_results',
    id,
    attributes: {
      number_type: numberType,
      validation: {
        is_valid: isValid,
        type: numberType === 'container' ? 'container' : 'shipment',
        check_digit_passed: checkDigitPassed,
        parsed_number: parsedNumber,
        reason,
      },
      shipping_line: { decision, selected, candidates },
    },
  }
}
