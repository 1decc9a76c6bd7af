// The pictures main shows in places of the system's: beside the clock, and over its own place in the taskbar.
import { join } from 'node:path'
import { type NativeImage, nativeImage } from 'electron'

/** There are pictures for one to so many, and one for more. */
const MOST_COUNTED = 9

/** macOS colours one whose name ends in Template as its bar is; Windows takes the size it needs out of one file. */
const TRAY: Partial<Record<NodeJS.Platform, string>> = { darwin: 'tray/trayTemplate.png', win32: 'tray/tray.ico' }

export type Pictures = { tray: () => NativeImage; count: (count: number) => NativeImage }

/** `folder`: resources. Larger ones for dense screens stand beside them as `@2x`, which Electron finds by itself. */
export function createPictures(folder: string, platform: NodeJS.Platform): Pictures {
  const picture = (path: string) => nativeImage.createFromPath(join(folder, path))
  return {
    tray: () => picture(TRAY[platform] ?? 'tray/tray.png'),
    count: (count) => picture(`badges/${count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}.png`),
  }
}
