// About the program: what it is, how it treats entered data, and the licenses of its packages.
export const about = {
  about: {
    title: 'About Quaywatch',
    open: 'Privacy and licences',
    version: 'Version',
    versionNote: 'The versions on this computer.',
    own: 'Quaywatch is free software under the MIT licence.',
    privacy: 'Privacy',
    privacyNote: 'What Quaywatch stores, what it sends, and to whom.',
    privacySays: {
      sent: 'Quaywatch talks to the tracking service you entered, with your key. It requests the data it shows, and sends what you enter for the service: numbers to track, edits, documents. A document is sent to the storage address that the service names, without the key. In an office, it also talks to the office’s database, which has the data of all members.',
      makers: 'Nothing goes to the makers of Quaywatch: no usage figures, no crash reports, no check for updates.',
      folders:
        'Quaywatch reads files only from the folders you chose to watch and from what you drop on the window. It uploads documents among them to your tracking service.',
      stored:
        'Containers, last free days you set, waiting documents and the change history are stored in the data folder on this computer, until you remove the account or delete the folder. Quaywatch does not encrypt them: anyone who can read your files can read them.',
      key: 'The key is stored where you chose when you entered it. Quaywatch never writes it to the log or a report, and the screens cannot read it back.',
      log: 'The log and crash reports stay on this computer. A report you copy under Status leaves out the key and all numbers.',
      notifications: 'Your system shows the pop-ups and may keep them in its own list.',
      sample: 'Quaywatch makes up sample data on this computer and sends none of it anywhere.',
    },
    licences: 'Licences',
    licencesNote: 'Third-party work included in Quaywatch, each with its terms.',
    licencesChromium:
      'The desktop app also contains Chromium and Node.js as part of Electron; their licences are in LICENSES.chromium.html beside the program.',
    licencesCount: '{n} package | {n} packages',
    licencesLoading: 'Loading the list',
    licencesMissing: 'The list is created when the app is built. This copy was not built.',
  },
  guide: {
    title: 'User guide',
    inEnglish: 'The guide is in English.',
    verb: 'Help: user guide',
    also: 'help guide manual documentation handbook instructions',
  },
} as const
