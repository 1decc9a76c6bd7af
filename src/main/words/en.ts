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
    help: 'Help',
    logs: 'Open log folder',
    releases: 'Where new versions are',
  },
  failing: {
    message: 'The window keeps failing',
    detail: (logPath) => `It was opened again several times within a minute. Nothing saved is lost, and alerts still come.\n\nThe log is in ${logPath}`,
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
    remember: (host) => `Do not ask again for ${host} until Quaywatch is quit`,
  },
  fault: {
    title: 'Quaywatch has to close',
    detail: (logId, logPath) => `Something unexpected happened (${logId}). Nothing saved is lost.\n\nThe log is in ${logPath}`,
  },
}
