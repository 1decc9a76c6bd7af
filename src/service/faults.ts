// Injected faults (`--faults FILE`). Each rule says for which requests, how often and in which manner the service
// fails. The draws depend only on the seed and the number of the request, so a run can be repeated.
import { readFileSync } from 'node:fs'
import { isObject } from './jsonapi/body.ts'
import type { ServiceResponse } from './service.ts'
import { StartupProblem } from './startup-problem.ts'
import { createDice } from './world/chance.ts'

/** `before`: the fault prevents the request. `after`: the request takes effect, and only its answer fails. */
export type FaultAnswer =
  | { kind: 'status'; when: 'before' | 'after'; response: ServiceResponse }
  | { kind: 'reset' | 'hang'; when: 'before' | 'after' }
  | { kind: 'truncate'; when: 'after' }

export type Fault = { delayMs: number; answer: FaultAnswer | null }

export type Faults = { draw(method: string, url: string): Fault }

export const NO_FAULTS: Faults = { draw: () => ({ delayMs: 0, answer: null }) }

type Kind = 'status' | 'html' | 'reset' | 'hang' | 'truncate' | 'latency'

export type FaultRule = {
  kind: Kind
  /** The HTTP method. The default is all methods. */
  method?: string
  /** A part of the path or query. The default is all requests. */
  path?: string
  /** From 0 to 1. The default is 1. */
  probability?: number
  /** The rule applies to at most this many requests. The default is no limit. */
  times?: number
  when?: 'before' | 'after'
  status?: number
  retryAfterSeconds?: number
  latencyMs?: number
}

const KINDS: readonly unknown[] = ['status', 'html', 'reset', 'hang', 'truncate', 'latency'] satisfies Kind[]

export function createFaults(rules: readonly FaultRule[], seed: string): Faults {
  let requests = 0
  const appliedCounts = rules.map(() => 0)
  return {
    draw: (method, url) => {
      requests += 1
      const fault: Fault = { delayMs: 0, answer: null }
      for (const [index, rule] of rules.entries()) {
        if (!matchesRequest(rule, method, url) || (appliedCounts[index] ?? 0) >= (rule.times ?? Infinity)) continue
        if (!createDice(seed, 'fault', index, requests).drawBoolean(rule.probability ?? 1)) continue
        appliedCounts[index] = (appliedCounts[index] ?? 0) + 1
        if (rule.kind === 'latency') fault.delayMs += rule.latencyMs ?? 0
        // The first matching rule decides the answer. The delays of all matching rules add up.
        else fault.answer ??= createFaultAnswer(rule)
      }
      return fault
    },
  }
}

function matchesRequest({ method, path }: FaultRule, actual: string, url: string): boolean {
  return (method === undefined || method.toUpperCase() === actual) && (path === undefined || url.includes(path))
}

function createFaultAnswer({ kind, when = 'before', status = 500, retryAfterSeconds }: FaultRule): FaultAnswer {
  if (kind === 'truncate') return { kind, when: 'after' }
  if (kind === 'reset' || kind === 'hang') return { kind, when }
  const text =
    kind === 'html'
      ? '<!doctype html><title>Error</title><h1>Something went wrong</h1>'
      : JSON.stringify({ errors: [{ status: String(status), title: 'Fault on purpose', detail: null, source: null }] })
  const headers: Record<string, string> = {
    'content-type': kind === 'html' ? 'text/html; charset=utf-8' : 'application/vnd.api+json',
  }
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return { kind: 'status', when, response: { status, headers, body: new TextEncoder().encode(text) } }
}

/** Throws a `StartupProblem` if the file cannot be read or is not a list of rules. */
export function readFaults(path: string, seed: string): Faults {
  const createProblem = (reason: string, cause?: unknown) =>
    new StartupProblem(
      `${path} cannot be used for --faults: ${reason}. It must be a JSON list of rules such as {"kind":"status","status":503,"path":"/containers","probability":0.1}.`,
      { cause },
    )
  let rules: unknown
  try {
    rules = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw createProblem(cause instanceof Error ? cause.message : String(cause), cause)
  }
  if (!Array.isArray(rules)) throw createProblem('it is no list')
  const wrong = rules.findIndex((rule) => !isRule(rule))
  if (wrong !== -1) throw createProblem(`rule ${wrong + 1} is not one`)
  return createFaults(rules as FaultRule[], seed)
}

function isRule(rule: unknown): rule is FaultRule {
  if (!isObject(rule) || !KINDS.includes(rule['kind'])) return false
  const { probability = 1, when = 'before', status = 500 } = rule
  const areNumbers = ['times', 'latencyMs', 'retryAfterSeconds'].every(
    (name) => rule[name] === undefined || (typeof rule[name] === 'number' && rule[name] >= 0),
  )
  const areTexts = ['method', 'path'].every((name) => rule[name] === undefined || typeof rule[name] === 'string')
  const isShare = typeof probability === 'number' && probability >= 0 && probability <= 1
  return (
    areNumbers &&
    areTexts &&
    isShare &&
    (when === 'before' || when === 'after') &&
    Number.isInteger(status) &&
    Number(status) >= 200 &&
    Number(status) <= 599
  )
}
