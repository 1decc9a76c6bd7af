// The pictures that main shows: in the tray, and over the program's icon in the taskbar.
import { join } from 'node:path'
import { type NativeImage, nativeImage, nativeTheme } from 'electron'

/** There is one picture for each count up to this number, and one for all higher counts. */
const MAX_COUNTED = 9

/**
 * macOS colours a picture whose name ends in Template like its menu bar. Windows picks the size it needs from one file,
 * and its taskbar may be dark while programs are light. Other systems do not report the colour of the bar; the tile
 * there is visible on any colour.
 */
function getTrayPicture(platform: NodeJS.Platform): string {
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

/** `tray`: the picture for the current colour of the bar. */
export type Pictures = { tray: () => NativeImage; count: (count: number) => NativeImage }

/** `folder`: resources. Larger pictures for dense screens are beside them as `@2x`; Electron finds them by itself. */
export function createPictures(folder: string, platform: NodeJS.Platform): Pictures {
  const picture = (path: string) => nativeImage.createFromPath(join(folder, path))
  return {
    tray: () => picture(getTrayPicture(platform)),
    count: (count) => picture(`badges/${count > MAX_COUNTED ? `${MAX_COUNTED}+` : count}.png`),
  }
}
