// The few words main says itself: in menus, in the tray, on notifications, and in dialogs for when no page can say them.
// The catalogue of the page cannot be read from here.
export const words = {
  name: 'Quaywatch',
  open: 'Open Quaywatch',
  quit: 'Quit Quaywatch',
  urgent: (count: number): string => (count === 0 ? 'No urgent alerts' : `${count} urgent ${count === 1 ? 'alert' : 'alerts'}`),
  notification: { show: 'Show', snooze: 'Snooze 1 h' },
  menu: {
    about: 'About Quaywatch',
    settings: 'Settings…',
    file: 'File',
    edit: 'Edit',
    view: 'View',
    help: 'Help',
    logs: 'Open log folder',
    releases: 'Where new versions are',
  },
  failing: {
    message: 'The window keeps failing',
    detail: (logPath: string): string => `It was opened again several times within a minute. Nothing saved is lost, and alerts still come.\n\nThe log is in ${logPath}`,
    buttons: ['Open it again', 'Quit Quaywatch'],
  },
  stuck: {
    message: 'The window does not answer',
    detail: 'It may be busy with a long list. Opening it again loses only what was typed and not saved.',
    buttons: ['Wait', 'Open it again'],
  },
  link: {
    message: 'Open this address outside of Quaywatch?',
    buttons: ['Do not open', 'Open'],
    remember: (host: string): string => `Do not ask again for ${host} until Quaywatch is quit`,
  },
} as const
