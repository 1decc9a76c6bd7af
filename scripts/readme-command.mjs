// The test command as the README gives it, so that what CI runs and what people are told cannot differ.

/**
 * What stands after `npm ci && ` on the README's line; null when there is no such line.
 * @param {string} readme
 * @returns {string | null}
 */
export function testCommand(readme) {
  return /npm ci && ([^`\r\n]+)/.exec(readme)?.[1]?.trim() ?? null
}
