// What the product relies on of Electron and a stand-in could get wrong: each is a test of the conformance suite. Where a
// spec runs stands in scripts/e2e-places.mjs; `only` names the systems on which a case exists.

export type Case = { about: string; spec: string; test: string; only?: NodeJS.Platform[] }

const base = 'conformance'
const page = 'conformance-page'
const processes = 'conformance-processes'
const native = 'conformance-native'

export const CASES: readonly Case[] = [
  { about: 'forking before ready', spec: base, test: 'windows and processes before ready are refused' },
  { about: 'sending what cannot be cloned', spec: base, test: 'what main sends and cannot be cloned is dropped without an error, and the next message arrives' },
  { about: 'a child that is killed from outside', spec: processes, test: 'that others kill report a code other than 0, and that they were killed' },
  { about: 'a child that is killed by main, before and after it has a process', spec: processes, test: 'that main kills report 0; before they have a process, kill does nothing' },
  { about: 'the last output of a child that crashes', spec: processes, test: 'that crash may lose the end of what they wrote, never its beginning, and have no streams afterwards' },
  { about: 'a second instance that quits before ready', spec: base, test: 'a second instance that quits before ready ends with 0 after its module was evaluated, and the first one gets its command line' },
  { about: 'a main module that throws', spec: base, test: 'a main module that throws leaves the process running' },
  { about: 'bodies that a page sends: small, empty and large', spec: page, test: 'arrives whole, also when it is empty, and without its length among the headers' },
  { about: 'a file from the user’s dialog', spec: page, test: 'may be a file that the user chose' },
  { about: 'a file of 200 MB', spec: native, test: 'a file of 200 MB that the user chose arrives whole, and main answers in between' },
  { about: 'an answer that is aborted', spec: page, test: 'an answer that the page stops reading is cancelled at its source' },
  { about: 'modules, workers and styles under the page’s policy', spec: page, test: 'modules, workers and styles obey the page’s policy, at an origin of its own' },
  { about: 'the permission to write to the clipboard', spec: page, test: 'copying asks for the permission to write sanitized text, from the page’s own address' },
  { about: 'the keychain', spec: native, test: 'encrypting works or fails at once, and the keychain that was taken first stays for the whole run' },
  { about: 'notifications on Windows', spec: native, test: 'a notification on %s refuses an id of 65 characters, and reports why it was closed', only: ['win32'] },
  { about: 'notifications of an unsigned program', spec: native, test: 'a notification of an unsigned program on %s is shown or fails, and says so', only: ['darwin'] },
  { about: 'ready-to-show', spec: page, test: 'is ready to be shown once, after its first page was drawn' },
  { about: 'ready-to-show after a first load that failed', spec: page, test: 'is never ready to be shown when its first page failed' },
  { about: 'minimizing, restoring and maximizing', spec: page, test: 'can be minimized and restored, and keeps its normal size while it is maximized' },
  { about: 'printing to PDF', spec: page, test: 'prints %s as a PDF of that size' },
  { about: 'messages to a crashed page', spec: page, test: 'a crashed page refuses ports with an error, and other messages in silence' },
  { about: 'the page’s port when its engine is killed five times', spec: processes, test: 'that are killed five times close the port of the page each time' },
  { about: 'the system’s certificates', spec: processes, test: 'trust the certificates of the system beside their own' },
  { about: 'a proxy', spec: native, test: 'a utility process goes through a proxy that its agent names' },
  { about: 'SQLite with large values', spec: processes, test: 'read and write SQLite with large values' },
  { about: 'Ctrl+C', spec: processes, test: 'by %s of its whole process group is an ordinary one', only: ['linux', 'darwin'] },
  { about: 'what starts at sign-in', spec: native, test: 'what starts at sign-in on %s can be set, read and taken back', only: ['win32', 'darwin'] },
  { about: 'a proxy script that changes', spec: native, test: 'the proxy is asked of the session anew each time, and a changed script changes the answer' },
]
