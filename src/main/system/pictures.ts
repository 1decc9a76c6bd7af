// The pictures main shows in places of the system's: beside the clock, and over its own place in the taskbar.
import { join } from 'node:path'
import { type NativeImage, nativeImage, nativeTheme } from 'electron'

/** There are pictures for one to so many, and one for more. */
const MOST_COUNTED = 9

/**
 * macOS colours one whose name ends in Template as its bar is. Windows takes the size it needs out of one file, and its
 * bar may be dark where programs are light. Elsewhere nobody tells the colour of the bar; there the tile stands out on
 * any.
 */
function trayPicture(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'tray/trayTemplate.png'
  if (platform !== 'win32') return 'tray/tray.png'
  return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? 'tray/trayDark.ico' : 'tray/tray.ico'
}

/**
 * Windows and macOS take the window's icon from the program's file; an AppImage and a start from the sources have none
 * installed.
 */
export function windowPicture(folder: string, platform: NodeJS.Platform): NativeImage | null {
  return platform === 'linux' ? nativeImage.createFromPath(join(folder, 'icon.png')) : null
}

/** `tray`: as the bar is now. */
export type Pictures = { tray: () => NativeImage; count: (count: number) => NativeImage }

/** `folder`: resources. Larger ones for dense screens stand beside them as `@2x`, which Electron finds by itself. */
export function createPictures(folder: string, platform: NodeJS.Platform): Pictures {
  const picture = (path: string) => nativeImage.createFromPath(join(folder, path))
  return {
    tray: () => picture(trayPicture(platform)),
    count: (count) => picture(`badges/${count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}.png`),
  }
}
