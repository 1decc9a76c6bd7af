// `npm run icons`: draws every icon of the program in Chromium and writes the files that are committed. To be run when
// scripts/icon-drawings.mjs has changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { launchBrowser } from '../test/support/browser.ts'
import { badge, framed, glyph, large, sidebar, small } from './icon-drawings.mjs'
import { ICNS_SIZES, bmp, icns, ico, png } from './icon-files.mjs'
import { ROOT, checkProject, runScript } from './project.mjs'

/** @typedef {import('./icon-files.mjs').Pixels} Pixels */
/** @typedef {(svg: string, width: number, height?: number) => Promise<Pixels>} Draw */

/** Up to here, the drawing that was made for few pixels. */
const SMALL = 40
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256]

await runScript(async () => {
  checkProject()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const draw = (/** @type {string} */ svg, /** @type {number} */ width, height = width) =>
      drawIn(page, { svg, width, height })
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
async function drawIn(page, { svg, width, height }) {
  const text = await page.evaluate(
    async ({ svg, width, height }) => {
      const image = new Image(width, height)
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace('<svg ', `<svg width="${width}" height="${height}" `))}`
      await image.decode()
      const canvas = new OffscreenCanvas(width, height).getContext('2d')
      if (!canvas) throw new Error('This browser draws nothing.')
      canvas.drawImage(image, 0, 0, width, height)
      const { data } = canvas.getImageData(0, 0, width, height)
      // Millions of numbers one by one take a minute to hand over.
      return /** @type {Uint8Array & { toBase64(): string }} */ (new Uint8Array(data.buffer)).toBase64()
    },
    { svg, width, height },
  )
  return { width, height, rgba: Buffer.from(text, 'base64') }
}

/** @param {Draw} draw */
async function writeApplicationIcons(draw) {
  const tile = (/** @type {number} */ size) => draw(size <= SMALL ? small : large, size)
  for (const size of LINUX_SIZES) write(`build/icons/${size}x${size}.png`, png(await tile(size)))
  write('resources/icon.png', png(await tile(256)))
  write('build/icon.ico', ico(await Promise.all(WINDOWS_SIZES.map(tile))))
  const mac = new Map()
  for (const [, size] of ICNS_SIZES) mac.set(size, await draw(size <= SMALL ? small : framed, size))
  write('build/icon.icns', icns(mac))
  const beside = bmp(await draw(sidebar, 164, 314))
  write('build/installerSidebar.bmp', beside)
  write('build/uninstallerSidebar.bmp', beside)
}

/** @param {Draw} draw */
async function writeTrayIcons(draw) {
  // Of its own colours, which stand out on bars of any; on the dark one of Windows, where icons have no tiles, without
  // it.
  write('resources/tray/tray.png', png(await draw(small, 24)))
  write('resources/tray/tray@2x.png', png(await draw(small, 48)))
  write('resources/tray/tray.ico', ico(await Promise.all([16, 20, 24, 32].map((size) => draw(small, size)))))
  write(
    'resources/tray/trayDark.ico',
    ico(await Promise.all([16, 20, 24, 32].map((size) => draw(glyph('#ffffff'), size)))),
  )
  // macOS colours what is called a template by itself, for light and dark bars.
  write('resources/tray/trayTemplate.png', png(await draw(glyph('#000000'), 16)))
  write('resources/tray/trayTemplate@2x.png', png(await draw(glyph('#000000'), 32)))
}

/** @param {Draw} draw */
async function writeBadges(draw) {
  for (const text of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '9+']) {
    write(`resources/badges/${text}.png`, png(await draw(badge(text), 16)))
    write(`resources/badges/${text}@2x.png`, png(await draw(badge(text), 32)))
  }
}

/**
 * @param {string} path
 * @param {Buffer} bytes
 */
function write(path, bytes) {
  const file = join(ROOT, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}
