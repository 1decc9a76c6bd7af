// What a press of a key means as text: `c`, `shift+c`, `ctrl+,`, `alt+arrowleft`, `space`. By what the key writes, so
// that every layout has its letters and signs where they are printed; by where it stands only where it writes no Latin
// letter, or a digit that needs Shift. `ctrl` is ⌘ on a Mac. Nothing here knows what a stroke is good for (actions.ts).

/** What is read of a keyboard event. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'
> & {
  /** Out of use but for one thing: the first key of a word to be made by an input method is told by nothing else. */
  keyCode: number
  getModifierState?: (name: string) => boolean
}

/** Keys that are held, wait for another one, or belong to an input method: no stroke by themselves. */
const NO_STROKE = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'Fn',
  'FnLock',
  'Dead',
  'Process',
  'Compose',
  'Unidentified',
  'ContextMenu',
  'OS',
])

/** What input methods send in place of the key while a word is being made. */
const MADE_INTO_WORD = 229

/** The signs of the keyboard that letters of other scripts stand on, without and with Shift. */
const SIGNS: Record<string, readonly [string, string]> = {
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  Backquote: ['`', '~'],
  Backslash: ['\\', '|'],
}

export function isMacKeyboard(): boolean {
  return navigator.userAgent.includes('Mac OS')
}

/** Whether Ctrl, on a Mac ⌘, is held. */
export function isControlHeld(
  { ctrlKey, metaKey }: Pick<KeyPress, 'ctrlKey' | 'metaKey'>,
  isMac = isMacKeyboard(),
): boolean {
  return isMac ? metaKey : ctrlKey
}

/** What the press may mean, the likeliest first; none for what is no stroke. */
export function strokesOf(event: KeyPress, isMac = isMacKeyboard()): string[] {
  const { key } = event
  if (event.isComposing || event.keyCode === MADE_INTO_WORD || key === '' || NO_STROKE.has(key)) return []
  const isSign = /^.$/u.test(key) && key !== ' '
  if (isSign && isWrittenWithAlt(event, isMac)) return /\p{L}/u.test(key) ? [] : [key]
  // The other one of the two belongs to the system: the Windows key, and Ctrl on a Mac.
  if (isMac ? event.ctrlKey : event.metaKey) return []
  const held = `${isControlHeld(event, isMac) ? 'ctrl+' : ''}${event.altKey ? 'alt+' : ''}`
  // Where a sign is written with Shift is the keyboard's affair; of letters and named keys Shift makes another stroke.
  const shift = event.shiftKey ? 'shift+' : ''
  if (!isSign) return [`${held}${shift}${key === ' ' ? 'space' : key.toLowerCase()}`]
  return [key, byPlace(event)]
    .filter((sign) => sign !== null)
    .map((sign) => `${held}${/\p{L}/u.test(sign) ? shift : ''}${sign.toLowerCase()}`)
}

/**
 * AltGr, which Windows reports as Ctrl with Alt, and Option on a Mac: the sign is what was meant, not a combination.
 */
function isWrittenWithAlt(event: KeyPress, isMac: boolean): boolean {
  if (event.getModifierState?.('AltGraph') === true) return true
  return isMac ? event.altKey && !event.metaKey && !event.ctrlKey : event.altKey && event.ctrlKey
}

/** What stands there on a keyboard of Latin letters; null where what it writes is good as it is. */
function byPlace({ key, code, shiftKey }: KeyPress): string | null {
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return key === digit || shiftKey ? null : digit
  if (!/\p{L}/u.test(key) || /\p{Script=Latin}/u.test(key)) return null
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? null
}

/** Written by a single character, alone or as a part of a pair (WCAG 2.1.4): somebody who dictates would set it off. */
export function isByCharacter(stroke: string): boolean {
  return stroke.split(' ').some((part) => /^(shift\+)?.$/u.test(part))
}
