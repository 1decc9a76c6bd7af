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
  /** The highlighted lanes and places; null if nothing is chosen. */
  chosen: { lanes: ReadonlySet<string>; places: ReadonlySet<string> } | null
  /** Names are left out on a small map. */
  hasNames: boolean
}

type Context = CanvasRenderingContext2D

/** Returns the page's fonts, because a canvas cannot use custom properties. */
const getFontFamily = () => getComputedStyle(document.body).fontFamily
const FADED_ALPHA = 0.3
/** A chosen lane stays visible among busier lanes. */
const CHOSEN_PX = 2.5
const DASH_PX = [6, 5]
const COAST_PX = 0.8
const DOT_BORDER_PX = 1.5
/** A remaining or arrived part is thinner than a passed one. */
const THIN_FRACTION = 0.7
const NAME_BACKGROUND_ALPHA = 0.85

export function drawMap(context: Context, picture: Picture): void {
  const { size, ratio, theme } = picture
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = colours[theme].surface
  context.fillRect(0, 0, size.width, size.height)
  drawLand(context, picture)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const isHighlighted = ({ lane }: Stroke) => picture.chosen?.lanes.has(lane) ?? true
  // Highlighted strokes are drawn last. Passed parts are drawn over remaining parts.
  for (const stroke of picture.strokes) if (!isHighlighted(stroke)) drawStroke(context, picture, stroke, 'behind')
  for (const kind of ['arrived', 'ahead', 'passed'] as const) {
    for (const stroke of picture.strokes)
      if (stroke.kind === kind && isHighlighted(stroke))
        drawStroke(context, picture, stroke, picture.chosen === null ? 'equal' : 'chosen')
  }
  drawDots(context, picture)
}

function drawLand(context: Context, { view, size, ratio, theme }: Picture): void {
  const land = getLandPath(view.scale)
  context.fillStyle = colours[theme]['line-soft']
  context.strokeStyle = colours[theme].line
  // A ring over the date line extends into the next copy of the world.
  const copies = listVisibleCopies(view, size)
  for (const copy of [(copies[0] ?? 0) - 1, ...copies, (copies.at(-1) ?? 0) + 1]) {
    const origin = toScreen(view, size, { x: 0, y: 0 }, copy)
    context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * origin.x, ratio * origin.y)
    context.lineWidth = COAST_PX / view.scale
    context.fill(land)
    context.stroke(land)
  }
}

const colourByKind = { passed: 'upcoming-mark', ahead: 'upcoming-mark', arrived: 'line-strong' } as const

/** `equal`: no lane is chosen. `behind`: another lane is chosen. */
type Emphasis = 'equal' | 'chosen' | 'behind'

/**
 * Lanes behind the chosen one have one pale colour without transparency. Many overlapping transparent lanes would add
 * up to a stronger line than the chosen one.
 */
function chooseColour(
  kind: Stroke['kind'],
  emphasis: Emphasis,
): 'line' | 'text-2' | (typeof colourByKind)[Stroke['kind']] {
  if (emphasis === 'behind') return 'line'
  return emphasis === 'chosen' && kind === 'arrived' ? 'text-2' : colourByKind[kind]
}

function drawStroke(
  context: Context,
  { view, size, theme }: Picture,
  { kind, parts, width }: Stroke,
  emphasis: Emphasis,
): void {
  context.strokeStyle = colours[theme][chooseColour(kind, emphasis)]
  const isThin = kind !== 'passed' || emphasis === 'behind'
  context.lineWidth =
    emphasis === 'chosen' ? Math.max(CHOSEN_PX, width) : isThin ? Math.max(1, width * THIN_FRACTION) : width
  context.globalAlpha = emphasis !== 'equal' ? 1 : kind === 'arrived' ? 0.5 : 0.9
  context.lineJoin = 'round'
  context.setLineDash(kind === 'ahead' ? DASH_PX : [])
  for (const copy of listVisibleCopies(view, size)) {
    context.beginPath()
    for (const part of parts) {
      for (const [index, spot] of part.entries()) {
        const { x, y } = toScreen(view, size, spot, copy)
        if (index === 0) context.moveTo(x, y)
        else context.lineTo(x, y)
      }
    }
    context.stroke()
  }
  context.setLineDash([])
  context.globalAlpha = 1
}

/** A smaller dot has no count. */
const MIN_COUNT_RADIUS = 8
const COUNT_MARGIN_PX = 2

function drawDots(context: Context, picture: Picture): void {
  const { dots, theme, chosen } = picture
  const colour = colours[theme]
  const isHighlighted = (dot: Dot) => chosen === null || dot.places.some(({ locode }) => chosen.places.has(locode))
  const family = getFontFamily()
  context.textBaseline = 'middle'
  // The largest dot is drawn last, so that it is on top.
  for (const dot of [...dots].reverse()) {
    context.globalAlpha = isHighlighted(dot) ? 1 : FADED_ALPHA
    context.beginPath()
    context.arc(dot.at.x, dot.at.y, dot.radius, 0, 2 * Math.PI)
    context.fillStyle = colour.accent
    context.fill()
    context.lineWidth = DOT_BORDER_PX
    context.strokeStyle = colour.surface
    context.stroke()
    context.font = `600 10px ${family}`
    // A number wider than its dot would be unreadable, and the list has it too.
    if (
      dot.radius >= MIN_COUNT_RADIUS &&
      context.measureText(formatShortCount(dot.containerCount)).width <= 2 * dot.radius - COUNT_MARGIN_PX
    ) {
      context.textAlign = 'center'
      context.fillStyle = colour['on-accent']
      context.fillText(formatShortCount(dot.containerCount), dot.at.x, dot.at.y + 0.5, 2 * dot.radius - 3)
    }
  }
  context.globalAlpha = 1
  if (picture.hasNames) drawNames(context, picture, dots.filter(isHighlighted))
}

/** Formats a count in at most four characters: `999`, `1.2k`, `21k`. */
function formatShortCount(count: number): string {
  if (count < 1000) return formatCount(count)
  return `${formatCount(count < 10_000 ? Math.round(count / 100) / 10 : Math.round(count / 1000))}k`
}

type Rectangle = { left: number; top: number; right: number; bottom: number }

/** The half height of a name, and its distance from a dot. */
const [NAME_HALF, NAME_GAP] = [8, 5]
/** The margin of the background around a name. */
const NAME_MARGIN_PX = 2

/** Lists the areas for a name, the best first: right of the dot, left, below, above. */
function listNameAreas({ at, radius }: Pick<Dot, 'at' | 'radius'>, width: number): Rectangle[] {
  const distance = radius + NAME_GAP
  return [
    { x: at.x + distance, y: at.y },
    { x: at.x - distance - width, y: at.y },
    { x: at.x - width / 2, y: at.y + distance + NAME_HALF },
    { x: at.x - width / 2, y: at.y - distance - NAME_HALF },
  ].map(({ x, y }) => ({ left: x, right: x + width, top: y - NAME_HALF, bottom: y + NAME_HALF }))
}

const isApart = (one: Rectangle, other: Rectangle) =>
  one.right < other.left || one.left > other.right || one.bottom < other.top || one.top > other.bottom

/**
 * Chooses an area for each name where no other name or dot is. Dots with more containers come first, and each gets the
 * first free area of `listNameAreas`. A name without a free area is left out. `widths`: the widths of the names.
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
  const namedDots = dots.map((dot, index) => ({ dot, width: widths[index] ?? 0 }))
  for (const { dot, width } of namedDots.toSorted((a, b) => b.dot.containerCount - a.dot.containerCount)) {
    const area = listNameAreas(dot, width).find(isFree)
    if (!area) continue
    occupied.push(area)
    placed.set(dot, area)
  }
  return placed
}

const getName = ({ places }: Dot) =>
  places.length > 1 ? `${places[0]?.name ?? ''} +${places.length - 1}` : (places[0]?.name ?? '')

/** Draws names on the colour of the background, because letters over a lane are hard to read. */
function drawNames(context: Context, { theme, size }: Picture, dots: readonly Dot[]): void {
  context.font = `12px ${getFontFamily()}`
  context.textAlign = 'left'
  const widths = dots.map((dot) => context.measureText(getName(dot)).width)
  for (const [dot, { left, right, top, bottom }] of placeNames(dots, widths, size)) {
    context.globalAlpha = NAME_BACKGROUND_ALPHA
    context.fillStyle = colours[theme].surface
    context.fillRect(left - NAME_MARGIN_PX, top, right - left + 2 * NAME_MARGIN_PX, bottom - top)
    context.globalAlpha = 1
    context.fillStyle = colours[theme].text
    context.fillText(getName(dot), left, (top + bottom) / 2)
  }
}
