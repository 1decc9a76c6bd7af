// The user changes a reference without a network. The row shows it at once, marked as waiting, and also after a
// restart. It is sent when the service is back. The user resolves a conflict with another user's change. Programs run
// 20 times faster than the wall clock. Stories are in docs/testing.md.
import { expect, test } from 'vitest'
import { makeFolder, startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Host, startHost } from './host.ts'
import { addReference, changeServiceRefs, loadServiceRefs } from './references.ts'
import { type Service, readPort, createStage } from './stage.ts'

const stage = createStage()
const RATE = 20

type Programs = {
  service: Service
  host: Host
  startTestHost: () => Promise<Host>
  restartService: (port: number) => Promise<Service>
}

async function startPrograms(): Promise<Programs> {
  // The service stores what clients write and keeps it over a restart.
  const serviceArgs = [
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
  const service = await startService(...serviceArgs)
  const dataDir = makeFolder()
  const startTestHost = () => startHost({ dataDir, service: service.ready, rate: RATE })
  return {
    service,
    host: await startTestHost(),
    startTestHost,
    restartService: (port) => startService(...serviceArgs, '--port', String(port)),
  }
}

async function openContainer(board: Board): Promise<string> {
  await board.goTo('containers')
  await board.waitForRows()
  await board.openRow(0)
  return (await board.rows())[0]!.id
}

const waitUntilOffline = (board: Board) => eventually(() => board.textOf('sync-chip')).toMatch(/^Offline since/)

test('story 5: a reference changed offline is shown as waiting, survives a restart and reaches the service', async () => {
  const { service, host, startTestHost, restartService } = await startPrograms()
  const port = readPort(service.ready.url)
  const board = await stage.open(host)
  await board.waitForContainers(20)
  await service.stop()
  await waitUntilOffline(board)
  const id = await openContainer(board)
  await addReference(board, 'PO-4711')
  await eventually(() => board.textOf('fact-refs')).toMatch(/PO-4711.*Waiting to be sent Undo$/)
  await eventually(() => board.textOf('edits-waiting')).toBe('1 edit pending: offline. See edits')
  await board.press('g', 'e')
  await eventually(() => board.by('edit-card').count()).toBe(1)
  await board.close()
  // Like a power cut: nothing is closed properly.
  await host.stop('SIGKILL')

  const boardAfterRestart = await stage.open(await startTestHost())
  await waitUntilOffline(boardAfterRestart)
  await openContainer(boardAfterRestart)
  await eventually(() => boardAfterRestart.textOf('fact-refs')).toMatch(/PO-4711.*Waiting to be sent/)
  const restartedService = await restartService(port)
  await eventually(() => loadServiceRefs(restartedService, id)).toEqual(expect.arrayContaining(['PO-4711']))
  await eventually(() => boardAfterRestart.textOf('fact-refs')).toMatch(/PO-4711$/)
  await eventually(() => boardAfterRestart.by('edits-waiting').count()).toBe(0)
})

test('story 5: after a change by another user both values are shown until the user chooses one', async () => {
  const { service, host, restartService } = await startPrograms()
  const board = await stage.open(host)
  await board.waitForContainers(20)
  await service.stop()
  await waitUntilOffline(board)
  const id = await openContainer(board)
  await addReference(board, 'MINE-1')
  // The service restarts at another port, so that the host cannot send its edit before the other user's change.
  const unreachableService = await restartService(0)
  await changeServiceRefs(unreachableService, id, ['THEIRS-1'])
  await unreachableService.stop()
  const restartedService = await restartService(readPort(service.ready.url))
  await eventually(() => board.by('edits-deciding').count()).toBe(1)
  await eventually(async () => [await board.textOf('edit-mine'), await board.textOf('edit-theirs')]).toEqual([
    expect.stringContaining('MINE-1'),
    'THEIRS-1',
  ])
  expect(await loadServiceRefs(restartedService, id)).toEqual(['THEIRS-1'])
  await board.by('keep-mine').click()
  await eventually(() => loadServiceRefs(restartedService, id)).toEqual(expect.arrayContaining(['MINE-1']))
  await eventually(() => board.by('edits-deciding').count()).toBe(0)
})
