// First run and Settings.
export const settings = {
  welcome: {
    title: 'Connect your account',
    intro: 'Quaywatch reads your containers from your tracking service and keeps a copy on this computer.',
    sampleTitle: 'Just looking?',
    sample: 'Try with sample data',
    sampleNote:
      'Made-up containers from a service built into this app. No key is needed, and every screen is marked as sample.',
  },
  connect: {
    address: 'Service address',
    addressHint: 'https://…/v2',
    key: 'API key',
    keyHint: 'Paste the key of your account',
    keyStored: 'A key is stored. Leave empty to keep it.',
    keep: 'Where the key is kept',
    keepIn: {
      keychain: 'In this computer’s keychain',
      file: 'In a file only you can read',
      session: 'In memory only, until the app closes',
    },
    keepNote: {
      keychain: 'The key stays in this computer’s keychain. It is sent to this address only.',
      file: 'The key is written to a file that only your user account can read. It is sent to this address only.',
      session: 'The key is kept in memory until the app closes. It is sent to this address only.',
      stored: 'The stored key stays where it is. Enter it again to store it elsewhere.',
    },
    noKeychain: {
      missing:
        'Quaywatch cannot use a keychain on this computer. A key written to disk without one could be read by every program you run, so it is kept in memory and asked for again after each start. Unlock the keychain, or set one up (on Linux a keyring such as GNOME Keyring or KWallet), then restart Quaywatch.',
      locked:
        'This computer’s keychain was locked, or refused, when Quaywatch asked for your stored key. It is asked once per start: unlock it, then restart Quaywatch. Until then nothing new is read; everything saved stays.',
      unanswered:
        'This computer’s keychain has not answered yet. It may be asking for a password in another window. Once it is unlocked, Quaywatch uses it by itself; if that question was closed, restart Quaywatch.',
      unreadable:
        'The stored key cannot be read: this computer’s keychain works, but the key was encrypted with an earlier one, for example before a password was reset or on another computer. Enter the key again; everything saved stays.',
    },
    submit: 'Check and connect',
    save: 'Check and save',
    checking: 'Checking',
    details: 'Technical details',
    missing: 'An address and a key are both needed.',
    missingAddress: 'An address is needed.',
    connected: 'Connected',
    connectedCount: 'Connected: {n} container in the account | Connected: {n} containers in the account',
    /** The key or the address may belong to another account than the one it was entered for. */
    other: {
      title: 'Another account',
      address:
        'The address is not the one of “{account}”, so this is another account. The data shown and saved for “{account}” does not belong to it.',
      key: 'This key belongs to a different account from “{account}”: the service does not return the records of “{account}” for it.',
      unclear:
        'Quaywatch cannot tell whether this key belongs to “{account}”: too few of its records could be compared.',
      elsewhere:
        '“{account}” has another key. Quaywatch can tell whether this key belongs to the same account only while “{account}” is open.',
      waiting:
        '{n} change of “{account}” has not been sent yet. It is sent with a key of “{account}” only. | {n} changes of “{account}” have not been sent yet. They are sent with a key of “{account}” only.',
      own: 'Open it as a separate account',
      ownNote: '“{account}” stays as it is, with its own key. You can switch between the two at any time.',
      replace: 'Let it replace “{account}”',
      replaceNote:
        '“{account}” is removed from the list and its key is forgotten. Its data and waiting changes stay on this computer and come back when its key is entered again.',
      same: 'It is a new key of “{account}”',
      sameNote:
        'Choose this if you know that it is the same account. Waiting changes are sent with this key, and the data it reads is shown beside the saved data.',
      switch: 'Open “{account}” first',
      switchNote:
        'If this is a new key of “{account}”: enter it there, so that it can be compared with that account’s records.',
      what: 'What to do with this key',
      submit: 'Continue',
    },
    failedNext: {
      offline: 'Nothing was stored. Check the address and the network of this computer, then try again.',
      timeout: 'Nothing was stored. Try again. If this continues, check the address and the network.',
      rateLimited: 'Nothing was stored. Try again in a minute. Other programs on the same key share the budget.',
      serverError: 'Nothing was stored. Try again in a few minutes.',
      notFound: 'Nothing was stored. Check the address: it ends in /v2.',
      redirected: 'Nothing was stored. Enter the final address of the service.',
    },
  },
  settings: {
    accountNote: 'The service that data comes from, and the key for it.',
    accounts: 'Accounts',
    accountsNote:
      'Each account has its own key, folder and board. One account is open at a time. Quaywatch reads and sends only for the open one.',
    open: 'Open',
    openAccount: 'Open account {name}',
    less: 'Less',
    more: 'More',
    isOpen: 'Open now',
    addAccount: 'Add an account',
    addNote: 'The key is checked first. The new account is opened, and its board fills as containers arrive.',
    addSubmit: 'Check and add',
    added: 'Account added',
    addedBack: 'Account added, with its saved data',
    accountName: 'Name',
    accountNameHint: 'Your own name for it: a customer, a branch, a desk',
    renameAs: 'Name of this account',
    renamed: 'Renamed',
    nameMissing: 'A name is needed.',
    remove: 'Remove this account',
    removeTitle: 'Remove {name}',
    removeSays: 'The key is forgotten and the account leaves the list. Nothing changes at the tracking service.',
    removeData: 'What was saved on this computer',
    removeKeep: 'Keep the data folder',
    removeKeepNote:
      'Stays under {folder} in the app’s data folder. Adding an account with the same key brings it back.',
    removeDelete: 'Delete the data folder',
    removeDeleteNote:
      'The board, the history of changes and what you entered yourself are gone for good: notes, tags, assignees, saved views and dates set by hand.',
    removeWaiting:
      '{n} change of yours has not reached the service: | {n} changes of yours have not reached the service:',
    removeWaitingStored: 'They wait in the data folder and are sent once the account is added again.',
    removeWaitingDeleted: 'They are deleted with the folder and never sent.',
    removeWaitingUnknown: 'The unsent changes cannot be read now. When the account was last open: {n}.',
    removeEdit: '{what} of {name}',
    removeRequest: 'Tracking request for {number}',
    removeMore: 'and {n} more',
    removeSubmit: 'Remove account',
    removed: 'Account removed',
    sampleOn: 'Sample data is on. Your own account is not read meanwhile.',
    leaveSample: 'Leave sample data',
    reading: 'Reading',
    readingNote:
      'How often the service is asked. Containers with last free day today or tomorrow are read every minute at least, also while paused.',
    metered: 'Connection',
    meteredNote:
      'The system does not report that a connection is paid by volume, so set it here. Applies to this computer and every account.',
    meteredChoice: {
      no: 'Not metered',
      seldom: 'Metered: read everything every 5 minutes',
      pause: 'Metered: pause reading until I ask',
    },
    battery: 'On battery',
    batteryChoice: 'Check less often: every minute with the board open, every 5 minutes otherwise',
    batteryUnknown:
      'A browser does not report whether the computer runs on battery. Set the connection to metered to read less.',
    share: 'Share of the key’s requests',
    shareNote:
      'The service limits the requests per minute and key. Leave some to other programs on the same key. This account only.',
    forget: 'Forget the key',
    forgetNote: 'Saved data stays. Nothing more is read.',
    forgotten: 'Key forgotten',
    appearance: 'Appearance',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    languageNote:
      'The window reloads in the other language and shows the same screen. Names and texts from the service are not translated.',
    systemLanguage: 'As the system',
    contrast: 'Contrast',
    contrasts: { system: 'As the system', usual: 'Usual', more: 'More' },
    dateStyle: 'Dates',
    dateStyles: { words: 'Fri 20 Nov', iso: 'Fri 2026-11-20' },
    dateStyleNote: 'Both styles show the weekday. Times use 24 hours and the place’s own time zone, which is named.',
    deadlines: 'Last free day',
    deadlinesNote: 'Every source stays on screen, whichever date governs.',
    rule: 'Which date governs',
    rules: {
      earliest: 'Earliest relevant date',
      'line-first': 'Line first, as the service’s own pickup date',
      'terminal-first': 'Terminal first',
    },
    bands: 'Bands, in days left',
    bandsNote: 'A date further off than the last one is “Later”. Past and today are always their own bands.',
    bandsOrder: 'Days must not decrease from one band to the next.',
    upTo: 'Up to',
    tomorrow: 'Tomorrow',
    soon: 'Soon',
    week: 'This week',
    homeZone: 'Home zone',
    homeZoneNote: 'Used for “today” only where the service names no zone at all. Such dates are flagged.',
    percent: '%',
    saved: 'Saved',
    version: 'Quaywatch {version}',
  },
  computer: {
    title: 'This computer',
    note: 'How the app runs on this computer. Applies to every account.',
    start: 'Start',
    startChoice: 'Start Quaywatch when I sign in',
    startNote: {
      mac: 'It starts without a window. Click its icon in the Dock to open one.',
      windows: 'It starts without a window if closing leaves it running, and minimised if not.',
      linux: 'It starts without a window if closing leaves it running, and minimised if not.',
    },
    icon: 'Icon',
    iconChoice: {
      mac: 'Show an icon in the menu bar',
      windows: 'Show an icon beside the clock',
      linux: 'Show an icon in the system tray',
    },
    iconNote: {
      mac: 'It shows the number of urgent alerts and opens the window.',
      windows: 'It shows the number of urgent alerts and opens the window. Windows may hide it behind the arrow there.',
      linux:
        'It shows the number of urgent alerts and opens the window. Some desktops, such as GNOME, show such icons only with an extension.',
    },
    closing: 'Closing the window',
    closingChoice: { quit: 'Ends Quaywatch', tray: 'Leaves it running behind its icon' },
    closingNote:
      'While it runs, alerts appear, folders are watched and your changes are sent. If you cannot find the icon, start Quaywatch again to bring the window back.',
    closingNeedsIcon: 'If it stays running, its icon is shown as well, because it opens the window again.',
    logs: 'Log',
    logsNote: 'A record of what the app did, for support. It contains no key and none of your uploads.',
    openLogs: 'Open log folder',
    version: 'Version',
    updates:
      'Quaywatch {version}. This build does not update itself; new versions are announced on the project’s page.',
    updatesNowhere: 'Quaywatch {version}. This build does not update itself. Get new versions where you got this one.',
    showReleases: 'Show new versions',
  },
} as const
