// The two scripts that run first in every document of a window: one in the world of the page, and one in the world of
// the preload script, which is wrapped exactly as in Electron.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decode, encode } from './codec.ts'
import { bufferRequestBodies, createPreloadRequire, denyWindows, openBridge } from './page-worlds.ts'

export const PRELOAD_WORLD = 'Electron Isolated Context'
/** Part of the global names, so that no script of a page can guess them. */
const secret = randomBytes(12).toString('hex')
export const BINDING = `post${secret}`
export const RECEIVER = `receive${secret}`
const CHANNEL = `bridge${secret}`

const quote = (name: string) => JSON.stringify(name)
// Only the main frame has a preload script.
const wrapForMainFrame = (text: string) => `if (window === window.top) {\n${text}\n}`

export const pageScript = wrapForMainFrame(
  `(${String(denyWindows)})(${quote(CHANNEL)});(${String(bufferRequestBodies)})();(${String(openBridge)})(${quote(CHANNEL)}, 'page');`,
)

export function createPreloadScript(path: string): string {
  const dependencies = `{ channel: ${quote(CHANNEL)}, binding: ${quote(BINDING)}, receiver: ${quote(RECEIVER)}, bridge: (${String(openBridge)})(${quote(CHANNEL)}, 'preload'), encode, decode }`
  const process = `{ type: 'renderer', sandboxed: true, contextIsolated: true, platform: ${quote(globalThis.process.platform)}, versions: {}, env: {} }`
  return wrapForMainFrame(`{
${String(encode)}
${String(decode)}
const require = (${String(createPreloadRequire)})(${dependencies});
const module = { exports: {} };
(function (require, process, exports, module, Buffer, global, setImmediate, clearImmediate) {
${readFileSync(path, 'utf8')}
})(require, ${process}, module.exports, module, undefined, globalThis, (work, ...args) => setTimeout(work, 0, ...args), clearTimeout);
}`)
}
