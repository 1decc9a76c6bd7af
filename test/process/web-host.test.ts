// Runs the browser host like a user: its output and exit codes, a lost service, a second host on the same folder,
// hostile requests, and damaged or protected files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { SyncState } from '#contract/sync.ts'
import { endPrograms, makeFolder, startHost, startService } from '#support/programs.ts'
import {
  type Page,
  type SocketHeaders,
  getCloseCode,
  openPage,
  openSession,
  openShell,
  openSocket,
} from '#support/web-page.ts'
import { getHostState, pollUntil, countContainers, waitForNextAddress } from '#support/running-host.ts'
import { MAX_MESSAGE_BYTES } from '../../src/web/sockets.ts'

const HOST = fileURLToPath(new URL('../../out/web/host.js', import.meta.url))

afterEach(endPrograms)
const getSyncState = async ({ engine }: Page): Promise<SyncState> => (await engine.call('sync.status', {})).state

/** The ids of all child processes, as Linux reports them. */
function listChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

test('the host with --sample loads the sample, restarts a crashed sample service, and ends its processes', async () => {
  const host = await startHost('--sample', '--data-dir', makeFolder())
  const page = await openPage(host.ready.url)
  expect(await getHostState(page)).toMatchObject({
    host: 'browser',
    isSample: true,
    hasKey: true,
    failures: [],
    engineFailure: null,
  })
  await pollUntil(
    () => countContainers(page),
    (count) => count === 60,
  )
  const [servicePid] = listChildren(host.child.pid!)
  process.kill(servicePid!, 'SIGKILL')
  const [restartedPid] = await pollUntil(
    () => listChildren(host.child.pid!),
    (pids) => pids.length === 1 && pids[0] !== servicePid,
  )
  await page.engine.call('sync.refresh', {})
  await pollUntil(
    () => getSyncState(page),
    (state) => state === 'live',
  )
  expect(await host.stop()).toBe(0)
  await pollUntil(
    () => readdirSync('/proc').includes(String(restartedPid)),
    (isRunning) => !isRunning,
  )
})

test('without the service, saved data is shown with its age, and the host recovers automatically', async () => {
  const args = ['--containers', '150', '--clock-rate', '20', '--start', '2026-11-20T17:00:00Z']
  const service = await startService(...args)
  const dataDir = makeFolder()
  const host = await startHost(
    '--data-dir',
    dataDir,
    '--service-url',
    service.ready.url,
    '--api-key',
    service.ready.key,
    '--clock-rate',
    '20',
  )
  const page = await openPage(host.ready.url)
  await pollUntil(
    async () => (await page.engine.call('sync.status', {})).lastCompleteAt,
    (lastCompleteAt) => lastCompleteAt !== null,
  )
  await service.stop('SIGKILL')
  await pollUntil(
    () => getSyncState(page),
    (state) => state === 'offline',
  )
  const offline = await page.engine.call('sync.status', {})
  expect([await countContainers(page), offline.error?.code]).toEqual([150, 'api/offline'])
  // The engine may still store an answer that arrived just before the service ended, so the first status is skipped.
  const first = await pollUntil(
    () => page.engine.call('sync.status', {}),
    ({ now }) => now > offline.now,
  )
  const later = await pollUntil(
    () => page.engine.call('sync.status', {}),
    ({ now }) => now > first.now,
  )
  expect(later.lastSuccessAt).toBe(first.lastSuccessAt)
  await startService(...args, '--port', new URL(service.ready.url).port)
  await pollUntil(
    () => getSyncState(page),
    (state) => state === 'live',
  )
  expect(await countContainers(page)).toBe(150)
})

/**
 * Reads every file below a folder, but only the names of databases, which a running engine writes. Log files are left
 * out, because the host that owns the folder writes a line for each answer of the service.
 */
function readFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.endsWith('logs'),
  )
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      /\.db(-wal|-shm)?$/.test(name) ? '' : readFileSync(join(parentPath, name), 'utf8'),
    ]),
  )
}

test('the second host on a folder reports that it is in use, writes nothing, and continues after the first has ended', async () => {
  const service = await startService('--containers', '2')
  const dataDir = makeFolder()
  const first = await startHost('--data-dir', dataDir)
  const ownShell = await openShell(first.ready.url)
  const second = await startHost('--data-dir', dataDir)
  const shell = await openShell(second.ready.url)
  const inUse = { code: 'db/in-use', details: { folder: dataDir } }
  expect(await shell.call('host.get', {})).toMatchObject({ engineFailure: inUse })
  await ownShell.call('account.add', {
    name: 'Of the first',
    serviceUrl: service.ready.url,
    apiKey: service.ready.key,
    keep: 'file',
  })
  const filesBefore = readFiles(dataDir)
  const connection = { serviceUrl: service.ready.url, apiKey: 'another', keep: 'file' } as const
  for (const write of [
    () => shell.call('host.setTheme', { theme: 'dark' }),
    () => shell.call('account.add', { name: 'Of the second', ...connection }),
    () => shell.call('account.connect', { ...connection, replaces: true }),
    () => shell.call('account.rename', { id: 'main', name: 'Renamed' }),
    () => shell.call('account.remove', { id: 'main', deletesData: true }),
    () => shell.call('account.forgetKey', {}),
    () => shell.call('account.switch', { id: 'sample' }),
  ])
    await expect(write()).rejects.toMatchObject(inUse)
  await shell.call('engine.restart', {})
  expect(await shell.call('host.get', {})).toMatchObject({
    theme: 'system',
    engineFailure: inUse,
    account: { name: 'Of the first' },
  })
  expect(readFiles(dataDir)).toEqual(filesBefore)
  await first.stop()
  await shell.call('engine.restart', {})
  const page = await openPage(await waitForNextAddress(second))
  await pollUntil(
    () => countContainers(page),
    (count) => count === 2,
  )
  await page.shell.call('host.setTheme', { theme: 'dark' })
  expect(await getHostState(page)).toMatchObject({
    theme: 'dark',
    engineFailure: null,
    account: { name: 'Of the first' },
  })
})

test('sockets with a wrong origin, cookie, secret, size or rate change nothing, and other pages are still served', async () => {
  const host = await startHost('--data-dir', makeFolder())
  const address = host.ready.url
  const ownSession = await openSession(address)
  const page = await openPage(await waitForNextAddress(host))
  const createCall = (id: number, name: string, input: object) => JSON.stringify({ type: 'call', id, name, input })
  const setDarkTheme = createCall(1, 'host.setTheme', { theme: 'dark' })
  const connectWith = async (headers: SocketHeaders, secret = ownSession.secret) => {
    const socket = openSocket(ownSession, '/ws/shell', headers)
    socket.on('open', () => {
      for (const text of [JSON.stringify({ secret }), setDarkTheme]) socket.send(text)
    })
    return getCloseCode(socket, null)
  }
  expect([
    await connectWith({ host: 'evil.example', origin: 'http://evil.example' }),
    await connectWith({ host: `evil.example:${new URL(address).port}` }),
    await connectWith({ origin: 'https://evil.example' }),
    await connectWith({ origin: 'null' }),
    await connectWith({ cookie: '' }),
    await connectWith({}, 'guessed'),
  ]).toEqual([-1, -1, -1, -1, 4401, 4401])
  await expect(openSession(address)).rejects.toThrow('403')

  const openOwnSocket = async () => {
    const socket = openSocket(ownSession, '/ws/shell')
    await once(socket, 'open')
    socket.send(JSON.stringify({ secret: ownSession.secret }))
    await once(socket, 'message')
    return socket
  }
  const oversized = await openOwnSocket()
  oversized.send(createCall(1, 'host.setTheme', { theme: 'dark', padding: 'x'.repeat(MAX_MESSAGE_BYTES) }))
  expect((await once(oversized, 'close'))[0]).toBe(1009)
  const flooding = await openOwnSocket()
  for (let id = 1; id < 10_000; id++) flooding.send(createCall(id, 'host.get', {}))
  flooding.send(setDarkTheme)
  const answers = Promise.all(Array.from({ length: 20 }, () => getHostState(page)))
  expect((await once(flooding, 'close'))[0]).toBe(1008)
  expect((await answers).map(({ theme }) => theme)).toEqual(Array.from({ length: 20 }, () => 'system'))
  expect((await getHostState(page)).theme).toBe('system')
  // The session itself is still valid.
  const laterSocket = await openOwnSocket()
  laterSocket.close()
})

test('with an invalid database file the host starts, reports it, and does not delete the file', async () => {
  const dataDir = makeFolder()
  await (await startHost('--data-dir', dataDir)).stop()
  writeFileSync(join(dataDir, 'accounts', 'main', 'mirror.db'), 'x'.repeat(10_000))
  const page = await openPage((await startHost('--data-dir', dataDir)).ready.url)
  const { notices } = await page.engine.call('sync.status', {})
  expect(notices.map(({ code }) => code)).toEqual(['db/mirror-rebuilt'])
  const backup = readdirSync(join(dataDir, 'accounts', 'main')).find((name) => name.startsWith('broken-'))
  expect(readFileSync(join(dataDir, 'accounts', 'main', backup!, 'mirror.db'), 'utf8')).toBe('x'.repeat(10_000))
})

test.each([
  [['--port', 'x'], /^--port must be a whole number/],
  [['--data-dir', '/dev/null/x'], /^The folder \/dev\/null\/x cannot be written to\. Choose another with --data-dir\./],
  [['--nonsense'], /^Unknown option '--nonsense'/],
])('the host ends with code 2 and a message for %j', async (args, message) => {
  const child = spawn(process.execPath, [HOST, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [errors, output] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  expect(await once(child, 'close')).toEqual([2, null])
  expect(errors).toMatch(message)
  expect(output).toBe('')
})

const dataPaths = [
  '',
  'host.json',
  'lock.db',
  'accounts',
  'accounts/main',
  'accounts/main/api-key',
  'accounts/main/lock.db',
]
/** Root can read every file, so a test that runs as root starts the host as the user `nobody`. */
const unprivilegedUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

// Windows has no such permissions.
test.each(process.platform === 'win32' ? [] : dataPaths)(
  'the host without access to %j in its data folder ends with code 2 and names that path',
  async (path) => {
    const dataDir = makeFolder()
    await (await startHost('--data-dir', dataDir)).stop()
    for (const name of ['host.json', 'accounts/main/api-key']) writeFileSync(join(dataDir, name), '{}')
    // Files come before their folders, because a folder without permissions cannot be entered.
    for (const name of dataPaths.toReversed()) chmodSync(join(dataDir, name), name === path ? 0o000 : 0o777)
    const child = spawn(process.execPath, [HOST, '--no-open', '--data-dir', dataDir], {
      ...unprivilegedUser,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    const exit = await once(child, 'close')
    // Restored so that the folder can be removed.
    chmodSync(join(dataDir, path), 0o777)
    expect(exit).toEqual([2, null])
    expect(errors).toMatch(
      path === ''
        ? /cannot be written to\. Choose another with --data-dir\./
        : /belongs to another user.*sudo chown -R.*Or choose another folder with --data-dir\./,
    )
    expect(errors).toContain(join(dataDir, path))
    expect(errors).not.toContain(' at ')
  },
)
