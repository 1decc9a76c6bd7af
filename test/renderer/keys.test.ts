// The meaning of a key press on different keyboards, and the rules for keys of actions. Most tests are tables with a
// row per keyboard and key.
import { describe, expect, test } from 'vitest'
import { formatKeys } from '../../src/renderer/src/ui/keys/keys.ts'
import { formatAction } from '../../src/renderer/src/features/keys/action-words.ts'
import { actions } from '../../src/renderer/src/ui/keys/actions.ts'
import {
  DEFAULT_KEYS,
  getChosenStroke,
  removeStroke,
  findConflicts,
  findRefusal,
  getStroke,
  withSwappedStroke,
  withStroke,
} from '../../src/renderer/src/ui/keys/bindings.ts'
import { createKeys } from '../../src/renderer/src/ui/keys/useKeys.ts'
import { isByCharacter, listStrokes, type KeyPress } from '../../src/renderer/src/ui/keys/strokes.ts'

const key = (pressed: string, code = '', modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key: pressed,
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 0,
  ...modifiers,
})
const shift = { shiftKey: true }
const ctrl = { ctrlKey: true }
/** Windows reports AltGr as Ctrl and Alt. Other systems report only the modifier AltGraph. */
const altGr = { ctrlKey: true, altKey: true }
const altGrOnly = { getModifierState: (name: string) => name === 'AltGraph' }
const meta = { metaKey: true }
const alt = { altKey: true }

test('a browser takes Ctrl+N, so it is not shown there, until the user chooses another key', () => {
  const createBrowserKeys = (custom: Record<string, string>) =>
    createKeys(
      () => ({ ...DEFAULT_KEYS, custom }),
      () => true,
    )
  expect([createBrowserKeys({}).shown('ctrl+n'), createBrowserKeys({ 'ctrl+n': 'ctrl+b' }).shown('ctrl+n')]).toEqual([
    '',
    'Ctrl B',
  ])
  expect(createKeys(() => null).shown('ctrl+n')).toBe('Ctrl N')
})

describe('a key press', () => {
  test.each<[keyboard: string, KeyPress, string[]]>([
    ['US: a letter', key('c', 'KeyC'), ['c']],
    ['US: with Caps Lock', key('C', 'KeyC'), ['c']],
    ['US: with Shift', key('C', 'KeyC', shift), ['shift+c']],
    ['US: with Ctrl', key('k', 'KeyK', ctrl), ['ctrl+k']],
    ['US: with Ctrl and Shift', key('C', 'KeyC', { ...ctrl, ...shift }), ['ctrl+shift+c']],
    ['US: a slash', key('/', 'Slash'), ['/']],
    ['US: a question mark', key('?', 'Slash', shift), ['?']],
    ['US: Ctrl and comma', key(',', 'Comma', ctrl), ['ctrl+,']],
    ['US: an exclamation mark is no 1', key('!', 'Digit1', shift), ['!']],
    ['German: slash is Shift 7', key('/', 'Digit7', shift), ['/']],
    ['German: question mark is Shift ß', key('?', 'Minus', shift), ['?']],
    ['German: Z where US has Y', key('z', 'KeyY', ctrl), ['ctrl+z']],
    ['German: Y where US has Z', key('y', 'KeyZ'), ['y']],
    ['German: @ is AltGr Q, as Windows reports it', key('@', 'KeyQ', altGr), ['@']],
    ['German: @ is AltGr Q, as Linux reports it', key('@', 'KeyQ', altGrOnly), ['@']],
    ['German: € is no letter E', key('€', 'KeyE', altGr), ['€']],
    ['German: ö', key('ö', 'Semicolon'), ['ö']],
    ['Polish: ć is AltGr C and copies nothing', key('ć', 'KeyC', altGr), []],
    ['French: A where US has Q', key('a', 'KeyQ'), ['a']],
    ['French: comma where US has M is no M', key(',', 'KeyM'), [',']],
    ['French: Ctrl and comma', key(',', 'KeyM', ctrl), ['ctrl+,']],
    ['French: 1 with Shift', key('1', 'Digit1', shift), ['1']],
    ['French: 1 without Shift writes & and may mean 1', key('&', 'Digit1'), ['&', '1']],
    ['French: 2 without Shift writes é and may mean 2', key('é', 'Digit2'), ['é', '2']],
    ['French: slash is Shift colon', key('/', 'Period', shift), ['/']],
    ['French: question mark is Shift comma', key('?', 'KeyM', shift), ['?']],
    ['Czech: 2 without Shift writes ě and may mean 2', key('ě', 'Digit2'), ['ě', '2']],
    ['Dvorak: J where US has C', key('j', 'KeyC'), ['j']],
    ['Russian: С is on the key of C', key('с', 'KeyC'), ['с', 'c']],
    ['Russian: with Ctrl', key('л', 'KeyK', ctrl), ['ctrl+л', 'ctrl+k']],
    ['Russian: with Shift', key('С', 'KeyC', shift), ['shift+с', 'shift+c']],
    ['Russian: Ctrl and the key of the comma', key('б', 'Comma', ctrl), ['ctrl+б', 'ctrl+,']],
    ['Russian: slash is Shift backslash', key('/', 'Backslash', shift), ['/']],
    ['Greek: γ is on the key of G', key('γ', 'KeyG'), ['γ', 'g']],
    ['Hebrew: ב is on the key of C', key('ב', 'KeyC'), ['ב', 'c']],
    ['the number pad', key('5', 'Numpad5'), ['5']],
    ['the space bar', key(' ', 'Space'), ['space']],
    ['Shift Enter', key('Enter', 'Enter', shift), ['shift+enter']],
    ['Alt Shift and an arrow', key('ArrowLeft', 'ArrowLeft', { ...alt, ...shift }), ['alt+shift+arrowleft']],
    ['an input method at work', key('c', 'KeyC', { isComposing: true }), []],
    ['an input method that has the key', key('Process', 'KeyC', { keyCode: 229 }), []],
    ['an input method, known only by the key code 229', key('c', 'KeyC', { keyCode: 229 }), []],
    ['a dead key', key('Dead', 'BracketLeft'), []],
    ['Shift alone', key('Shift', 'ShiftLeft', shift), []],
    ['the Windows key and a letter', key('e', 'KeyE', meta), []],
  ])('has the right strokes: %s', (_, press, strokes) => expect(listStrokes(press, false)).toEqual(strokes))

  test.each<[string, KeyPress, string[]]>([
    ['⌘ K', key('k', 'KeyK', meta), ['ctrl+k']],
    ['⌘ comma', key(',', 'Comma', meta), ['ctrl+,']],
    ['⌘ ⇧ C', key('c', 'KeyC', { ...meta, ...shift }), ['ctrl+shift+c']],
    ['⌃ K belongs to the system', key('k', 'KeyK', ctrl), []],
    ['⌥ L on a German one writes @', key('@', 'KeyL', alt), ['@']],
    ['⌥ C on a US one writes ç, which copies nothing', key('ç', 'KeyC', alt), []],
    ['⌥ and an arrow', key('ArrowLeft', 'ArrowLeft', alt), ['alt+arrowleft']],
  ])('has the right strokes on a Mac: %s', (_, press, strokes) => expect(listStrokes(press, true)).toEqual(strokes))
})

describe('the keys', () => {
  test('have one action each, and no key is the beginning of another', () => {
    expect(actions.filter((action) => findConflicts(DEFAULT_KEYS, action, action).length > 0)).toEqual([])
    expect(new Set(actions).size).toBe(actions.length)
  })

  test('are allowed for their own action, and each action has a name', () => {
    expect(actions.map((action) => findRefusal(action, action)).filter((refusal) => refusal !== null)).toEqual([])
    expect(actions.filter((action) => formatAction(action) === action)).toEqual([])
  })

  test('include those of the documented list', () => {
    const documentedKeys = [
      'g t',
      'g l',
      'g c',
      'g s',
      'g h',
      'g a',
      'g d',
      'g r',
      'ctrl+,',
      '/',
      'ctrl+k',
      'j',
      'k',
      'space',
      'enter',
      'e',
      'h',
      'l',
      'c',
      'r',
      '?',
      'ctrl+n',
    ]
    expect(documentedKeys.filter((stroke) => !actions.some((action) => action === stroke))).toEqual([])
  })

  test.each([
    ['c', true],
    ['shift+c', true],
    ['?', true],
    ['g l', true],
    ['1', true],
    ['ctrl+c', false],
    ['space', false],
    ['enter', false],
    ['f2', false],
    ['delete', false],
    ['ctrl+g l', true],
  ])('“%s” is a single character: %s', (stroke, isSingle) => expect(isByCharacter(stroke)).toBe(isSingle))

  test('of single characters can be switched off as a whole', () => {
    const withoutSingleKeys = { custom: { h: 'ctrl+h' }, hasSingleKeys: false }
    expect(
      ['c', 'g l', '?', 'h', 'ctrl+k', 'space'].map((action) =>
        getStroke(withoutSingleKeys, action as (typeof actions)[number]),
      ),
    ).toEqual([null, null, null, 'ctrl+h', 'ctrl+k', 'space'])
  })

  test.each<[string, string, string | null]>([
    ['e', 'arrowdown', 'moves'],
    ['e', 'tab', 'moves'],
    ['e', 'escape', 'moves'],
    ['e', 'enter', 'presses'],
    ['space', 'enter', null],
    ['e', 'space', 'presses'],
    ['e', 'g space', 'presses'],
    ['e', 'ctrl+v', 'edits'],
    ['e', 'ctrl+z', 'edits'],
    ['ctrl+z', 'ctrl+z', null],
    ['e', 'alt+e', 'menu'],
    ['e', 'ctrl+w', 'page'],
    ['e', 'alt+arrowleft', 'page'],
    ['e', 'f2', null],
    ['e', 'q', null],
    ['e', 'q w', null],
    ['e', 'ö', null],
    ['e', 'ctrl+shift+e', null],
  ])('%s cannot have %s: %s', (action, stroke, refusal) =>
    expect(findRefusal(action as (typeof actions)[number], stroke)).toBe(refusal),
  )
})

describe('a conflict', () => {
  test.each<[string, string[]]>([
    ['c', ['c']],
    ['q', []],
    ['g t', ['g t']],
    ['g q', []],
    ['c c', ['c']],
    ['ctrl+k', ['ctrl+k']],
  ])('of E with “%s” is with %j', (stroke, others) => expect(findConflicts(DEFAULT_KEYS, 'e', stroke)).toEqual(others))

  test('includes every pair that begins with the key', () =>
    expect(findConflicts(DEFAULT_KEYS, 'e', 'g').length).toBeGreaterThan(10))

  test('is solved by giving the other action the key that became free', () => {
    const keys = withSwappedStroke(DEFAULT_KEYS, 'e', 'c')
    expect([getChosenStroke(keys, 'e'), getChosenStroke(keys, 'c'), keys.custom]).toEqual([
      'c',
      'e',
      { e: 'c', c: 'e' },
    ])
    expect(withSwappedStroke(keys, 'e', 'e').custom).toEqual({})
  })

  test('is solved by leaving the other actions without a key', () => {
    const keys = removeStroke(DEFAULT_KEYS, 'e', 'g')
    expect([getChosenStroke(keys, 'e'), getChosenStroke(keys, 'g t'), getChosenStroke(keys, 'ctrl+,')]).toEqual([
      'g',
      null,
      'ctrl+,',
    ])
  })

  test('is gone after the action gets its own key again', () =>
    expect(withStroke(withStroke(DEFAULT_KEYS, 'e', 'q'), 'e', 'e')).toEqual(DEFAULT_KEYS))
})

test.each([
  ['g l', 'G L'],
  ['ctrl+,', 'Ctrl ,'],
  ['ctrl++', 'Ctrl +'],
  ['+', '+'],
  ['shift+c', 'Shift C'],
  ['space', 'Space'],
  ['delete', 'Del'],
  ['', ''],
])('“%s” is written %s', (stroke, written) => expect(formatKeys(stroke)).toBe(written))
