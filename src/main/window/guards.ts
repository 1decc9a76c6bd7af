// What a page may ask the system for and where it may go: nothing and nowhere, but for what is named here. Without
// these handlers Electron grants every permission and follows every link.
import { app, type Session, type WebContents } from 'electron'
import type { Origin } from './origin.ts'

/** Copying rows to the clipboard is all the view ever asks for. */
const ALLOWED = 'clipboard-sanitized-write'

export function guardSession(session: Session, origin: Origin): void {
  const mayHave = (permission: string, url: string) => permission === ALLOWED && origin.isTrusted(url)
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    answer(mayHave(permission, requestingUrl))
  })
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => mayHave(permission, requestingOrigin))
  session.setDevicePermissionHandler(() => false)
  // What the user saves, main saves (save-file.ts): a page has no way of its own onto the disk.
  session.on('will-download', (event) => {
    event.preventDefault()
  })
  // It would fetch its dictionary from Chromium's makers, also where no page checks its spelling.
  session.setSpellCheckerEnabled(false)
}

/** For whatever contents ever come to be, so that none is forgotten. */
export function guardEveryContents(origin: Origin): void {
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, origin)
  })
}

function guardContents(contents: WebContents, origin: Origin): void {
  const stay = (details: { url: string; preventDefault(): void }) => {
    if (!origin.isPage(details.url)) details.preventDefault()
  }
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
  })
}
