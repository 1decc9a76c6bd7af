import type { Words } from './wording.ts'

export const en: Words = {
  open: 'Open Quaywatch',
  quit: 'Quit Quaywatch',
  urgent: (count) => (count === 0 ? 'No urgent alerts' : `${count} urgent ${count === 1 ? 'alert' : 'alerts'}`),
  notification: { show: 'Show', snooze: 'Snooze 1 h' },
  menu: {
    about: 'About Quaywatch',
    settings: 'Settings…',
    file: 'File',
    edit: 'Edit',
    view: 'View',
    window: 'Window',
    help: 'Help',
    logs: 'Open log folder',
    releases: 'Show new versions',
  },
  roles: {
    services: 'Services',
    hide: 'Hide Quaywatch',
    hideOthers: 'Hide others',
    unhide: 'Show all',
    quit: 'Quit Quaywatch',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    delete: 'Delete',
    selectAll: 'Select all',
    resetZoom: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    togglefullscreen: 'Full screen',
    close: 'Close window',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring all to front',
  },
  windowFailed: {
    message: 'The window keeps failing',
    detail: (logPath) =>
      `It was opened again several times within a minute. Saved data is not lost, and alerts still appear.\n\nThe log is in ${logPath}`,
    buttons: ['Open it again', 'Quit Quaywatch'],
  },
  windowHangs: {
    message: 'The window does not answer',
    detail: 'It may be busy with a long list. If you open it again, only unsaved text is lost.',
    buttons: ['Wait', 'Open it again'],
  },
  unsavedInput: {
    message: 'Close without saving?',
    detail: 'A form in this window has changes that are not saved.',
    buttons: ['Keep open', 'Close without saving'],
  },
  link: {
    message: 'Open this address outside of Quaywatch?',
    buttons: ['Do not open', 'Open'],
    remember: (host) => `Do not ask again for ${host} until Quaywatch closes`,
  },
  fatalError: {
    title: 'Quaywatch has to close',
    detail: (logId, logPath) =>
      `Something unexpected happened (${logId}). Saved data is not lost.\n\nThe log is in ${logPath}`,
    folder: (reason) =>
      `The data folder cannot be used.\n\n${reason}\n\nChoose another folder with --data-dir, or make sure that you have permission to write to this one and that its disk has free space.`,
  },
}
