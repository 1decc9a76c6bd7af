// A number added without a network: stored, shown as waiting, still there after a restart, and sent exactly once
// when the service is back.
import { expect, test } from 'vitest'
import { startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { startHost } from './host.ts'
import { answersToNewRequests, portOf, setStage, startConnected } from './stage.ts'

const stage = setStage()
const RATE = 20
/** This number succeeds at the service: its request becomes `created` within a minute. */
const CONTAINER = { number: 'EGHU3004126', scac: 'EGLV' }
const WORLD = ['--seed', '1', '--containers', '20']

const offline = (board: Board) => eventually(() => board.says('sync-chip')).toMatch(/^Offline since/)

test('story 7: a number added offline waits, survives a restart and is sent exactly once', async () => {
  const { service, host, dataDir } = await startConnected(WORLD, RATE)
  const { url } = service.ready
  const startAgain = () => startHost({ dataDir, service: service.ready, rate: RATE })
  const board = await stage.open(host)
  await board.hasAll(20)
  await service.stop()
  await offline(board)

  await board.typeNumber(CONTAINER.number)
  await eventually(() => board.says('number-check')).toBe('Container number, check digit correct.')
  await eventually(() => board.says('add-line')).toContain('suggested by Quaywatch from the prefix')
  expect(await board.says('add-note')).toBe('Quaywatch saves it, and sends it once the service responds.')
  await board.addNumber(CONTAINER.number, CONTAINER.scac)
  await board.press('g', 'r')
  await eventually(() => board.request(CONTAINER.number)).toMatchObject({
    state: 'Waiting to send',
    reason: expect.stringMatching(
      /^(Saved on this computer|Not sent: The tracking service cannot be reached)\. Quaywatch sends it automatically as soon as possible\./,
    ) as string,
  })
  expect(await board.says('unsent')).toBe(
    '1 request pending: offline. Quaywatch sends it automatically once the service responds.',
  )
  await board.typeNumber(CONTAINER.number)
  await eventually(() => board.says('number-check')).toMatch(
    /^This number is already saved and waiting to be sent\. Open it/,
  )
  await board.close()
  // Like a power cut: nothing is closed properly.
  await host.stop('SIGKILL')

  const next = await startAgain()
  const after = await stage.open(next)
  await offline(after)
  await after.goTo('requests')
  await eventually(() => after.request(CONTAINER.number)).toMatchObject({ state: 'Waiting to send' })

  const restartedService = await startService(
    '--no-limit',
    '--clock-rate',
    String(RATE),
    ...WORLD,
    '--port',
    String(portOf(url)),
  )
  await eventually(() => answersToNewRequests(restartedService)).toEqual([201])
  await after.by('scope-all').click()
  await eventually(() => after.request(CONTAINER.number)).toMatchObject({
    state: 'Tracked',
    reason: 'Tracking 1 container.',
  })
  expect(await after.by('unsent').count()).toBe(0)
  await after.goTo('containers')
  await eventually(async () => (await after.count()).all).toBe(21)
  await after.close()
  await next.stop()

  const last = await startAgain()
  const latest = await stage.open(last)
  await latest.hasAll(21)
  expect(await answersToNewRequests(restartedService)).toEqual([201])
})
