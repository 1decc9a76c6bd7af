// Lists behaviour of Electron that the product needs and that the stand-in could model wrongly. Each case is a test of
// the conformance specs in test/e2e. scripts/e2e-targets.mjs lists where each spec runs.

/** `only` lists the operating systems on which the case exists. */
export type Case = { about: string; spec: string; test: string; only?: NodeJS.Platform[] }

const base = 'conformance'
const page = 'conformance-page'
const processes = 'conformance-processes'
const children = 'conformance-children'
const native = 'conformance-native'

export const CASES: readonly Case[] = [
  { about: 'forking before ready', spec: base, test: 'windows and processes before ready are refused' },
  {
    about: 'sending a message that cannot be cloned',
    spec: base,
    test: 'a message from main that cannot be cloned is dropped without an error, and the next one arrives',
  },
  {
    about: 'a child that is killed from outside',
    spec: children,
    test: 'that are killed by another process report an exit code other than 0 and the reason “killed”',
  },
  {
    about: 'a child that is killed by main, before and after it has a process',
    spec: children,
    test: 'that are killed by main report 0, and kill does nothing while they have no process',
  },
  {
    about: 'the last output of a child that crashes',
    spec: children,
    test: 'that crash may lose the end of their output, never its beginning, and have no streams afterwards',
  },
  {
    about: 'a second instance that quits before ready',
    spec: base,
    test: 'a second instance that quits before ready ends with 0 after its module was evaluated, and the first one gets its command line',
  },
  {
    about: 'a main module that throws',
    spec: base,
    test: 'a main module that throws leaves the process running on %s',
    only: ['linux'],
  },
  {
    about: 'bodies that a page sends: Blobs, buffers, streams and none',
    spec: page,
    test: 'arrives whole, also as a stream or when there is none, and without its length among the headers',
  },
  {
    about: 'a file from the user’s dialog',
    spec: page,
    test: 'may be a file that the user chose, as it is or as a stream',
  },
  {
    about: 'an empty Blob as a body',
    spec: page,
    test: 'is answered or fails at once when it is an empty Blob, so the product must not send one',
  },
  {
    about: 'a file of 200 MB',
    spec: native,
    test: 'a file of 200 MB that the user chose arrives whole as a stream, and main never holds all of it',
  },
  {
    about: 'an answer that is aborted',
    spec: page,
    test: 'an answer that the page stops reading is cancelled at its source',
  },
  {
    about: 'modules, workers and styles under the page’s policy',
    spec: page,
    test: 'modules, workers and styles obey the page’s policy at the page’s own origin',
  },
  { about: 'the origin of pages', spec: native, test: 'pages are at an origin of the program’s scheme' },
  {
    about: 'the permission to write to the clipboard',
    spec: page,
    test: 'copying asks for the permission to write sanitized text, from the page’s own address',
  },
  {
    about: 'the keychain',
    spec: page,
    test: 'encryption and decryption work or fail together, and the first keychain is used for the whole run',
  },
  {
    about: 'the keychain of a Linux without a keyring',
    spec: native,
    test: 'on %s without a keyring, keys are encrypted with the fixed password',
    only: ['linux'],
  },
  {
    about: 'notifications on Windows',
    spec: native,
    test: 'a notification on %s refuses an id of 65 characters, and reports why it was closed',
    only: ['win32'],
  },
  {
    about: 'notifications of an unsigned program',
    spec: native,
    test: 'a notification of an unsigned program on %s reports that it was shown or failed',
    only: ['darwin'],
  },
  {
    about: 'ready-to-show',
    spec: page,
    test: 'is ready to be shown after a page was drawn, and again after each later page',
  },
  {
    about: 'a first load that failed',
    spec: page,
    test: 'rejects the load of a page that failed, and is still never shown by itself',
  },
  {
    about: 'minimizing, restoring and maximizing',
    spec: page,
    test: 'can be minimized and restored, and keeps its normal size while it is maximized',
  },
  { about: 'printing to PDF', spec: page, test: 'prints %s as a PDF of that size' },
  { about: 'printing a long page', spec: page, test: 'prints a page of 5,000 rows whole' },
  {
    about: 'messages to a page that is loaded again',
    spec: page,
    test: 'sending messages and ports to a page that is being reloaded causes no error',
  },
  {
    about: 'messages to a crashed page',
    spec: page,
    test: 'a crashed page refuses ports with an error, and drops other messages silently',
  },
  {
    about: 'the page’s port when its engine is killed five times',
    spec: children,
    test: 'that are killed five times close the port of the page each time',
  },
  { about: 'the system’s certificates', spec: children, test: 'trust the certificates of the system and their own' },
  { about: 'a proxy', spec: children, test: 'use the proxy of their agent' },
  { about: 'SQLite with large values', spec: children, test: 'read and write SQLite with large values' },
  {
    about: 'Ctrl+C',
    spec: processes,
    test: 'by %s of the whole process group is an ordinary quit',
    only: ['linux', 'darwin'],
  },
  {
    about: 'the start at sign-in',
    spec: native,
    test: 'the entry for sign-in on %s can be set, read and removed',
    only: ['win32', 'darwin'],
  },
  {
    about: 'a proxy script that changes',
    spec: native,
    test: 'the session looks up the proxy for each call, and a changed script changes the answer',
  },
]
