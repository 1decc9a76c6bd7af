// A reference changed without a network: shown at once with a mark, still there after a restart, sent when the service
// is back. A conflict with another user's change is resolved by hand. Programs run 20 times faster than the wall clock.
import { expect, test } from 'vitest'
import { makeFolder, startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Host, startHost } from './host.ts'
import { type Service, portOf, setStage } from './stage.ts'

const stage = setStage()
const RATE = 20

type Desk = {
  service: Service
  host: Host
  restartHost: () => Promise<Host>
  restartService: (port: number) => Promise<Service>
}

async function startDesk(): Promise<Desk> {
  // The service stores what clients write and keeps it over a restart.
  const world = [
    '--no-limit',
    '--clock-rate',
    String(RATE),
    '--seed',
    '1',
    '--containers',
    '20',
    '--data-dir',
    makeFolder(),
  ]
  const service = await startService(...world)
  const dataDir = makeFolder()
  const restartHost = () => startHost({ dataDir, service: service.ready, rate: RATE })
  return {
    service,
    host: await restartHost(),
    restartHost,
    restartService: (port) => startService(...world, '--port', String(port)),
  }
}

async function openContainer(board: Board): Promise<string> {
  await board.goTo('containers')
  await board.hasRows()
  await board.openRow(0)
  return (await board.rows())[0]!.id
}

async function addRef(board: Board, word: string): Promise<void> {
  await board.by('change-refs').click()
  await eventually(() => board.focused()).toBe('add-refs')
  await board.page.keyboard.type(word)
  await board.press('Enter', 'Enter')
  await eventually(() => board.by('add-refs').count()).toBe(0)
}

/** Changes a value directly at the service, like its web application. */
async function refsAt({ ready }: Service, id: string): Promise<unknown> {
  const answer = await fetch(`${ready.url}/containers/${id}`, { headers: { authorization: `Token ${ready.key}` } })
  return ((await answer.json()) as { data: { attributes: Record<string, unknown> } }).data.attributes['ref_numbers']
}

async function changeAt({ ready }: Service, id: string, refs: string[]): Promise<void> {
  const body = JSON.stringify({ data: { type: 'container', id, attributes: { ref_numbers: refs } } })
  const answer = await fetch(`${ready.url}/containers/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Token ${ready.key}`, 'content-type': 'application/vnd.api+json' },
    body,
  })
  expect(answer.status).toBe(200)
}

const offline = (board: Board) => eventually(() => board.says('sync-chip')).toMatch(/^Offline since/)

test('story 5: a reference changed offline is shown as waiting, survives a restart and reaches the service', async () => {
  const { service, host, restartHost, restartService } = await startDesk()
  const port = portOf(service.ready.url)
  const board = await stage.open(host)
  await board.hasAll(20)
  await service.stop()
  await offline(board)
  const id = await openContainer(board)
  await addRef(board, 'PO-4711')
  await eventually(() => board.says('fact-refs')).toMatch(/PO-4711.*Waiting to be sent Undo$/)
  await eventually(() => board.says('edits-waiting')).toBe('1 edit pending: offline. See edits')
  await board.press('g', 'e')
  await eventually(() => board.by('edit-card').count()).toBe(1)
  await board.close()
  // Like a power cut: nothing is closed properly.
  await host.stop('SIGKILL')

  const after = await stage.open(await restartHost())
  await offline(after)
  await openContainer(after)
  await eventually(() => after.says('fact-refs')).toMatch(/PO-4711.*Waiting to be sent/)
  const restartedService = await restartService(port)
  await eventually(() => refsAt(restartedService, id)).toEqual(expect.arrayContaining(['PO-4711']))
  await eventually(() => after.says('fact-refs')).toMatch(/PO-4711$/)
  await eventually(() => after.by('edits-waiting').count()).toBe(0)
})

test('story 5: after a change by another user both values are shown until one is chosen', async () => {
  const { service, host, restartService } = await startDesk()
  const board = await stage.open(host)
  await board.hasAll(20)
  await service.stop()
  await offline(board)
  const id = await openContainer(board)
  await addRef(board, 'MINE-1')
  // The service has a new address, which the host does not know.
  const elsewhere = await restartService(0)
  await changeAt(elsewhere, id, ['THEIRS-1'])
  await elsewhere.stop()
  const restartedService = await restartService(portOf(service.ready.url))
  await eventually(() => board.by('edits-deciding').count()).toBe(1)
  await eventually(async () => [await board.says('edit-mine'), await board.says('edit-theirs')]).toEqual([
    expect.stringContaining('MINE-1'),
    'THEIRS-1',
  ])
  expect(await refsAt(restartedService, id)).toEqual(['THEIRS-1'])
  await board.by('keep-mine').click()
  await eventually(() => refsAt(restartedService, id)).toEqual(expect.arrayContaining(['MINE-1']))
  await eventually(() => board.by('edits-deciding').count()).toBe(0)
})
