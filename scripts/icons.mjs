// `npm run icons`: draws every icon of the program in Chromium and writes the committed files. Run it after a change of
// a drawing.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { launchBrowser } from '../test/support/browser.ts'
import { ICNS_SIZES, encodeBmp, encodeIcns, encodeIco, encodePng } from './icon-files.mjs'
import { ROOT, checkProject, runScript } from './project.mjs'

// All icons show a container on the quay and a clock above it. There are three drawings, because details that are clear
// at 256 pixels are not clear at 16: large, small (no shading, edges on whole pixels of a 16 px grid), and one colour.

const NAVY = '#0b3d63'
const WHITE = '#f4f5f7'
const AMBER = '#f2a900'
const ALARM = '#c62f2f'

/**
 * @param {string} content
 * @param {string} [viewBox] the visible part of the plane
 */
const createSvg = (content, viewBox = '0 0 64 64') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`

const ribs = [16.5, 21, 25.5, 30, 34.5, 39].map((x) => `M${x} 44.5v7`).join('')

const scene = `
  <circle cx="32" cy="24" r="12" fill="none" stroke="${WHITE}" stroke-width="3.8"/>
  <path d="M32 16.8V24l5.2 3.6" fill="none" stroke="${AMBER}" stroke-width="3.8" stroke-linecap="round" stroke-linejoin="round"/>
  <rect x="11" y="42" width="42" height="12" rx="1.4" fill="${WHITE}"/>
  <path d="${ribs}" stroke="${NAVY}" stroke-opacity=".5" stroke-width="1.7" stroke-linecap="round"/>
  <path d="M43.4 42v12" stroke="${NAVY}" stroke-width="1.4"/>
  <path d="M46.6 44.2v7.6M50 44.2v7.6" stroke="${NAVY}" stroke-width="1.5" stroke-linecap="round"/>`

/** For Windows and Linux from 48 px. It fills the whole square. */
const large = createSvg(`
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#155a8c"/><stop offset="1" stop-color="#08304f"/></linearGradient></defs>
  <rect width="64" height="64" rx="14" fill="url(#sky)"/>${scene}`)

/** For macOS, where icons have a margin of a tenth on every side. */
const framed = createSvg(
  `
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#155a8c"/><stop offset="1" stop-color="#08304f"/></linearGradient></defs>
  <rect width="64" height="64" rx="14.5" fill="url(#sky)"/>${scene}`,
  '-7.6 -7.6 79.2 79.2',
)

/** Up to 40 px, on a grid of 16. */
const small = createSvg(
  `
  <rect width="16" height="16" rx="3" fill="#10497a"/>
  <circle cx="8" cy="5.75" r="3.75" fill="none" stroke="${WHITE}" stroke-width="1.4"/>
  <path d="M7.2 3.4h1.3v1.9h1.9v1.3H7.2z" fill="${AMBER}"/>
  <path d="M2 11h3v3H2zM6 11h4v3H6zM11 11h3v3h-3z" fill="${WHITE}"/>`,
  '0 0 16 16',
)

/**
 * One colour without a tile, for icon bars whose colour is set by the system or the caller.
 * @param {string} colour
 */
const createGlyph = (colour) =>
  createSvg(
    `
  <circle cx="8" cy="5.5" r="4" fill="none" stroke="${colour}" stroke-width="1.5"/>
  <path d="M7.2 3.2h1.3v1.9h1.8v1.3H7.2z" fill="${colour}"/>
  <path d="M1 11.5h4v3.5H1zM6 11.5h4v3.5H6zM11 11.5h4v3.5h-4z" fill="${colour}"/>`,
    '0 0 16 16',
  )

/**
 * For the corner of the program's icon on the Windows taskbar.
 * @param {string} text
 */
const createBadge = (text) =>
  createSvg(
    `
  <circle cx="8" cy="8" r="8" fill="${ALARM}"/>
  <text x="8" y="${text.length > 1 ? 11.4 : 12.2}" text-anchor="middle" font-family="Inter, 'Segoe UI', 'Liberation Sans', Arial, sans-serif" font-weight="700" font-size="${text.length > 1 ? 9.5 : 12}" fill="#fff">${text}</text>`,
    '0 0 16 16',
  )

/** Beside the pages of the Windows installer: 164 x 314. */
const sidebar = createSvg(
  `
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#155a8c"/><stop offset="1" stop-color="#08304f"/></linearGradient></defs>
  <rect width="164" height="314" fill="url(#sky)"/>
  <g transform="translate(34 84) scale(1.5)">${scene}</g>`,
  '0 0 164 314',
)

/** @typedef {import('./icon-files.mjs').Pixels} Pixels */
/** @typedef {(svg: string, width: number, height?: number) => Promise<Pixels>} Draw */

/** Up to this size, the small drawing is used. */
const MAX_SMALL_SIZE = 40
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256]

await runScript(async () => {
  checkProject()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const draw = (/** @type {string} */ svg, /** @type {number} */ width, height = width) =>
      drawSvg(page, { svg, width, height })
    await writeApplicationIcons(draw)
    await writeTrayIcons(draw)
    await writeBadges(draw)
  } finally {
    await browser.close()
  }
  return 0
})

/**
 * @param {import('playwright-core').Page} page
 * @param {{ svg: string, width: number, height: number }} drawing
 * @returns {Promise<Pixels>}
 */
async function drawSvg(page, { svg, width, height }) {
  const base64 = await page.evaluate(
    async ({ svg, width, height }) => {
      const image = new Image(width, height)
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace('<svg ', `<svg width="${width}" height="${height}" `))}`
      await image.decode()
      const canvas = new OffscreenCanvas(width, height).getContext('2d')
      if (!canvas) throw new Error('This browser draws nothing.')
      canvas.drawImage(image, 0, 0, width, height)
      const { data } = canvas.getImageData(0, 0, width, height)
      // As Base64, because transferring millions of single numbers takes a minute.
      return /** @type {Uint8Array & { toBase64(): string }} */ (new Uint8Array(data.buffer)).toBase64()
    },
    { svg, width, height },
  )
  return { width, height, rgba: Buffer.from(base64, 'base64') }
}

/** @param {Draw} draw */
async function writeApplicationIcons(draw) {
  const drawTile = (/** @type {number} */ size) => draw(size <= MAX_SMALL_SIZE ? small : large, size)
  for (const size of LINUX_SIZES) writeIcon(`build/icons/${size}x${size}.png`, encodePng(await drawTile(size)))
  writeIcon('resources/icon.png', encodePng(await drawTile(256)))
  writeIcon('build/icon.ico', encodeIco(await Promise.all(WINDOWS_SIZES.map(drawTile))))
  const mac = new Map()
  for (const [, size] of ICNS_SIZES) mac.set(size, await draw(size <= MAX_SMALL_SIZE ? small : framed, size))
  writeIcon('build/icon.icns', encodeIcns(mac))
  const sidebarBitmap = encodeBmp(await draw(sidebar, 164, 314))
  writeIcon('build/installerSidebar.bmp', sidebarBitmap)
  writeIcon('build/uninstallerSidebar.bmp', sidebarBitmap)
}

/** @param {Draw} draw */
async function writeTrayIcons(draw) {
  // The coloured tile is visible on light and dark bars. The dark taskbar of Windows gets a white icon without a tile.
  writeIcon('resources/tray/tray.png', encodePng(await draw(small, 24)))
  writeIcon('resources/tray/tray@2x.png', encodePng(await draw(small, 48)))
  writeIcon('resources/tray/tray.ico', encodeIco(await Promise.all([16, 20, 24, 32].map((size) => draw(small, size)))))
  writeIcon(
    'resources/tray/trayDark.ico',
    encodeIco(await Promise.all([16, 20, 24, 32].map((size) => draw(createGlyph('#ffffff'), size)))),
  )
  // macOS colours icons named "Template" by itself, for light and dark bars.
  writeIcon('resources/tray/trayTemplate.png', encodePng(await draw(createGlyph('#000000'), 16)))
  writeIcon('resources/tray/trayTemplate@2x.png', encodePng(await draw(createGlyph('#000000'), 32)))
}

/** @param {Draw} draw */
async function writeBadges(draw) {
  for (const text of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '9+']) {
    writeIcon(`resources/badges/${text}.png`, encodePng(await draw(createBadge(text), 16)))
    writeIcon(`resources/badges/${text}@2x.png`, encodePng(await draw(createBadge(text), 32)))
  }
}

/**
 * @param {string} path
 * @param {Buffer} bytes
 */
function writeIcon(path, bytes) {
  const file = join(ROOT, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}
