// The browser host prints one line of JSON for programs when it is ready; this prints the same for users.

/**
 * Null when the line is something else.
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
 * A line of the host's output as a person wants to read it.
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
