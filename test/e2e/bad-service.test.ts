// Something answers at the service's address, but not as it should: told in plain words, and nothing saved is touched.
import { once } from 'node:events'
import { type Server, type ServerResponse, createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { portOf, setStage, startConnected } from './stage.ts'

const stage = setStage()
const RATE = 20

/** What stands at the address instead of the service. */
const impostors: Record<string, { answer: (response: ServerResponse) => void; chip: RegExp; reason: string }> = {
  'a web page': {
    answer: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in to the hotel network</body></html>'),
    chip: /^Service trouble since \d\d:\d\d: showing saved data$/,
    reason: 'Something answered at this address, but it is not the tracking service.',
  },
  'half an answer': {
    answer: (response) => response.writeHead(200, { 'content-type': 'application/vnd.api+json' }).end('{"data":[{"type":"container","id":"1","attr'),
    chip: /^Service trouble since/,
    reason: 'The service’s answer could not be read.',
  },
  'a broken server': {
    answer: (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{"errors":[{"status":"500"}]}'),
    chip: /^Service trouble since/,
    reason: 'The service reports a fault of its own.',
  },
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function answerAlways(port: number, answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => { answer(response) })
  servers.push(server)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/v2`
}

async function reasonBehind(board: Board): Promise<string> {
  await board.by('sync-chip').click()
  const reason = await board.page.locator('.details .error').innerText()
  await board.page.keyboard.press('Escape')
  return reason
}

describe('a service that is not what it was', () => {
  test.for(Object.entries(impostors))('%s in its place is told in plain words, and the rows stay', async ([, { answer, chip, reason }]) => {
    const { service, host } = await startConnected(['--containers', '20'], RATE)
    const board = await stage.open(host)
    await board.hasAll(20)
    const saved = await board.ids()
    await service.stop()
    await answerAlways(portOf(service.ready.url), answer)
    await eventually(() => board.says('sync-chip'), 60_000).toMatch(chip)
    expect(await reasonBehind(board)).toContain(reason)
    expect(await board.ids()).toEqual(saved)
    expect((await board.count()).all).toBe(20)
  })

  test.for(Object.entries(impostors))('%s is refused in Settings before it is stored', async ([, { answer, reason }]) => {
    const { host } = await startConnected(['--containers', '5'])
    const board = await stage.open(host)
    await board.goTo('settings')
    await board.connect(await answerAlways(0, answer), 'a-key')
    await eventually(() => board.by('connect-failure').innerText()).toContain(reason)
    await board.goTo('lfd')
    await eventually(() => board.says('sync-chip')).toMatch(/^Live/)
  })
})
