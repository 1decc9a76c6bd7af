// Encodes pixels as PNG, and in the formats of Windows (ICO, BMP) and macOS (ICNS). No package is used, because each
// format is short, and because the same drawing must give the same bytes on every computer.
import { crc32, deflateSync } from 'node:zlib'

/** @typedef {{ width: number, height: number, rgba: Uint8Array }} Pixels straight alpha, from the top left */

/** @param {Pixels} pixels */
export function encodePng({ width, height, rgba }) {
  const rows = Buffer.alloc(height * (width * 4 + 1))
  for (let y = 0; y < height; y++) rows.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits each of red, green, blue, alpha.
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(rows, { level: 9 })),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function encodeChunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([encodeUint32(data.length), body, encodeUint32(crc32(body))])
}

/** @param {Pixels[]} sizes */
export function encodeIco(sizes) {
  // Windows before Vista could not read PNG here, and some resource tools still cannot do that below 256 pixels.
  const images = sizes.map((pixels) => (pixels.width >= 256 ? encodePng(pixels) : encodeIconBitmap(pixels)))
  const header = Buffer.alloc(6 + 16 * sizes.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(sizes.length, 4)
  let offset = header.length
  sizes.forEach(({ width, height }, index) => {
    const entryOffset = 6 + 16 * index
    const { length } = images[index] ?? Buffer.alloc(0)
    // 256 is written as 0.
    header.set([width % 256, height % 256, 0, 0], entryOffset)
    header.writeUInt16LE(1, entryOffset + 4)
    header.writeUInt16LE(32, entryOffset + 6)
    header.writeUInt32LE(length, entryOffset + 8)
    header.writeUInt32LE(offset, entryOffset + 12)
    offset += length
  })
  return Buffer.concat([header, ...images])
}

/** @param {Pixels} pixels */
function encodeIconBitmap({ width, height, rgba }) {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(width, 4)
  // Double height: the picture, and below it the one-bit mask that only Windows 95 uses.
  header.writeInt32LE(height * 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  const mask = Buffer.alloc(Math.ceil(width / 32) * 4 * height)
  return Buffer.concat([header, encodeRowsBottomUp({ width, height, rgba }, 4), mask])
}

/** 24 bits without transparency, as NSIS requires. @param {Pixels} pixels */
export function encodeBmp(pixels) {
  const rows = encodeRowsBottomUp(pixels, 3)
  const header = Buffer.alloc(54)
  header.write('BM', 0, 'latin1')
  header.writeUInt32LE(54 + rows.length, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(pixels.width, 18)
  header.writeInt32LE(pixels.height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  return Buffer.concat([header, rows])
}

/**
 * @param {Pixels} pixels
 * @param {3 | 4} bytes for each pixel; rows are padded to a multiple of four
 */
function encodeRowsBottomUp({ width, height, rgba }, bytes) {
  const stride = Math.ceil((width * bytes) / 4) * 4
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixelOffset = ((height - 1 - y) * width + x) * 4
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(pixelOffset, pixelOffset + 4)
      rows.set([blue, green, red, alpha].slice(0, bytes), y * stride + x * bytes)
    }
  }
  return rows
}

/** The types and pixel sizes of a macOS icon, for normal and for double density. @type {[string, number][]} */
export const ICNS_SIZES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]

/** @param {Map<number, Pixels>} pixelsBySize */
export function encodeIcns(pixelsBySize) {
  const entries = ICNS_SIZES.map(([type, size]) => {
    const pixels = pixelsBySize.get(size)
    if (!pixels) throw new Error(`No picture of ${size} pixels for ${type}.`)
    const data = encodePng(pixels)
    return Buffer.concat([Buffer.from(type, 'latin1'), encodeUint32(8 + data.length), data])
  })
  const body = Buffer.concat(entries)
  return Buffer.concat([Buffer.from('icns', 'latin1'), encodeUint32(8 + body.length), body])
}

/** @param {number} value */
function encodeUint32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
