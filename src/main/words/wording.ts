// The texts that main needs in each language.

/** `[0]` and `[1]` of `buttons`: the action if the user chose nothing, and the other action. */
type Question = { message: string; buttons: readonly [string, string] }

/** Menu items with an action of Electron. Without our labels they would be English in every language. */
export type MenuRole =
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'delete'
  | 'selectAll'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'close'
  | 'minimize'
  | 'zoom'
  | 'front'

export type Words = {
  open: string
  quit: string
  urgent: (count: number) => string
  notification: { show: string; snooze: string }
  menu: {
    about: string
    settings: string
    file: string
    edit: string
    view: string
    window: string
    help: string
    logs: string
    releases: string
  }
  roles: Record<MenuRole, string>
  windowFailed: Question & { detail: (logPath: string) => string }
  windowHangs: Question & { detail: string }
  unsavedInput: Question & { detail: string }
  link: Question & { remember: (host: string) => string }
  /** `folder`: the text if the data folder cannot be used. `reason`: the message of the system. */
  fatalError: { title: string; detail: (logId: string, logPath: string) => string; folder: (reason: string) => string }
}
