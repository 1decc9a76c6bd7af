// The map's drawing, as recorded by a fake canvas context.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { colours } from '../../src/renderer/src/ui/colours.ts'
import { drawMap, placeNames, type Picture } from '../../src/renderer/src/features/map/draw.ts'
import type { Stroke } from '../../src/renderer/src/features/map/scene.ts'

type DrawnLine = { colour: string; opacity: number; width: number }

const doNothing = () => undefined
/** Land is drawn with paths, which this test ignores. */
class SilentPath {
  addPath = doNothing
  moveTo = doNothing
  lineTo = doNothing
  closePath = doNothing
}

/** Creates a canvas context that records lines and texts. happy-dom has no canvas. */
function createCanvas(lines: DrawnLine[], texts: string[] = [], textPx = 10): CanvasRenderingContext2D {
  const style = { strokeStyle: '', globalAlpha: 1, lineWidth: 1 }
  const canvas = new Proxy(style, {
    get: (_, name) => {
      if (name === 'stroke')
        return (path?: unknown) => {
          if (path === undefined)
            lines.push({ colour: style.strokeStyle, opacity: style.globalAlpha, width: style.lineWidth })
        }
      if (name === 'fillText')
        return (text: string) => {
          texts.push(text)
        }
      return name in style ? style[name as keyof typeof style] : () => ({ width: textPx })
    },
    set: (_, name, value) => Reflect.set(style, name, value),
  })
  return canvas as unknown as CanvasRenderingContext2D
}

const createStroke = (lane: string, kind: Stroke['kind'], width = 4): Stroke => ({
  lane,
  kind,
  width,
  parts: [
    [
      { x: 0.2, y: 0.4 },
      { x: 0.6, y: 0.4 },
    ],
  ],
})
const createPicture = (strokes: Stroke[], chosen: string | null): Picture => ({
  view: { x: 0.5, y: 0.5, scale: 800 },
  size: { width: 800, height: 600 },
  ratio: 1,
  theme: 'light',
  strokes,
  dots: [],
  chosen: chosen === null ? null : { lanes: new Set([chosen]), places: new Set() },
  hasNames: false,
})

function drawLines(strokes: Stroke[], chosen: string | null): DrawnLine[] {
  vi.stubGlobal('Path2D', SilentPath)
  const lines: DrawnLine[] = []
  drawMap(createCanvas(lines), createPicture(strokes, chosen))
  return lines
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a dot shows its number only if it fits', () => {
  const dot = (radius: number): Picture['dots'][number] => ({
    places: [],
    containerCount: 284,
    at: { x: 100, y: 100 },
    radius,
  })
  const drawnNumbers = (radius: number, numberPx: number) => {
    const texts: string[] = []
    vi.stubGlobal('Path2D', SilentPath)
    drawMap(createCanvas([], texts, numberPx), { ...createPicture([], null), dots: [dot(radius)] })
    return texts
  }
  expect([drawnNumbers(15, 18), drawnNumbers(9, 18), drawnNumbers(5, 6)]).toEqual([['284'], [], []])
})

describe('the name of a place', () => {
  const dot = (x: number, y: number, containerCount: number): Picture['dots'][number] => ({
    places: [],
    containerCount,
    at: { x, y },
    radius: 10,
  })
  const size = { width: 400, height: 200 }

  test('is below its dot if other dots are beside it', () => {
    const [busy, left, right] = [dot(200, 100, 90), dot(165, 100, 5), dot(235, 100, 5)]
    const names = placeNames([busy, left, right], [60, 60, 60], size)
    expect(names.get(busy)).toEqual({ left: 170, right: 230, top: 115, bottom: 131 })
  })

  test('is left out if the name of a dot with more containers covers every place', () => {
    const [quiet, busy] = [dot(20, 100, 1), dot(20, 108, 50)]
    const names = placeNames([quiet, busy], [360, 360], { width: 400, height: 130 })
    expect([names.has(busy), names.has(quiet)]).toEqual([true, false])
  })
})

describe('a lane that was chosen', () => {
  test('is visible among others however many overlap', () => {
    const others = Array.from({ length: 20 }, (_, index) => createStroke(`other ${index}`, 'passed', 5))
    const lines = drawLines([...others, createStroke('mine', 'arrived', 1.25)], 'mine')
    const opacities = new Set(lines.filter(({ colour }) => colour === colours.light.line).map(({ opacity }) => opacity))
    // They are opaque, so twenty lanes on top of each other are as pale as one.
    expect([...opacities]).toEqual([1])
    expect(lines.at(-1)).toEqual({ colour: colours.light['text-2'], opacity: 1, width: 2.5 })
    expect(lines.some(({ colour }) => colour === colours.light['upcoming-mark'])).toBe(false)
  })

  test('is the only reason for pale lanes: without a chosen lane all have their own colours', () => {
    const colour = (kind: Stroke['kind']) => drawLines([createStroke('mine', kind)], null).at(-1)?.colour
    expect([colour('passed'), colour('ahead'), colour('arrived')]).toEqual([
      colours.light['upcoming-mark'],
      colours.light['upcoming-mark'],
      colours.light['line-strong'],
    ])
  })
})
