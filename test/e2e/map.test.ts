// The map with a real engine: its counts equal those of the list, it sends no request except to the engine, and it can
// be used by keys.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { type Connected, createStage, startOnFixedDay } from './stage.ts'

const stage = createStage()
let connected: Connected
let board: Board

beforeAll(async () => {
  connected = await startOnFixedDay({ containers: 60 })
})
beforeEach(async () => {
  board = await stage.open(connected.host)
  await board.waitForContainers(60)
})

/** Counts the colours in the drawing. With one colour nothing was drawn. */
const countColours = () =>
  board.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=map] canvas')
    // Read from a copy, because a canvas on the graphics card is not meant to be read repeatedly.
    if (!canvas) return 0
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })
    copy?.drawImage(canvas, 0, 0)
    const bytes = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    const colours = new Set<number>()
    for (let i = 0; i < bytes.length; i += 4 * 7)
      colours.add(((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0))
    return colours.size
  })
const readFocusedId = () => board.page.evaluate(() => document.activeElement?.getAttribute('data-testid'))

test('the map shows the ports of all containers, sends no request to other hosts, and can be used by keys', async () => {
  const requestedUrls: string[] = []
  board.page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(board.page.url()).origin) requestedUrls.push(request.url())
  })
  await board.press('g', 'm')
  await board.page.locator('[data-testid=map][data-drawn=true]').waitFor()
  await eventually(readFocusedId).toBe('map')
  await eventually(countColours).toBeGreaterThan(20)
  /** Presses the keys and reads the picture after the second frame, because the map draws in the first one. */
  const readPictureAfter = async (...keys: string[]) => {
    await board.press(...keys)
    return board.page.evaluate(async () => {
      await new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn))
      })
      return document.querySelector<HTMLCanvasElement>('[data-testid=map] canvas')?.toDataURL()
    })
  }
  // The picture can change meanwhile, because vessels move each minute and new routes are drawn. Then the keys are
  // pressed again.
  await eventually(async () => {
    const wholePicture = await readPictureAfter()
    const zoomedPicture = await readPictureAfter('+')
    const movedPicture = await readPictureAfter('ArrowLeft')
    return {
      zooms: zoomedPicture !== wholePicture,
      moves: movedPicture !== zoomedPicture,
      resets: (await readPictureAfter('0')) === wholePicture,
    }
  }).toEqual({ zooms: true, moves: true, resets: true })
  expect(requestedUrls).toEqual([])
})

test('by keys alone a port opens its containers, and from there the list opens', async () => {
  await board.press('g', 'm')
  const port = board.page.locator('[data-testid=map-ports] button').first()
  const count = Number(await port.locator('.count').innerText())
  await port.focus()
  await board.press('Enter')
  await eventually(readFocusedId).toBe('map-back')
  await eventually(() => board.page.locator('.containers h2').innerText()).toBe(
    `${count} ${count === 1 ? 'container' : 'containers'}`,
  )
  await board.by('map-list').focus()
  await board.press('Enter')
  await eventually(async () => (await board.count()).shown).toBe(count)
  expect((await board.chips()).some((chip) => chip.startsWith('Calls at '))).toBe(true)
})

test('a click on a port selects it, and a click beside it clears the selection', async () => {
  await board.press('g', 'm')
  await board.page.locator('[data-testid=map][data-drawn=true]').waitFor()
  const canvas = board.page.locator('[data-testid=map] canvas')
  const mapRect = (await canvas.boundingBox())!
  // The positions of ports are fixed, so a click along the middle of the map eventually hits one.
  let portPosition: { x: number; y: number } | null = null
  for (let y = 0.2; y < 0.8 && portPosition === null; y += 0.02) {
    for (let x = 0.05; x < 0.95 && portPosition === null; x += 0.02) {
      const position = { x: mapRect.x + mapRect.width * x, y: mapRect.y + mapRect.height * y }
      await board.page.mouse.move(position.x, position.y)
      if (
        (await board.page.locator('[data-testid=map] .tip').count()) > 0 &&
        !(await board.page.locator('[data-testid=map] .tip').innerText()).includes('places:')
      )
        portPosition = position
    }
  }
  expect(portPosition).not.toBeNull()
  await board.page.mouse.click(portPosition!.x, portPosition!.y)
  await board.by('map-back').waitFor()
  await board.page.mouse.click(mapRect.x + 8, mapRect.y + 8)
  await board.by('map-back').waitFor({ state: 'detached' })
})
