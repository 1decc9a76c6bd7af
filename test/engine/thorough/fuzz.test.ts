// Every call to the engine and the host gets an answer, errors have a code, and no call hangs. FUZZ_CASES and FUZZ_SEED
// run more by hand.
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { engineContract } from '#contract/index.ts'
import { answer } from '#contract/rpc.ts'
import { shell } from '#contract/shell.ts'
import { createCallFuzzing } from '#support/call-fuzzing.ts'
import { SERVICE_ADDRESS, openHost } from '#support/host.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'

const CASES = Number(process.env['FUZZ_CASES'] ?? 600)
const SEED = process.env['FUZZ_SEED'] ?? '1'
/** Longer than any timeout of the engine. */
const ANSWERED_WITHIN_MS = 180_000

const getCode = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
const formatCall = (name: string, input: unknown) => `${name} ${inspect(input, { depth: 4 }).slice(0, 300)}`

test(`${CASES} odd calls to the engine are answered with a code`, { timeout: 3_600_000 }, async () => {
  const engine = await startSyncedEngine({ containers: 12, isLimited: false })
  const rows = await loadAllRows(engine)
  const fuzzing = createCallFuzzing(
    SEED,
    engineContract,
    rows.flatMap(({ id, number, shipmentId }) => [id, number, shipmentId ?? id]),
  )
  const violations: string[] = []
  const codes = new Map<string, number>()
  const { client } = engine as { client: { call: (name: string, input: unknown) => Promise<unknown> } }
  for (let n = 0; n < CASES; n++) {
    const { name, input } = fuzzing.next()
    let isAnswered = false
    const answered = getCode(client.call(name, input)).finally(() => {
      isAnswered = true
    })
    await engine.clock.advanceUntil(() => isAnswered, ANSWERED_WITHIN_MS)
    const code = await answered
    codes.set(code, (codes.get(code) ?? 0) + 1)
    if (code === 'internal')
      violations.push(`${n}: ${formatCall(name, input)}: ${engine.errors.at(-1)?.slice(0, 400) ?? ''}`)
    engine.errors.length = 0
  }
  expect(violations).toEqual([])
  // The cases must include valid and invalid calls.
  expect(
    [codes.get('answered') ?? 0, codes.get('contract/invalid-input') ?? 0].every((count) => count > CASES / 10),
  ).toBe(true)
})

test(`${CASES} odd calls to the host are answered with a code`, { timeout: 600_000 }, async () => {
  const { host } = openHost()
  await host.handlers['account.connect']({ serviceUrl: SERVICE_ADDRESS, apiKey: 'k', keep: 'file' })
  const fuzzing = createCallFuzzing(SEED, shell, ['main', 'sample', 'account-1', SERVICE_ADDRESS])
  const violations: string[] = []
  for (let n = 0; n < CASES; n++) {
    const { name, input } = fuzzing.next()
    const code = await getCode(answer(shell, host.handlers, { name, input }, { checkOutput: true }))
    if (!['answered', ...HOST_CODES].some((expectedCode) => code === expectedCode || code.startsWith(expectedCode)))
      violations.push(`${n}: ${formatCall(name, input)}: ${code}`)
  }
  expect(violations).toEqual([])
})

/** Groups of error codes of the host. */
const HOST_CODES = ['shell/', 'contract/', 'db/']
