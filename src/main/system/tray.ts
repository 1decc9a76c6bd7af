// The optional tray icon: it shows the number of urgent alerts and opens the window.
import { Menu, Tray, nativeTheme } from 'electron'
import type { Pictures } from './pictures.ts'
import { PRODUCT_NAME, type Words } from '../words.ts'

export type TrayIcon = {
  show(isShown: boolean): void
  setUrgent(count: number): void
  /** Shows the texts in the current language. */
  redraw(): void
}

export type TrayActions = { open: () => void; alerts: () => void; quit: () => void }

export type TrayParts = { platform: NodeJS.Platform; pictures: Pictures; words: () => Words; actions: TrayActions }

export function createTray({ platform, pictures, words, actions }: TrayParts): TrayIcon {
  // The reference is needed: an icon that is garbage collected disappears from the bar.
  let tray: Tray | null = null
  let urgent = 0
  const draw = () => {
    if (!tray) return
    const texts = words()
    tray.setToolTip(urgent === 0 ? PRODUCT_NAME : `${PRODUCT_NAME} · ${texts.urgent(urgent)}`)
    // Creates a new menu each time: on Linux a menu that is set cannot be changed.
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: texts.urgent(urgent), enabled: urgent > 0, click: actions.alerts },
        { type: 'separator' },
        { label: texts.open, click: actions.open },
        { label: texts.quit, click: actions.quit },
      ]),
    )
  }
  nativeTheme.on('updated', () => tray?.setImage(pictures.getTray()))
  return {
    show: (isShown) => {
      if (isShown === (tray !== null)) return
      tray?.destroy()
      tray = isShown ? new Tray(pictures.getTray()) : null
      // On macOS a click opens the menu.
      if (platform !== 'darwin') tray?.on('click', actions.open)
      draw()
    },
    setUrgent: (count) => {
      if (count === urgent) return
      urgent = count
      draw()
    },
    redraw: draw,
  }
}
