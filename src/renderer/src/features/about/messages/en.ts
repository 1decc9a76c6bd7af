// About the program: what it is, how it treats entered data, and the licenses of its packages.
export const about = {
  about: {
    title: 'About Quaywatch',
    open: 'Privacy and licences',
    version: 'Version',
    versionNote: 'The versions on this computer.',
    own: 'Quaywatch is free software under the MIT licence.',
    privacy: 'Privacy',
    privacyNote: 'What is kept, what is sent, and to whom.',
    privacySays: {
      sent: 'Quaywatch talks to the tracking service you entered, with your key. It requests the data it shows, and sends what you enter for the service: numbers to track, edits, documents. A document is sent to the storage address that the service names, without the key.',
      makers: 'Nothing goes to the makers of Quaywatch: no usage figures, no crash reports, no check for updates.',
      folders:
        'Files are read only from the folders you chose to be watched and from what you drop on the window. Documents among them are uploaded to your tracking service.',
      stored:
        'Containers, dates you set yourself, waiting documents and the history of changes are kept in the data folder on this computer, until you remove the account or delete the folder. Quaywatch does not encrypt them: anyone who can read your files can read them.',
      key: 'The key is kept where you chose when you entered it. It is never written to the log or into a report, and the screens cannot read it back.',
      log: 'The log and reports of crashes stay on this computer. A report you copy under Status leaves out the key and all numbers.',
      notifications: 'Pop-ups are shown by your system, which may keep them in its own list.',
      sample: 'Sample data is made up on this computer. None of it is sent anywhere.',
    },
    licences: 'Licences',
    licencesNote: 'Work by others that is shipped within Quaywatch, each with its terms.',
    licencesChromium:
      'The desktop app also contains Chromium and Node.js as part of Electron; their licences are in LICENSES.chromium.html beside the program.',
    licencesCount: '{n} package | {n} packages',
    licencesLoading: 'Reading the list',
    licencesMissing: 'The list is made when the app is built. This copy was not built.',
  },
} as const
