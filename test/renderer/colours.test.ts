import { describe, expect, test } from 'vitest'
import { colours, listColours, type ThemeName } from '../../src/renderer/src/ui/colours.ts'

type Token = keyof (typeof colours)['light']

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const rowSurfaces: Token[] = ['surface', 'hover', 'active', 'selected', 'changed']
const texts: Token[] = [
  'text',
  'text-2',
  'text-3',
  'past',
  'today',
  'soon',
  'upcoming',
  'later',
  'clear',
  'unknown',
  'stopped',
]
const marks: Token[] = [
  'past-mark',
  'today-mark',
  'soon-mark',
  'upcoming-mark',
  'later-mark',
  'clear-mark',
  'unknown-mark',
  'stopped-mark',
]
const pairs: [Token, Token][] = [
  ...texts.flatMap((text) => rowSurfaces.map((surface): [Token, Token] => [text, surface])),
  ...(['text', 'text-2', 'text-3', 'accent'] as const).flatMap((text) =>
    (['canvas', 'header', 'raised'] as const).map((surface): [Token, Token] => [text, surface]),
  ),
  ['accent', 'surface'],
  ['accent', 'selected'],
  ['on-accent', 'accent'],
  ['on-save', 'save'],
  ['warn-text', 'warn'],
  ['alarm-text', 'alarm'],
  ['tip-text', 'tip'],
]

test('contrast is computed as in WCAG 2: black on white is 21', () =>
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21))

describe.each<ThemeName>(['light', 'dark'])('in the %s theme', (name) => {
  test.each(pairs)('the contrast of %s on %s is at least 4.5', (text, surface) =>
    expect(contrast(colours[name][text], colours[name][surface])).toBeGreaterThanOrEqual(4.5),
  )

  test.each(marks.flatMap((mark) => rowSurfaces.map((surface): [Token, Token] => [mark, surface])))(
    'the contrast of the mark %s on %s is at least 3',
    (mark, surface) => expect(contrast(colours[name][mark], colours[name][surface])).toBeGreaterThanOrEqual(3),
  )

  test.each<Token>(['surface', 'raised', 'canvas'])(
    'the contrast of the edge of a field on %s is at least 3',
    (surface) => expect(contrast(colours[name]['line-strong'], colours[name][surface])).toBeGreaterThanOrEqual(3),
  )

  test('the contrast of the focus ring on every surface is at least 3', () => {
    const lowest = Math.min(
      ...[...rowSurfaces, 'canvas' as const, 'header' as const].map((surface) =>
        contrast(colours[name].focus, colours[name][surface]),
      ),
    )
    expect(lowest).toBeGreaterThanOrEqual(3)
  })
})

describe.each(['light', 'dark'] as const)('%s with more contrast', (name) => {
  const contrastColours = listColours(name, true)
  test.each(['text', 'text-2', 'text-3'] as const)('the contrast of %s is at least 6.8', (token) => {
    for (const surface of ['surface', 'canvas', 'header'] as const)
      expect(contrast(contrastColours[token], contrastColours[surface])).toBeGreaterThanOrEqual(6.8)
  })

  test('the contrast of borders is at least 3', () =>
    expect(contrast(contrastColours.line, contrastColours.surface)).toBeGreaterThanOrEqual(3))
})
