// Names of files, as they came from outside: they are shown, put into headers and into addresses.

const MOST_CHARACTERS = 255

/** Nothing of a path, no control characters, no quotes, no half characters. */
export function fileNameOf(sent: string): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}"]/gu, '')
    .trim()
  return name === '' || /^\.+$/.test(name) ? 'file' : name.slice(0, MOST_CHARACTERS).toWellFormed()
}
