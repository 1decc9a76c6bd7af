// Electron's own security checklist, row by row: what the product does, and the check that would fail if it did not.
// Rules for the source are each broken once here; other checks are named with their test file.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint, Linter } from 'eslint'
import { beforeAll, describe, expect, test } from 'vitest'
import { isInRunningTest } from './running-tests.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A source fragment that a rule must refuse, or a file and words of a test in it that runs. */
type Check = { refuses: string } | { file: string; says: string }
type Row = { row: string; item: string; checks: Check[] }

const main = (name: string, says: string): Check => ({ file: `test/unit/main/${name}.test.ts`, says })
const hostile = (says: string): Check => ({ file: 'test/e2e/hostile-page.test.ts', says })

const checklist: Row[] = [
  {
    row: '1',
    item: 'Only secure content: our own page, and https for the service',
    checks: [
      { refuses: "win.loadURL('file:///x')" },
      main('guards', 'is allowed only to our page'),
      main('page', 'has a policy without sockets and other origins'),
      { file: 'test/unit/api/address.test.ts', says: "'http://10.0.0.1/v2'" },
    ],
  },
  {
    row: '2',
    item: 'No Node for a page',
    checks: [
      { refuses: 'x({ nodeIntegration: true })' },
      { refuses: 'x({ nodeIntegrationInWorker: true })' },
      { refuses: 'new BrowserWindow({})' },
      main('window-and-quit', 'gives its page only the preload script'),
    ],
  },
  {
    row: '3',
    item: 'Context isolation',
    checks: [
      { refuses: 'x({ contextIsolation: false })' },
      { refuses: 'x({ contextIsolation: isOn })' },
      main('window-and-quit', 'contextIsolation: true'),
    ],
  },
  {
    row: '4',
    item: 'Sandbox',
    checks: [
      { refuses: "x({ 'sandbox': false })" },
      { refuses: "spawn(exe, ['--no-sandbox'])" },
      { refuses: "app.commandLine.appendSwitch('x')" },
      { file: 'test/bundles/bundles.test.ts', says: 'isSandboxed: true' },
    ],
  },
  {
    row: '5',
    item: 'Permissions are denied',
    checks: [
      { refuses: 'session.setDisplayMediaRequestHandler(give)' },
      main('guards', 'no page gets %s'),
      main('guards', 'another origin gets no permission, and no page gets a device'),
      hostile('gets no permission of the system'),
    ],
  },
  {
    row: '6',
    item: 'webSecurity stays on',
    checks: [{ refuses: 'x({ webSecurity: false })' }, main('window-and-quit', 'webSecurity: true')],
  },
  {
    row: '7',
    item: 'Content security policy',
    checks: [
      main('page', 'has the nonce of its policy and the chosen language in its text'),
      { file: 'test/unit/host/page.test.ts', says: 'never allows inline code or style' },
      hostile('cannot reach other hosts: fetch, socket, beacon, picture and worker fail'),
      hostile('has no Node, no Electron and no way to evaluate text'),
    ],
  },
  {
    row: '8',
    item: 'allowRunningInsecureContent never',
    checks: [{ refuses: 'x({ allowRunningInsecureContent: true })' }],
  },
  { row: '9', item: 'experimentalFeatures never', checks: [{ refuses: 'x({ experimentalFeatures: true })' }] },
  { row: '10', item: 'enableBlinkFeatures never', checks: [{ refuses: "x({ enableBlinkFeatures: 'A' })" }] },
  {
    row: '11, 12',
    item: 'No webview',
    checks: [{ refuses: 'x({ webviewTag: true })' }, main('guards', 'no window is opened and no webview attached')],
  },
  {
    row: '13',
    item: 'Navigation leads nowhere',
    checks: [
      main('guards', "'will-navigate', 'will-frame-navigate', 'will-redirect'"),
      hostile('cannot navigate: not by location, nor by a link, a form or a frame of another origin'),
      { refuses: 'x({ navigateOnDragDrop: true })' },
    ],
  },
  {
    row: '14',
    item: 'No new windows',
    checks: [
      main('guards', 'no window is opened and no webview attached'),
      hostile('opens no window, neither by a call nor by a link with a target'),
    ],
  },
  {
    row: '15',
    item: 'openExternal through one function',
    checks: [
      { refuses: 'shell.openExternal(url)' },
      { refuses: 'shell.openPath(path)' },
      { file: 'test/unit/host/host.test.ts', says: 'shell/link-refused' },
      main('page-recovery', 'is opened if the user sees the whole address and accepts'),
      main('page-recovery', 'is refused after five links within a minute'),
    ],
  },
  {
    row: '17',
    item: 'The sender of each call is checked',
    checks: [
      main('shell-api', 'an address that only looks like ours'),
      main('shell-api', 'gets an error for the unknown call %s'),
      main('shell-api', 'gets an error for a wrong input to %s'),
      { refuses: "import electron from 'electron'" },
      { refuses: "import * as electron from 'electron'" },
      { refuses: "import { ipcMain } from 'electron'" },
    ],
  },
  {
    row: '18',
    item: 'No file://',
    checks: [
      { refuses: 'win.loadFile(path)' },
      { refuses: 'const page = `file://${path}`' },
      main('guards', 'is allowed only to our page'),
      hostile('cannot make unlisted or malformed calls to main, nor open a file or a program'),
    ],
  },
  {
    row: '20',
    item: 'A page gets no part of Electron',
    checks: [
      main('preload', 'is three functions and nothing else'),
      main('preload', 'without Electron’s event object'),
      { refuses: 'ipcRenderer.sendSync(1)' },
      { refuses: 'contents.executeJavaScript(text)' },
    ],
  },
  {
    row: 'ours',
    item: 'Links of ours do nothing but search',
    checks: [
      main('deep-link', 'is refused if it is one of 200 hostile ones'),
      main('desktop', 'reports 200 hostile links to the page and does nothing else'),
      { file: 'test/renderer/open-requests.test.ts', says: 'shows a message and does nothing else' },
    ],
  },
  {
    row: 'ours',
    item: 'The key is in no page, log, diagnostics or file',
    checks: [
      main('desktop', 'sends the key only to the engine, never to the page or the log'),
      { file: 'test/engine/key-secrecy.test.ts', says: 'the key is in no log, diagnostics, answer or file' },
      main('secrets', "not.toContain('the-key')"),
    ],
  },
  {
    row: 'ours',
    item: 'Nobody but the service is spoken to',
    checks: [
      { refuses: 'x({ spellcheck: true })' },
      main('guards', 'the spell checker is off, so that no dictionary is downloaded'),
      main('window-and-quit', 'spellcheck: false'),
    ],
  },
  {
    row: 'ours',
    item: 'Files are written only where the user said',
    checks: [
      main('save-file', 'the dialog is shown over the window and suggests a name without a path'),
      main('save-file', 'a cancelled dialog saves nothing'),
      main('guards', 'a download by a page is prevented'),
      hostile('cannot write to the disk: a download is refused'),
    ],
  },
  {
    row: 'ours',
    item: 'Only folders that were picked are watched',
    checks: [
      main('pick-folder', 'that was not picked is refused'),
      { file: 'test/engine/picked-folders.test.ts', says: 'and with no other' },
    ],
  },
]

/** Rows 16 (a current Electron) and 19 (fuses) are about the packaged program, and public CI checks them there. */
const PACKAGED = ['16', '19']

let rules: Linter.RulesRecord

beforeAll(async () => {
  const config = (await new ESLint({ cwd: ROOT }).calculateConfigForFile(join(ROOT, 'src/main/new-file.ts'))) as {
    rules: Linter.RulesRecord
  }
  rules = Object.fromEntries(
    ['no-restricted-syntax', 'no-restricted-imports'].map((name) => [name, config.rules[name] ?? 'off']),
  )
})

const complaints = (text: string) => new Linter().verify(text, { rules }).filter(({ fatal }) => fatal !== true)

test('no row of the checklist is missing', () => {
  const rows = new Set([...checklist.flatMap(({ row }) => row.split(', ')), ...PACKAGED])
  expect(Array.from({ length: 20 }, (_, index) => String(index + 1)).filter((row) => !rows.has(row))).toEqual([])
})

describe.each(checklist)('$row: $item', ({ checks }) => {
  test.each(checks.filter((check) => 'refuses' in check))('`$refuses` is refused', ({ refuses }) => {
    expect(complaints(refuses).length).toBeGreaterThan(0)
  })

  test.each(checks.filter((check) => 'file' in check))('is tested by $file: $says', ({ file, says }) => {
    expect(existsSync(join(ROOT, file)) && isInRunningTest(readFileSync(join(ROOT, file), 'utf8'), says)).toBe(true)
  })
})

describe('words in the source of a test', () => {
  test.each([
    "test('words', () => {})",
    "describe('a', () => { test.each([1])('b', () => { expect('words') }) })",
    "it.each`a`('words', () => {})",
  ])('are found in %s', (source) => {
    expect(isInRunningTest(source, 'words')).toBe(true)
  })

  test.each([
    "test.skip('words', () => {})",
    "test.todo('words')",
    "test.only('words', () => {})",
    "describe.skip('a', () => { test('words', () => {}) })",
    "// test('words')",
    "test('a', () => { /* words */ })",
    "test('a', () => {\n  // words\n})",
    'const words = 1',
    "describe('words', () => {})",
    "test.skipIf(true)('words', () => {})",
  ])('are not found in %s', (source) => {
    expect(isInRunningTest(source, 'words')).toBe(false)
  })
})

test('allowed source is not refused', () => {
  expect(
    complaints(
      "x({ webSecurity: true, sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false }); win.loadURL('app://bundle/')",
    ),
  ).toEqual([])
})
