// The test command as the README gives it, so that what CI runs and what people are told cannot differ.

/**
 * What stands after `npm ci && ` below the heading "Test" (the start has such a line too); null when nothing does.
 * @param {string} readme
 * @returns {string | null}
 */
export function testCommand(readme) {
  const section = /^## Test\b([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readme)?.[1] ?? ''
  return /npm ci && ([^`\r\n]+)/.exec(section)?.[1]?.trim() ?? null
}
