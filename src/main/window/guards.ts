// Limits the permissions of a page and the addresses to which it may navigate. Without these handlers Electron grants
// every permission and follows every link.
import { app, type Session, type WebContents } from 'electron'
import type { Origin } from './origin.ts'

/** The view only needs to copy rows to the clipboard. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write'

export function guardSession(session: Session, origin: Origin): void {
  const isAllowed = (permission: string, url: string) => permission === ALLOWED_PERMISSION && origin.isTrusted(url)
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isAllowed(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isAllowed(permission, requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  // Main saves files for the user (system/save-file.ts): a page cannot write to the disk.
  session.on('will-download', (event) => event.preventDefault())
  // The spelling checker would download its dictionary from Google, even if no page uses it.
  session.setSpellCheckerEnabled(false)
}

/** Applies to all web contents that are ever created. */
export function guardEveryContents(origin: Origin): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, origin))
}

function guardContents(contents: WebContents, origin: Origin): void {
  const preventNavigation = (details: { url: string; preventDefault(): void }) => {
    if (!origin.isPage(details.url)) details.preventDefault()
  }
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', preventNavigation)
  contents.on('will-frame-navigate', preventNavigation)
  contents.on('will-redirect', preventNavigation)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
