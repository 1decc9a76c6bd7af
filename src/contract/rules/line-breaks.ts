// Some terminals send free text, such as the place in the yard, with line breaks of HTML.

/** Writes each run of line breaks as one comma, because lists and files have the text in one line. */
export function removeLineBreaks(text: string): string {
  return text.replaceAll(/(\s*<br\s*\/?>\s*)+/gi, ', ')
}
