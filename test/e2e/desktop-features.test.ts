// Features that only the desktop app has, through Electron: files over its own scheme, the previewer's worker on that
// scheme, the system's clipboard, the keychain, notifications and the tray.
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfLines } from '#support/pdf.ts'
import { endPrograms, startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Desktop, endDesktops, startDesktop } from './desktop-host.ts'
import { type Service, createStage } from './stage.ts'

const stage = createStage()
let desktop: Desktop
let board: Board
let service: Service

beforeAll(async () => {
  service = await startService('--no-limit', '--seed', '1', '--containers', '30')
  desktop = await startDesktop({ service: service.ready })
  board = await stage.open(desktop, { permissions: ['clipboard-read', 'clipboard-write'] })
})
afterAll(async () => {
  await endDesktops()
  await endPrograms()
})

describe('a document', () => {
  const uploadFile = async (name: string, bytes: Uint8Array) => {
    await board.press('g', 'd')
    await board.by('file-chooser').setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
  }

  test('is uploaded and downloaded over the program’s own scheme, and is drawn by the previewer’s worker', async () => {
    await uploadFile('dropped.pdf', pdfLines('DELIVERY ORDER', 'Reference: DO-1'))
    await board.page.locator('[data-row="0"] [data-key=file]', { hasText: 'dropped.pdf' }).click()
    await board.press('Enter')
    const canvas = board.by('pdf-page')
    await board.page.locator('[data-testid=pdf-page]:not([data-drawn="0"])').waitFor()
    await eventually(() =>
      canvas.evaluate((element) => {
        const { width, height } = element as HTMLCanvasElement
        return (
          (element as HTMLCanvasElement)
            .getContext('2d')
            ?.getImageData(0, 0, width, height)
            .data.some((value) => value < 128) ?? false
        )
      }),
    ).toBe(true)
    await board.press('Escape')
  })

  test('that is empty is listed, with the reason why it is not sent', async () => {
    await uploadFile('empty.pdf', Buffer.alloc(0))
    const client = await desktop.createClient()
    const loadReasons = async () =>
      (
        await client.engine.call('documents.list', {
          filter: { scope: 'all' },
          sort: [],
          window: { offset: 0, limit: 10 },
        })
      ).rows.flatMap(({ fileName, failure }) => (fileName === 'empty.pdf' ? [failure?.code] : []))
    await eventually(loadReasons).toEqual(['documents/empty'])
    client.close()
  })
})

test('a number is copied to the system’s clipboard', async () => {
  await board.goTo('containers')
  await board.openRow(0)
  await board.press('c')
  await eventually(() => desktop.readClipboard(board)).toMatch(/^[A-Z]{4}\d{7}$/)
})

test('a key stored with the keychain is encrypted on the disk and can be read again', async () => {
  const client = await desktop.createClient()
  const { keyStorages, account } = await client.shell.call('host.get', {})
  // If the computer has no keychain, the program must not offer one.
  const [bestStorage] = keyStorages
  await client.shell.call('account.connect', {
    serviceUrl: service.ready.url,
    apiKey: service.ready.key,
    keep: bestStorage!,
  })
  const [file] = desktop.keyFiles
  expect(account.id).toBe('main')
  expect(existsSync(file!)).toBe(bestStorage === 'keychain')
  if (bestStorage === 'keychain') expect(readFileSync(file!, 'latin1')).not.toContain(service.ready.key)
  await client.shell.call('engine.restart', {})
  await eventually(async () => (await client.shell.call('host.get', {})).hasKey).toBe(true)
  client.close()
})

/** From now on records main's calls to the system, on Electron's own classes. */
const recordSystemCalls = () =>
  desktop.app.evaluate(({ Notification, Tray }) => {
    const calls = { shown: [] as string[], tips: [] as string[] }
    Object.assign(globalThis, { calls })
    const show: (this: Electron.Notification) => void = Reflect.get(Notification.prototype, 'show')
    Notification.prototype.show = function (this: Electron.Notification) {
      calls.shown.push(this.title)
      show.call(this)
    }
    const setToolTip: (this: Electron.Tray, tip: string) => void = Reflect.get(Tray.prototype, 'setToolTip')
    Tray.prototype.setToolTip = function (this: Electron.Tray, tip: string) {
      calls.tips.push(tip)
      setToolTip.call(this, tip)
    }
  })
const readSystemCalls = () =>
  desktop.app.evaluate(() => (globalThis as unknown as { calls: { shown: string[]; tips: string[] } }).calls)

test('an alert becomes a notification where the system supports them, and the tray icon appears when it is switched on', async () => {
  await recordSystemCalls()
  const client = await desktop.createClient()
  await client.engine.call('alerts.test', {})
  // A Linux system without libnotify has no notifications (libnotify_notification.cc).
  if (await desktop.app.evaluate(({ Notification }) => Notification.isSupported()))
    await eventually(async () => (await readSystemCalls()).shown.length).toBeGreaterThan(0)
  await client.shell.call('desktop.set', { hasTray: true })
  await eventually(async () => (await readSystemCalls()).tips.some((tip) => tip.startsWith('Quaywatch'))).toBe(true)
  client.close()
})
