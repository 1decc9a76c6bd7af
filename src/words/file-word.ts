/**
 * A file's name on one line, in the order it is written: what turns text around can make `fdp.exe` look like `exe.pdf`.
 */
export function fileWord(name: string): string {
  return name.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replaceAll(/\p{Cc}+/gu, ' ')
}
