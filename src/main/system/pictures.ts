// The pictures that main shows: in the tray, and over the program's icon in the taskbar.
import { join } from 'node:path'
import { type NativeImage, nativeImage, nativeTheme } from 'electron'

/** Each count up to this number has its own picture. All higher counts share one. */
const MAX_COUNTED = 9

/**
 * macOS colours a picture whose name ends in Template like its menu bar. Windows picks the size it needs from one file,
 * and its taskbar may be dark while programs are light. Other systems do not report the colour of the bar; the tile
 * there is visible on any colour.
 */
function getTrayPicturePath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'tray/trayTemplate.png'
  if (platform !== 'win32') return 'tray/tray.png'
  return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? 'tray/trayDark.ico' : 'tray/tray.ico'
}

/**
 * Windows and macOS take the window's icon from the executable. An AppImage and a start from the sources have no
 * installed icon.
 */
export function createWindowPicture(folder: string, platform: NodeJS.Platform): NativeImage | null {
  return platform === 'linux' ? nativeImage.createFromPath(join(folder, 'icon.png')) : null
}

/** `getTray` returns the picture for the current colour of the bar. */
export type Pictures = { getTray: () => NativeImage; getCount: (count: number) => NativeImage }

/** `folder`: resources. Larger pictures for dense screens are beside them as `@2x`; Electron finds them by itself. */
export function createPictures(folder: string, platform: NodeJS.Platform): Pictures {
  const createPicture = (path: string) => nativeImage.createFromPath(join(folder, path))
  return {
    getTray: () => createPicture(getTrayPicturePath(platform)),
    getCount: (count) => createPicture(`badges/${count > MAX_COUNTED ? `${MAX_COUNTED}+` : count}.png`),
  }
}
