// The arguments that start the browser host, and the functions that read its ready line, which is one line of JSON. The
// engine runs in the host's own process, so the host gets the V8 flag of the desktop app's engine
// (src/main/engine/engine-flags.ts has the reason). A test checks that both are equal.

const V8_FLAG = '--max-semi-space-size=8'

/**
 * The arguments after `node` on the command line.
 * @param {string[]} args
 */
export function createHostArgs(args) {
  return [V8_FLAG, 'out/web/host.js', ...args]
}

/**
 * The same for the office daemon.
 * @param {string[]} args
 */
export function createDaemonArgs(args) {
  return [V8_FLAG, 'out/web/daemon.js', ...args]
}

/**
 * The address in the host's ready line; null for any other line.
 * @param {string} line
 * @returns {string | null}
 */
export function parseReadyUrl(line) {
  if (!line.startsWith('{')) return null
  try {
    const message = JSON.parse(line)
    return message.ready === true && typeof message.url === 'string' ? message.url : null
  } catch {
    return null
  }
}

/**
 * A line of the host's output in a form for people.
 * @param {string} line
 * @param {{ opensPage: boolean }} host
 */
export function formatForUser(line, { opensPage }) {
  const url = parseReadyUrl(line)
  if (url === null) return line
  return opensPage
    ? `Quaywatch is open in your browser: ${url}\nIf no page came up, copy that address into a browser. Ctrl+C here ends Quaywatch.`
    : `Quaywatch is ready. Open this address in a browser: ${url}\nCtrl+C here ends Quaywatch.`
}
