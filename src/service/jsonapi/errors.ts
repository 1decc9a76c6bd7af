// Errors in the service's format (specification 7). Any endpoint may throw a `ServiceError`. service.ts turns it into
// an answer.

export type ErrorSource = { pointer: string } | { parameter: string }

export type ErrorItem = {
  status: string
  title: string
  detail: string
  code: string
  source?: ErrorSource
  meta?: Record<string, unknown>
}

export class ServiceError extends Error {
  readonly status: number
  readonly items: readonly ErrorItem[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    items: readonly Omit<ErrorItem, 'status' | 'title'>[],
    headers: Record<string, string> = {},
  ) {
    super(items[0]?.detail ?? TITLES[status])
    this.name = 'ServiceError'
    this.status = status
    this.items = items.map(({ source, ...item }) => ({
      status: String(status),
      ...(source ? { source } : {}),
      title: TITLES[status] ?? 'Error',
      ...item,
    }))
    this.headers = headers
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}

export function badParameter(parameter: string, detail: string): ServiceError {
  return new ServiceError(400, [{ code: 'invalid_parameter', detail, source: { parameter } }])
}

export function unknownRecord(what: string, id: string): ServiceError {
  return new ServiceError(404, [{ code: 'not_found', detail: `There is no ${what} ${id}.` }])
}

/** Creates the error for an account without an entitlement. `what` completes the sentence "not entitled to". */
export function forbidden(what: string): ServiceError {
  return new ServiceError(403, [{ code: 'forbidden', detail: `This account is not entitled to ${what}.` }])
}

/** A wrong member of a request body. `pointer` is its JSON pointer. */
export type Problem = { pointer: string; code: string; detail: string }

export function invalid(items: readonly Problem[]): ServiceError {
  return new ServiceError(
    422,
    items.map(({ pointer, code, detail }) => ({ code, detail, source: { pointer } })),
  )
}
