// Cleans file names from clients, which are used in answers, headers and addresses.

const MOST_CHARACTERS = 255

/** Removes folders, control characters, quotes and half characters. */
export function fileNameOf(sent: string): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}"]/gu, '')
    .trim()
  return name === '' || /^\.+$/.test(name) ? 'file' : name.slice(0, MOST_CHARACTERS).toWellFormed()
}
