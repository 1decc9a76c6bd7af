// Draws a map on a canvas: sea, land, lanes, ports. It keeps no state.
import { colours, type ThemeName } from '../../ui/colours.ts'
import { formatCount } from '../../words/words.ts'
import { getLandPath } from './land.ts'
import { listVisibleCopies, toScreen, type Size, type View } from './projection.ts'
import type { Dot, Stroke } from './scene.ts'

export type Picture = {
  view: View
  size: Size
  /** Device pixels per CSS pixel. */
  ratio: number
  theme: ThemeName
  strokes: readonly Stroke[]
  dots: readonly Dot[]
  /** The highlighted lanes and places; null: none. */
  chosen: { lanes: ReadonlySet<string>; places: ReadonlySet<string> } | null
  /** Names are left out on a small map. */
  hasNames: boolean
}

type Pen = CanvasRenderingContext2D

/** A canvas knows no custom properties, so the family comes from the page. */
const getFontFamily = () => getComputedStyle(document.body).fontFamily
const FADED = 0.3
/** A chosen lane stays visible among busier lanes. */
const CHOSEN_PX = 2.5
const DASH = [6, 5]

export function drawMap(pen: Pen, picture: Picture): void {
  const { size, ratio, theme } = picture
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.fillStyle = colours[theme].surface
  pen.fillRect(0, 0, size.width, size.height)
  drawLand(pen, picture)
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  const isHighlighted = ({ lane }: Stroke) => picture.chosen?.lanes.has(lane) ?? true
  // Highlighted strokes are drawn last, and passed parts over those still ahead.
  for (const stroke of picture.strokes) if (!isHighlighted(stroke)) drawStroke(pen, picture, stroke, 'behind')
  for (const kind of ['arrived', 'ahead', 'passed'] as const) {
    for (const stroke of picture.strokes)
      if (stroke.kind === kind && isHighlighted(stroke))
        drawStroke(pen, picture, stroke, picture.chosen === null ? 'equal' : 'chosen')
  }
  drawDots(pen, picture)
}

function drawLand(pen: Pen, { view, size, ratio, theme }: Picture): void {
  const land = getLandPath(view.scale)
  pen.fillStyle = colours[theme]['line-soft']
  pen.strokeStyle = colours[theme].line
  // A ring over the date line extends into the next copy of the world.
  const copies = listVisibleCopies(view, size)
  for (const copy of [(copies[0] ?? 0) - 1, ...copies, (copies.at(-1) ?? 0) + 1]) {
    const corner = toScreen(view, size, { x: 0, y: 0 }, copy)
    pen.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * corner.x, ratio * corner.y)
    pen.lineWidth = 0.8 / view.scale
    pen.fill(land)
    pen.stroke(land)
  }
}

const strokeColour = { passed: 'upcoming-mark', ahead: 'upcoming-mark', arrived: 'line-strong' } as const

/** `equal`: no lane is chosen. `behind`: another lane is chosen. */
type Emphasis = 'equal' | 'chosen' | 'behind'

/**
 * The background has one pale color without transparency: twenty overlapping transparent lanes would add up to the
 * strongest line.
 */
function chooseColour(
  kind: Stroke['kind'],
  emphasis: Emphasis,
): 'line' | 'text-2' | (typeof strokeColour)[Stroke['kind']] {
  if (emphasis === 'behind') return 'line'
  return emphasis === 'chosen' && kind === 'arrived' ? 'text-2' : strokeColour[kind]
}

function drawStroke(
  pen: Pen,
  { view, size, theme }: Picture,
  { kind, parts, width }: Stroke,
  emphasis: Emphasis,
): void {
  pen.strokeStyle = colours[theme][chooseColour(kind, emphasis)]
  const isThin = kind !== 'passed' || emphasis === 'behind'
  pen.lineWidth = emphasis === 'chosen' ? Math.max(CHOSEN_PX, width) : isThin ? Math.max(1, width * 0.7) : width
  pen.globalAlpha = emphasis !== 'equal' ? 1 : kind === 'arrived' ? 0.5 : 0.9
  pen.lineJoin = 'round'
  pen.setLineDash(kind === 'ahead' ? DASH : [])
  for (const copy of listVisibleCopies(view, size)) {
    pen.beginPath()
    for (const part of parts) {
      for (const [at, spot] of part.entries()) {
        const { x, y } = toScreen(view, size, spot, copy)
        if (at === 0) pen.moveTo(x, y)
        else pen.lineTo(x, y)
      }
    }
    pen.stroke()
  }
  pen.setLineDash([])
  pen.globalAlpha = 1
}

const COUNT_FROM_RADIUS = 8
const COUNT_MARGIN_PX = 2

function drawDots(pen: Pen, picture: Picture): void {
  const { dots, theme, chosen } = picture
  const colour = colours[theme]
  const isHighlighted = (dot: Dot) => chosen === null || dot.places.some(({ locode }) => chosen.places.has(locode))
  const family = getFontFamily()
  pen.textBaseline = 'middle'
  // The largest is drawn last, on top.
  for (const dot of [...dots].reverse()) {
    pen.globalAlpha = isHighlighted(dot) ? 1 : FADED
    pen.beginPath()
    pen.arc(dot.at.x, dot.at.y, dot.radius, 0, 2 * Math.PI)
    pen.fillStyle = colour.accent
    pen.fill()
    pen.lineWidth = 1.5
    pen.strokeStyle = colour.surface
    pen.stroke()
    pen.font = `600 10px ${family}`
    // A number wider than its dot is unreadable; the list has it too.
    if (
      dot.radius >= COUNT_FROM_RADIUS &&
      pen.measureText(formatShortCount(dot.containerCount)).width <= 2 * dot.radius - COUNT_MARGIN_PX
    ) {
      pen.textAlign = 'center'
      pen.fillStyle = colour['on-accent']
      pen.fillText(formatShortCount(dot.containerCount), dot.at.x, dot.at.y + 0.5, 2 * dot.radius - 3)
    }
  }
  pen.globalAlpha = 1
  if (picture.hasNames) drawNames(pen, picture, dots.filter(isHighlighted))
}

/** `1.2k` and `21k`, where four digits would not fit. */
function formatShortCount(n: number): string {
  if (n < 1000) return formatCount(n)
  return `${formatCount(n < 10_000 ? Math.round(n / 100) / 10 : Math.round(n / 1000))}k`
}

type Rectangle = { left: number; top: number; right: number; bottom: number }

/** The half height of a name, and its distance from a dot. */
const [NAME_HALF, NAME_GAP] = [8, 5]
/** Around a name, so that lines do not touch its letters. */
const PLATE_PX = 2

/** The places for a name, the best first: right, left, below, above. */
function listNameAreas({ at, radius }: Pick<Dot, 'at' | 'radius'>, width: number): Rectangle[] {
  const away = radius + NAME_GAP
  return [
    { x: at.x + away, y: at.y },
    { x: at.x - away - width, y: at.y },
    { x: at.x - width / 2, y: at.y + away + NAME_HALF },
    { x: at.x - width / 2, y: at.y - away - NAME_HALF },
  ].map(({ x, y }) => ({ left: x, right: x + width, top: y - NAME_HALF, bottom: y + NAME_HALF }))
}

const isApart = (one: Rectangle, other: Rectangle) =>
  one.right < other.left || one.left > other.right || one.bottom < other.top || one.top > other.bottom

/**
 * Chooses a place for each name where no other name or dot is. The busiest dots come first, and each gets the first
 * free place of `listNameAreas`; a name without a free place is left out. `widths`: the widths of the names.
 */
export function placeNames(dots: readonly Dot[], widths: readonly number[], size: Size): Map<Dot, Rectangle> {
  const occupied: Rectangle[] = dots.map(({ at, radius }) => ({
    left: at.x - radius,
    right: at.x + radius,
    top: at.y - radius,
    bottom: at.y + radius,
  }))
  const isFree = (area: Rectangle) =>
    area.left >= 0 &&
    area.right <= size.width &&
    area.top >= 0 &&
    area.bottom <= size.height &&
    occupied.every((other) => isApart(area, other))
  const placed = new Map<Dot, Rectangle>()
  const named = dots.map((dot, index) => ({ dot, width: widths[index] ?? 0 }))
  for (const { dot, width } of named.toSorted((a, b) => b.dot.containerCount - a.dot.containerCount)) {
    const area = listNameAreas(dot, width).find(isFree)
    if (!area) continue
    occupied.push(area)
    placed.set(dot, area)
  }
  return placed
}

const getName = ({ places }: Dot) =>
  places.length > 1 ? `${places[0]?.name ?? ''} +${places.length - 1}` : (places[0]?.name ?? '')

/** Draws names on a plate of the background, because letters over a lane are hard to read. */
function drawNames(pen: Pen, { theme, size }: Picture, dots: readonly Dot[]): void {
  pen.font = `12px ${getFontFamily()}`
  pen.textAlign = 'left'
  const widths = dots.map((dot) => pen.measureText(getName(dot)).width)
  for (const [dot, { left, right, top, bottom }] of placeNames(dots, widths, size)) {
    pen.globalAlpha = 0.85
    pen.fillStyle = colours[theme].surface
    pen.fillRect(left - PLATE_PX, top, right - left + 2 * PLATE_PX, bottom - top)
    pen.globalAlpha = 1
    pen.fillStyle = colours[theme].text
    pen.fillText(getName(dot), left, (top + bottom) / 2)
  }
}
