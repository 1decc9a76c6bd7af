// Converts a key press to text: `c`, `shift+c`, `ctrl+,`, `alt+arrowleft`, `space`. It uses the written character, so
// that letters and signs follow the keyboard layout. It uses the position only for keys that write no Latin letter, and
// for digits that need Shift. `ctrl` is ⌘ on a Mac. The meaning of strokes is in actions.ts.

/** The used properties of a keyboard event. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'
> & {
  /** Deprecated, but the only property that identifies the first key of an input method's composition. */
  keyCode: number
  getModifierState?: (name: string) => boolean
}

/** Modifier keys, dead keys and input method keys: not a stroke on their own. */
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

/** The key code that input methods send during composition. */
const COMPOSITION_KEY_CODE = 229

/** The characters at the positions of letters in other scripts, without and with Shift. */
const LATIN_SIGNS: Record<string, readonly [string, string]> = {
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

/** Whether Ctrl, or ⌘ on a Mac, is held. */
export function isControlHeld(
  { ctrlKey, metaKey }: Pick<KeyPress, 'ctrlKey' | 'metaKey'>,
  isMac = isMacKeyboard(),
): boolean {
  return isMac ? metaKey : ctrlKey
}

/** The strokes a press may mean, the likeliest first; empty if it is not a stroke. */
export function listStrokes(event: KeyPress, isMac = isMacKeyboard()): string[] {
  const { key } = event
  if (event.isComposing || event.keyCode === COMPOSITION_KEY_CODE || key === '' || NO_STROKE.has(key)) return []
  const isSign = /^.$/u.test(key) && key !== ' '
  if (isSign && isWrittenWithAlt(event, isMac)) return /\p{L}/u.test(key) ? [] : [key]
  // The other modifier belongs to the system: the Windows key, or Ctrl on a Mac.
  if (isMac ? event.ctrlKey : event.metaKey) return []
  const modifiers = `${isControlHeld(event, isMac) ? 'ctrl+' : ''}${event.altKey ? 'alt+' : ''}`
  // For signs, Shift depends on the keyboard layout and is ignored. For letters and named keys it makes another stroke.
  const shift = event.shiftKey ? 'shift+' : ''
  if (!isSign) return [`${modifiers}${shift}${key === ' ' ? 'space' : key.toLowerCase()}`]
  return [key, getLatinCharacter(event)]
    .filter((sign) => sign !== null)
    .map((sign) => `${modifiers}${/\p{L}/u.test(sign) ? shift : ''}${sign.toLowerCase()}`)
}

/**
 * AltGr, which Windows reports as Ctrl with Alt, or Option on a Mac wrote a character, so the press is no combination.
 */
function isWrittenWithAlt(event: KeyPress, isMac: boolean): boolean {
  if (event.getModifierState?.('AltGraph') === true) return true
  return isMac ? event.altKey && !event.metaKey && !event.ctrlKey : event.altKey && event.ctrlKey
}

/** The character at this position of a Latin keyboard; null if the written character can be used. */
function getLatinCharacter({ key, code, shiftKey }: KeyPress): string | null {
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return key === digit || shiftKey ? null : digit
  if (!/\p{L}/u.test(key) || /\p{Script=Latin}/u.test(key)) return null
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? LATIN_SIGNS[code]?.[shiftKey ? 1 : 0] ?? null
}

/**
 * Whether the stroke uses a single character, alone or in a pair (WCAG 2.1.4). Speech input could trigger it by
 * accident.
 */
export function isByCharacter(stroke: string): boolean {
  return stroke.split(' ').some((part) => /^(shift\+)?.$/u.test(part))
}
