// Single requests of a follower: the leader sends those on its white list, and the follower gets the answer.
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { ApiAnswer, ApiRequest } from '#engine/api/client.ts'
import { getErrorCode } from '#support/error-code.ts'
import { ask, claim, endLease, lead, readTask } from '#support/office-calls.ts'
import { addressOf } from '#support/office-model/filled.ts'
import { createOfficeModelWorld, openTaskDesktop } from '#support/office-tasks.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1_000
const signal = new AbortController().signal
const infer = {
  method: 'POST',
  path: '/tracking_requests/infer_number',
  priority: 0,
  body: { number: 'MSCU1' },
  signal,
} as const
const create = { method: 'POST', path: '/documents', priority: 1, body: { data: 1 }, signal } as const

const neverAnswer = ({ signal: ending }: ApiRequest) =>
  new Promise<string>((_, reject) => {
    ending.addEventListener('abort', () => reject(ending.reason as Error))
  })

/** `sent`: the requests that the leader sent. */
async function openOffice(respond: (request: ApiRequest) => Promise<string> = () => Promise.resolve('{"data":"é"}')) {
  const world = await createOfficeModelWorld()
  const sent: ApiRequest[] = []
  const request = async (given: ApiRequest): Promise<ApiAnswer> => {
    sent.push(given)
    const bytes = Buffer.from(await respond(given))
    return { status: 200, bytes, requestSeq: 7, isOlderThan: () => false }
  }
  Object.assign(world.api, { client: { request, decode: () => Promise.reject(new AppError('api/malformed')) } })
  const [lea, leo, ben] = await Promise.all(['lea', 'leo', 'ben'].map((login) => openTaskDesktop(world, login)))
  return { ...world, sent, lea: lea!, leo: leo!, ben: ben! }
}

test('the leader sends a request of a follower, which gets the answer letter by letter', async () => {
  const { clock, sent, lea, ben } = await openOffice()
  await lea.lead()
  const answer = await clock.advanceUntilSettled(ben.tasks.relayClient.request(infer))
  expect(sent).toMatchObject([{ method: 'POST', path: infer.path, bucket: 'infer', body: infer.body }])
  expect(Buffer.from(answer.bytes).toString()).toBe('{"data":"é"}')
  expect([answer.status, answer.requestSeq, answer.isOlderThan(8)]).toEqual([200, 7, true])
})

test('a failure of the service is the failure of the follower’s request', async () => {
  const failure = new AppError('api/refused', { status: 422, reason: 'unknown', serviceCode: null, pointer: null })
  const { clock, lea, ben } = await openOffice(() => Promise.reject(failure))
  await lea.lead()
  const asked = ben.tasks.relayClient.request(infer).catch((error: unknown) => error)
  expect(await clock.advanceUntilSettled(asked)).toMatchObject({ code: 'api/refused', details: failure.details })
})

test('without a leader a request ends after its patience, and no later leader sends it', async () => {
  const { clock, sent, lea, ben } = await openOffice()
  const asked = getErrorCode(ben.tasks.relayClient.request({ ...infer, patienceMs: 15_000 }))
  expect(await clock.advanceUntilSettled(asked)).toBe('api/timeout')
  await lea.lead()
  await clock.advance(MINUTE_MS)
  expect(sent).toEqual([])
})

test('a request that its user gave up is withdrawn', async () => {
  const { clock, sent, lea, ben } = await openOffice()
  const ending = new AbortController()
  const asked = getErrorCode(ben.tasks.relayClient.request({ ...infer, signal: ending.signal }))
  await clock.advance(SECOND_MS)
  ending.abort(new AppError('engine/disconnected'))
  expect(await asked).toBe('engine/disconnected')
  await clock.advance(SECOND_MS)
  await lea.lead()
  await clock.advance(MINUTE_MS)
  expect(sent).toEqual([])
})

test.each([
  ['a read', infer, 2],
  ['the creation of a document', create, 1],
] as const)('%s, begun by a leader that died, is sent as often as it is harmless', async (_, request, times) => {
  const { clock, sent, lea, leo, ben } = await openOffice(neverAnswer)
  await lea.lead()
  const asked = getErrorCode(ben.tasks.relayClient.request(request))
  await clock.advance(SECOND_MS)
  await lea.crash()
  await leo.lead()
  expect(await clock.advanceUntilSettled(asked)).toBe('api/timeout')
  expect(sent).toHaveLength(times)
})

test('a link of the service to the next page is sent, one to another host is not', async () => {
  const { clock, sent, lea, ben } = await openOffice()
  await lea.lead()
  const { relayClient } = ben.tasks
  const read = (path: string) => relayClient.request({ path, priority: 1, signal })
  await clock.advanceUntilSettled(read('https://track.example/v2/documents?page%5Bnumber%5D=2&sort=-created_at'))
  expect(sent).toMatchObject([{ path: '/documents?page%5Bnumber%5D=2&sort=-created_at' }])
  expect(await getErrorCode(read('https://elsewhere.example/v2/documents?page=2'))).toBe('api/link-elsewhere')
})

test.each([
  { method: 'GET', path: '/containers/1', isRoot: false, isPlainJson: false },
  { method: 'POST', path: '/tracking_requests', isRoot: false, isPlainJson: false },
  { method: 'POST', path: '/documents/../tracking_requests', isRoot: false, isPlainJson: false },
  { method: 'GET', path: '//elsewhere.example/documents?a=1', isRoot: false, isPlainJson: false },
  { method: 'DELETE', path: '/documents', isRoot: false, isPlainJson: false },
])('the leader refuses $method $path', async (task) => {
  const { clock, model, sent, lea } = await openOffice()
  const modified = await model.connectFrom('modified').connect(addressOf('ben'), () => undefined)
  const ops = [crypto.randomUUID(), crypto.randomUUID()]
  await ask(modified, ops[0]!, { kind: 'read', payload: JSON.stringify(task) })
  await ask(modified, ops[1]!, { kind: 'file', payload: JSON.stringify(task) })
  await lea.lead()
  await clock.advance(SECOND_MS)
  for (const op of ops) expect(await readTask(modified, op)).toMatchObject({ state: 'REFUSED' })
  expect(sent).toEqual([])
})

test('a request that an earlier leader may have sent stays in doubt, although this leader would refuse it', async () => {
  const { clock, model, leo } = await openOffice()
  const op = crypto.randomUUID()
  const earlier = await model.connectFrom('earlier').connect(addressOf('lea'), () => undefined)
  await ask(earlier, op, {
    kind: 'file',
    payload: JSON.stringify({ ...create, path: '/documents/of-a-newer-version' }),
  })
  await claim(earlier, await lead(earlier))
  await endLease(model.owner)
  await leo.lead()
  await clock.advance(SECOND_MS)
  const task = await readTask(earlier, op)
  expect(JSON.parse(task?.answer ?? '')).toEqual({ failure: { code: 'api/timeout', details: {} } })
})

test('a follower sends nothing that is not on the list', async () => {
  const { ben } = await openOffice()
  expect(await getErrorCode(ben.tasks.relayClient.request({ path: '/containers', priority: 0, signal }))).toBe(
    'office/follows',
  )
})

test('the leader reads a container again for a follower', async () => {
  const office = await openOffice()
  const { clock, api, lea, ben } = office
  const reread: string[] = []
  api.reread = (id) => Promise.resolve(void reread.push(id))
  await lea.lead()
  await clock.advanceUntilSettled(ben.tasks.relayClient.reread('c1', signal))
  expect(reread).toEqual(['c1'])
})

test('the leader reads everything for followers, at most once in 5 s', async () => {
  const { clock, api, lea, leo, ben } = await openOffice()
  let count = 0
  api.refresh = () => Promise.resolve(void count++)
  await lea.lead()
  const refresh = (...desktops: (typeof ben)[]) =>
    clock.advanceUntilSettled(Promise.all(desktops.map(({ tasks }) => tasks.relayClient.refresh(signal))))
  await refresh(leo, ben)
  expect(count).toBe(1)
  await clock.advance(5 * SECOND_MS)
  await refresh(ben)
  expect(count).toBe(2)
})

test.each([
  ['a read', infer, 2, 'no error'],
  ['the creation of a document', create, 1, 'api/timeout'],
] as const)(
  '%s, whose answer did not reach the office, is sent as often as it is harmless',
  async (_, request, times, end) => {
    const { clock, sent, lea, ben } = await openOffice()
    await lea.lead()
    let lostAnswers = 0
    lea.setFault((sql) => (sql.includes('office.answer(') && lostAnswers++ === 0 ? 'lost-before' : null))
    const asked = getErrorCode(ben.tasks.relayClient.request(request))
    await clock.advance(SECOND_MS)
    await lea.reconnect()
    await clock.advance(5 * SECOND_MS)
    expect(await Promise.race([asked, Promise.resolve('no end yet')])).toBe(end)
    expect(sent).toHaveLength(times)
  },
)
