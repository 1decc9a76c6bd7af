/** Removes line breaks and the characters that reverse text, which can make `fdp.exe` look like `exe.pdf`. */
export function displayFileName(name: string): string {
  return name.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replaceAll(/\p{Cc}+/gu, ' ')
}
