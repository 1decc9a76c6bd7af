// The start of the browser host, and its ready line, which is one line of JSON for programs. Its engine runs in its own
// process, so the V8 flags of the desktop app's engine (src/main/engine/engine-flags.ts, with the reasons) are set
// here. A test compares the two.

const V8_FLAG = '--max-semi-space-size=8'

/**
 * The arguments after `node` on the command line.
 * @param {string[]} args
 */
export function webHostArgs(args) {
  return [V8_FLAG, 'out/web/host.js', ...args]
}

/**
 * Null if the line is something else.
 * @param {string} line
 * @returns {string | null}
 */
export function readyUrl(line) {
  if (!line.startsWith('{')) return null
  try {
    const said = JSON.parse(line)
    return said.ready === true && typeof said.url === 'string' ? said.url : null
  } catch {
    return null
  }
}

/**
 * A line of the host's output in a form for people.
 * @param {string} line
 * @param {{ opensPage: boolean }} host
 */
export function forPeople(line, { opensPage }) {
  const url = readyUrl(line)
  if (url === null) return line
  return opensPage
    ? `Quaywatch is open in your browser: ${url}\nIf no page came up, copy that address into a browser. Ctrl+C here ends Quaywatch.`
    : `Quaywatch is ready. Open this address in a browser: ${url}\nCtrl+C here ends Quaywatch.`
}
