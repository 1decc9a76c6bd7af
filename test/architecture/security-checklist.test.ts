// Electron's security checklist, row by row, with the checks that prove that the product follows it. A check is either
// source text that a lint rule must refuse, or a test in another file.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint, Linter } from 'eslint'
import { beforeAll, describe, expect, test } from 'vitest'
import { isInRunningTest } from './running-tests.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Source text that a lint rule must refuse, or a file and text that a running test in it must contain. */
type Check = { refuses: string } | { file: string; text: string }
type Row = { row: string; item: string; checks: Check[] }

const inMainTest = (name: string, text: string): Check => ({ file: `test/unit/main/${name}.test.ts`, text })
const inHostilePageTest = (text: string): Check => ({ file: 'test/e2e/hostile-page.test.ts', text })

const checklist: Row[] = [
  {
    row: '1',
    item: 'Only secure content: our own page, and https for the service',
    checks: [
      { refuses: "win.loadURL('file:///x')" },
      inMainTest('guards', 'is allowed only to our page'),
      inMainTest('page', 'has a policy without sockets and other origins'),
      { file: 'test/unit/api/address.test.ts', text: "'http://10.0.0.1/v2'" },
    ],
  },
  {
    row: '2',
    item: 'No Node for a page',
    checks: [
      { refuses: 'x({ nodeIntegration: true })' },
      { refuses: 'x({ nodeIntegrationInWorker: true })' },
      { refuses: 'new BrowserWindow({})' },
      inMainTest('window-and-quit', 'gives its page only the preload script'),
    ],
  },
  {
    row: '3',
    item: 'Context isolation',
    checks: [
      { refuses: 'x({ contextIsolation: false })' },
      { refuses: 'x({ contextIsolation: isOn })' },
      inMainTest('window-and-quit', 'contextIsolation: true'),
    ],
  },
  {
    row: '4',
    item: 'Sandbox',
    checks: [
      { refuses: "x({ 'sandbox': false })" },
      { refuses: "spawn(exe, ['--no-sandbox'])" },
      { refuses: "app.commandLine.appendSwitch('x')" },
      { file: 'test/bundles/bundles.test.ts', text: 'isSandboxed: true' },
    ],
  },
  {
    row: '5',
    item: 'Permissions are denied',
    checks: [
      { refuses: 'session.setDisplayMediaRequestHandler(give)' },
      inMainTest('guards', 'no page gets %s'),
      inMainTest('guards', 'another origin gets no permission, and no page gets a device'),
      inHostilePageTest('gets no permission of the system'),
    ],
  },
  {
    row: '6',
    item: 'webSecurity stays on',
    checks: [{ refuses: 'x({ webSecurity: false })' }, inMainTest('window-and-quit', 'webSecurity: true')],
  },
  {
    row: '7',
    item: 'Content security policy',
    checks: [
      inMainTest('page', 'has the nonce of its policy and the chosen language in its text'),
      { file: 'test/unit/host/page.test.ts', text: 'never allows inline code or style' },
      inHostilePageTest('cannot reach other hosts: fetch, socket, beacon, picture and script fail'),
      inHostilePageTest('has no Node, no Electron and no way to evaluate text'),
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
    checks: [
      { refuses: 'x({ webviewTag: true })' },
      inMainTest('guards', 'no window is opened and no webview attached'),
    ],
  },
  {
    row: '13',
    item: 'Navigation is prevented',
    checks: [
      inMainTest('guards', "'will-navigate', 'will-frame-navigate', 'will-redirect'"),
      inHostilePageTest('cannot navigate: not by location, nor by a link, a form or a frame of another origin'),
      { refuses: 'x({ navigateOnDragDrop: true })' },
    ],
  },
  {
    row: '14',
    item: 'No new windows',
    checks: [
      inMainTest('guards', 'no window is opened and no webview attached'),
      inHostilePageTest('opens no window, neither by a call nor by a link with a target'),
    ],
  },
  {
    row: '15',
    item: 'openExternal through one function',
    checks: [
      { refuses: 'shell.openExternal(url)' },
      { refuses: 'shell.openPath(path)' },
      { file: 'test/unit/host/host.test.ts', text: 'shell/link-refused' },
      inMainTest('page-recovery', 'is opened if the user sees the whole address and accepts'),
      inMainTest('page-recovery', 'is refused after five links within a minute'),
    ],
  },
  {
    row: '17',
    item: 'The sender of each call is checked',
    checks: [
      inMainTest('shell-api', 'an address that only looks like ours'),
      inMainTest('shell-api', 'gets an error for the unknown call %s'),
      inMainTest('shell-api', 'gets an error for a wrong input to %s'),
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
      inMainTest('guards', 'is allowed only to our page'),
      inHostilePageTest('cannot make unlisted or malformed calls to main, nor open a file or a program'),
    ],
  },
  {
    row: '20',
    item: 'A page gets no part of Electron',
    checks: [
      inMainTest('preload', 'is three functions and nothing else'),
      inMainTest('preload', 'without Electron’s event object'),
      { refuses: 'ipcRenderer.sendSync(1)' },
      { refuses: 'contents.executeJavaScript(text)' },
    ],
  },
  {
    row: 'ours',
    item: 'Links with the scheme of the app only search',
    checks: [
      inMainTest('deep-link', 'is refused if it is one of 200 hostile ones'),
      inMainTest('desktop', 'reports 200 hostile links to the page and does nothing else'),
      { file: 'test/renderer/shown-by-desktop.test.ts', text: 'shows a message and does nothing else' },
    ],
  },
  {
    row: 'ours',
    item: 'The key is in no page, log, diagnostics or file',
    checks: [
      inMainTest('desktop', 'sends the key only to the engine, never to the page or the log'),
      { file: 'test/engine/key-secrecy.test.ts', text: 'the key is in no log, diagnostics, answer or file' },
      inMainTest('secrets', "not.toContain('the-key')"),
    ],
  },
  {
    row: 'ours',
    item: 'The app connects only to the service',
    checks: [
      { refuses: 'x({ spellcheck: true })' },
      inMainTest('guards', 'the spell checker is off, so that no dictionary is downloaded'),
      inMainTest('window-and-quit', 'spellcheck: false'),
    ],
  },
  {
    row: 'ours',
    item: 'Files are written only to paths that the user chose',
    checks: [
      inMainTest('save-file', 'the dialog is shown over the window and suggests a name without a path'),
      inMainTest('save-file', 'a cancelled dialog saves nothing'),
      inMainTest('guards', 'a download by a page is prevented'),
      inHostilePageTest('cannot write to the disk: a download is refused'),
    ],
  },
  {
    row: 'ours',
    item: 'Only folders that the user picked are watched',
    checks: [
      inMainTest('pick-folder', 'that was not picked is refused'),
      { file: 'test/engine/picked-folders.test.ts', text: 'and with no other' },
    ],
  },
]

/** Row 16 (a current Electron) and row 19 (fuses) concern the packaged program. The public CI checks them. */
const PACKAGED_ROWS = ['16', '19']

let rules: Linter.RulesRecord

beforeAll(async () => {
  const config = (await new ESLint({ cwd: ROOT }).calculateConfigForFile(join(ROOT, 'src/main/new-file.ts'))) as {
    rules: Linter.RulesRecord
  }
  rules = Object.fromEntries(
    ['no-restricted-syntax', 'no-restricted-imports'].map((name) => [name, config.rules[name] ?? 'off']),
  )
})

const lint = (text: string) => new Linter().verify(text, { rules }).filter(({ fatal }) => fatal !== true)

test('no row of the checklist is missing', () => {
  const rows = new Set([...checklist.flatMap(({ row }) => row.split(', ')), ...PACKAGED_ROWS])
  expect(Array.from({ length: 20 }, (_, index) => String(index + 1)).filter((row) => !rows.has(row))).toEqual([])
})

describe.each(checklist)('$row: $item', ({ checks }) => {
  test.each(checks.filter((check) => 'refuses' in check))('a lint rule refuses `$refuses`', ({ refuses }) => {
    expect(lint(refuses).length).toBeGreaterThan(0)
  })

  test.each(checks.filter((check) => 'file' in check))('a running test in $file contains “$text”', ({ file, text }) => {
    expect(existsSync(join(ROOT, file)) && isInRunningTest(readFileSync(join(ROOT, file), 'utf8'), text)).toBe(true)
  })
})

describe('isInRunningTest', () => {
  test.each([
    "test('words', () => {})",
    "describe('a', () => { test.each([1])('b', () => { expect('words') }) })",
    "it.each`a`('words', () => {})",
  ])('finds words in %s', (source) => {
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
  ])('finds no words in %s', (source) => {
    expect(isInRunningTest(source, 'words')).toBe(false)
  })
})

test('the lint rules do not refuse allowed source text', () => {
  expect(
    lint(
      "x({ webSecurity: true, sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false }); win.loadURL('app://bundle/')",
    ),
  ).toEqual([])
})
