// A number that is added without a network is stored, is shown as waiting, survives a restart, and is sent exactly once
// when the service is back.
import { expect, test } from 'vitest'
import { startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { startHost } from './host.ts'
import { loadNewRequestStatuses, readPort, createStage, startConnected } from './stage.ts'

const stage = createStage()
const RATE = 20
/** This number succeeds at the service: its request becomes `created` within a minute. */
const CONTAINER = { number: 'EGHU3004126', scac: 'EGLV' }
const SERVICE_ARGS = ['--seed', '1', '--containers', '20']

const waitUntilOffline = (board: Board) => eventually(() => board.textOf('sync-chip')).toMatch(/^Offline since/)

test('story 7: a number added offline waits, survives a restart and is sent exactly once', async () => {
  const { service, host, dataDir } = await startConnected(SERVICE_ARGS, RATE)
  const { url } = service.ready
  const startHostAgain = () => startHost({ dataDir, service: service.ready, rate: RATE })
  const board = await stage.open(host)
  await board.waitForContainers(20)
  await service.stop()
  await waitUntilOffline(board)

  await board.typeNumber(CONTAINER.number)
  await eventually(() => board.textOf('number-check')).toBe('Container number, check digit correct.')
  await eventually(() => board.textOf('add-line')).toContain('suggested by Quaywatch from the prefix')
  expect(await board.textOf('add-note')).toBe('Quaywatch saves it, and sends it once the service responds.')
  await board.addNumber(CONTAINER.number, CONTAINER.scac)
  await board.press('g', 'r')
  await eventually(() => board.findRequest(CONTAINER.number)).toMatchObject({
    state: 'Waiting to send',
    reason: expect.stringMatching(
      /^(Saved on this computer|Not sent: The tracking service cannot be reached)\. Quaywatch sends it automatically as soon as possible\./,
    ) as string,
  })
  expect(await board.textOf('unsent')).toBe(
    '1 request pending: offline. Quaywatch sends it automatically once the service responds.',
  )
  await board.typeNumber(CONTAINER.number)
  await eventually(() => board.textOf('number-check')).toMatch(
    /^This number is already saved and waiting to be sent\. Open it/,
  )
  await board.close()
  // Like a power cut: nothing is closed properly.
  await host.stop('SIGKILL')

  const secondHost = await startHostAgain()
  const secondBoard = await stage.open(secondHost)
  await waitUntilOffline(secondBoard)
  await secondBoard.goTo('requests')
  await eventually(() => secondBoard.findRequest(CONTAINER.number)).toMatchObject({ state: 'Waiting to send' })

  const restartedService = await startService(
    '--no-limit',
    '--clock-rate',
    String(RATE),
    ...SERVICE_ARGS,
    '--port',
    String(readPort(url)),
  )
  await eventually(() => loadNewRequestStatuses(restartedService)).toEqual([201])
  await secondBoard.by('scope-all').click()
  await eventually(() => secondBoard.findRequest(CONTAINER.number)).toMatchObject({
    state: 'Tracked',
    reason: 'Tracking 1 container.',
  })
  expect(await secondBoard.by('unsent').count()).toBe(0)
  await secondBoard.goTo('containers')
  await eventually(async () => (await secondBoard.count()).all).toBe(21)
  await secondBoard.close()
  await secondHost.stop()

  const thirdHost = await startHostAgain()
  const thirdBoard = await stage.open(thirdHost)
  await thirdBoard.waitForContainers(21)
  expect(await loadNewRequestStatuses(restartedService)).toEqual([201])
})
