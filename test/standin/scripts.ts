// The two scripts that run first in every document of a window: one in the page's own world, one in that of the preload
// script, which is wrapped exactly as in Electron.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decode, encode } from './codec.ts'
import { denyWindows, openBridge, preloadRequire, sendBodies } from './page-worlds.ts'

export const WORLD = 'Electron Isolated Context'
/** Names that no script of a page can guess. */
const secret = randomBytes(12).toString('hex')
export const BINDING = `post${secret}`
export const RECEIVER = `hear${secret}`
const CHANNEL = `bridge${secret}`

const named = (name: string) => JSON.stringify(name)
// Only the main frame has a preload script.
const within = (text: string) => `if (window === window.top) {\n${text}\n}`

export const pageScript = within(
  `(${String(denyWindows)})(${named(CHANNEL)});(${String(sendBodies)})();(${String(openBridge)})(${named(CHANNEL)}, 'page');`,
)

export function preloadScript(path: string): string {
  const kit = `{ channel: ${named(CHANNEL)}, binding: ${named(BINDING)}, receiver: ${named(RECEIVER)}, bridge: (${String(openBridge)})(${named(CHANNEL)}, 'preload'), encode, decode }`
  const process = `{ type: 'renderer', sandboxed: true, contextIsolated: true, platform: ${named(globalThis.process.platform)}, versions: {}, env: {} }`
  return within(`{
${String(encode)}
${String(decode)}
const require = (${String(preloadRequire)})(${kit});
const module = { exports: {} };
(function (require, process, exports, module, Buffer, global, setImmediate, clearImmediate) {
${readFileSync(path, 'utf8')}
})(require, ${process}, module.exports, module, undefined, globalThis, (work, ...args) => setTimeout(work, 0, ...args), clearTimeout);
}`)
}
