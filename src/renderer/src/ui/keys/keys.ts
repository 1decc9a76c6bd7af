// Keys as on the labels of a keyboard: `g l` is "G L", `ctrl+,` is "Ctrl ,", on a Mac "⌘ ,".
import { isMacKeyboard } from './strokes.ts'
import { t } from '../../words/words.ts'

export function formatKeys(keys: string): string {
  return keys.split(' ').flatMap(splitStroke).map(formatKey).join(' ')
}

/** A plus is the last key of its stroke, or the separator between two others. */
function splitStroke(stroke: string): string[] {
  return stroke.endsWith('+')
    ? [
        ...stroke
          .slice(0, -1)
          .split('+')
          .filter((part) => part !== ''),
        '+',
      ]
    : stroke.split('+')
}

/** The labels of the keys, the same in every language. */
const SIGNS: Record<string, string> = { arrowup: '↑', arrowdown: '↓', arrowleft: '←', arrowright: '→' }

function formatKey(key: string): string {
  switch (key) {
    case 'ctrl':
      return t(isMacKeyboard() ? 'keyName.command' : 'keyName.control')
    case 'alt':
      return t(isMacKeyboard() ? 'keyName.option' : 'keyName.alt')
    case 'delete':
      return t('keyName.delete')
    case 'escape':
      return t('keyName.escape')
    case 'shift':
      return t('keyName.shift')
    case 'space':
      return t('keyName.space')
    case 'home':
      return t('keyName.home')
    case 'end':
      return t('keyName.end')
    case 'pageup':
      return t('keyName.pageUp')
    case 'pagedown':
      return t('keyName.pageDown')
    default:
      return SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : `${key.charAt(0).toUpperCase()}${key.slice(1)}`)
  }
}
