// Reads the test command from the README, so that CI runs the command that the README shows.

/**
 * The text after `npm ci && ` below the heading "Test" (the section on starting has such a line too); null if there is
 * none.
 * @param {string} readme
 * @returns {string | null}
 */
export function readTestCommand(readme) {
  const section = /^## Test\b([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readme)?.[1] ?? ''
  return /npm ci && ([^`\r\n]+)/.exec(section)?.[1]?.trim() ?? null
}
