// Another server answers at the service's address: the app explains that, and changes no stored data.
import { once } from 'node:events'
import { type Server, type ServerResponse, createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { type Connected, readPort, createStage, startConnected } from './stage.ts'

const stage = createStage()
const RATE = 20

const OVER_LIMIT = 'a service whose limit is reached'

type BadService = { answer: (response: ServerResponse) => void; chip: RegExp; reason: string }

/** The kinds of servers that answer at the address of the service. */
const badServices: Record<string, BadService> = {
  'a web page': {
    answer: (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body>Sign in to the hotel network</body></html>'),
    chip: /^Service trouble since \d\d:\d\d: showing saved data$/,
    reason: 'The response from this address is not from the tracking service.',
  },
  'half an answer': {
    answer: (response) =>
      response
        .writeHead(200, { 'content-type': 'application/vnd.api+json' })
        .end('{"data":[{"type":"container","id":"1","attr'),
    chip: /^Service trouble since/,
    reason: 'Quaywatch could not read the service’s response.',
  },
  'a broken server': {
    answer: (response) =>
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"errors":[{"status":"500"}]}'),
    chip: /^Service trouble since/,
    reason: 'The tracking service had an internal problem.',
  },
  [OVER_LIMIT]: {
    answer: (response) =>
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' })
        .end('{"errors":[{"status":"429"}]}'),
    chip: /^Rate limit: next try /,
    reason: 'The key has reached its request limit.',
  },
  // This case is the last, because the engine sends no request after it.
  'a service that does not know the key': {
    answer: (response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"errors":[{"status":"401"}]}'),
    chip: /^Key rejected · data from \d\d:\d\d$/,
    reason: 'The service refuses this key.',
  },
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function startBadService(port: number, answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response))
  servers.push(server)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/v2`
}

/** Requests a sync at once, like an impatient user, and waits for the expected text in the details. */
async function expectFailure(board: Board, { chip, reason }: BadService): Promise<void> {
  await board.by('sync-chip').click()
  await board.by('reread-all').click()
  await eventually(() =>
    board.page
      .locator('.details .error')
      .innerText()
      .catch(() => ''),
  ).toContain(reason)
  await eventually(() => board.textOf('sync-chip')).toMatch(chip)
  await board.press('Escape')
}

async function startWithContainers(
  containerCount: number,
): Promise<{ board: Board; port: number; service: Connected['service'] }> {
  const { service, host } = await startConnected(['--containers', String(containerCount)], RATE)
  const board = await stage.open(host)
  await board.waitForContainers(containerCount)
  return { board, service, port: readPort(service.ready.url) }
}

describe('another server at the service’s address', () => {
  test('story 5: 429, 401, 5xx, a web page and half an answer each have their own message, and the rows remain', async () => {
    const { board, service, port } = await startWithContainers(20)
    const savedIds = await board.ids()
    await service.stop()
    let { answer } = badServices['a web page']!
    await startBadService(port, (response) => answer(response))
    for (const [name, badService] of Object.entries(badServices)) {
      answer = badService.answer
      await expectFailure(board, badService)
      expect(await board.ids(), name).toEqual(savedIds)
      expect((await board.count()).all, name).toBe(20)
    }
  })

  test('story 5: none of these answers is accepted in Settings, and each is refused with its own text', async () => {
    const { board } = await startWithContainers(5)
    await board.goTo('settings')
    // After 429 the key has to wait for a minute, also at another address.
    for (const [name, { answer, reason }] of Object.entries(badServices)) {
      if (name === OVER_LIMIT) continue
      await board.connect(await startBadService(0, answer), 'a-key')
      await eventually(() => board.by('connect-failure').innerText()).toContain(reason)
    }
    await board.goTo('lfd')
    await eventually(() => board.textOf('sync-chip')).toMatch(/^Live/)
  })
})
