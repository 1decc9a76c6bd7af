// Keys as they are written on a keyboard: `g l` is "G L", `ctrl+,` is "Ctrl ,", on a Mac "⌘ ,".
import { t } from '../words.ts'

export function formatKeys(keys: string): string {
  return keys
    .split(' ')
    .flatMap((stroke) => (stroke === '+' ? [stroke] : stroke.split('+')))
    .map((key) => (key === 'ctrl' ? controlKey() : key.length === 1 ? key.toUpperCase() : `${key.charAt(0).toUpperCase()}${key.slice(1)}`))
    .join(' ')
}

function controlKey(): string {
  return t(navigator.userAgent.includes('Mac OS') ? 'keyName.command' : 'keyName.control')
}
