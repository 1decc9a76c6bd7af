// First run and Settings.
export const settings = {
  welcome: {
    title: 'Connect your account',
    intro:
      'Quaywatch shows the last free day, the holds and the fees of every ocean container, and what to do next. It syncs them from your tracking service and keeps a copy on this computer.',
    sampleTitle: 'Just looking?',
    sample: 'Try with sample data',
    sampleNote:
      'Sample containers from a service built into this app. You need no key, and every screen is marked as sample.',
  },
  connect: {
    address: 'Service address',
    addressHint: 'https://…/v2',
    key: 'API key',
    keyHint: 'Paste your account’s API key',
    keyStored: 'A key is stored. Leave empty to keep it.',
    keep: 'Store the key',
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
        'Quaywatch cannot use a keychain on this computer. Without one, any program you run could read a key on disk, so Quaywatch keeps the key in memory and asks for it after each start. Unlock the keychain, or set one up (on Linux a keyring such as GNOME Keyring or KWallet), then restart Quaywatch.',
      locked:
        'This computer’s keychain was locked, or refused, when Quaywatch asked for your stored key. Quaywatch asks once per start: unlock it, then restart Quaywatch. Until then nothing new syncs; all saved data stays.',
      unanswered:
        'This computer’s keychain has not responded yet. It may be asking for a password in another window. Once it is unlocked, Quaywatch uses it automatically; if that question was closed, restart Quaywatch.',
      unreadable:
        'Quaywatch cannot read the stored key: this computer’s keychain works, but the key was encrypted with an earlier one, for example before a password reset or on another computer. Enter the key again; all saved data stays.',
    },
    submit: 'Check and connect',
    save: 'Check and save',
    checking: 'Checking',
    details: 'Technical details',
    missing: 'Enter an address and a key.',
    missingAddress: 'Enter an address.',
    connected: 'Connected',
    connectedCount: 'Connected: {n} container in the account | Connected: {n} containers in the account',
    /** The key or the address may belong to another account than the one it was entered for. */
    other: {
      title: 'Another account',
      address:
        'The address differs from that of “{account}”, so this is another account. The data shown and saved for “{account}” does not belong to it.',
      key: 'This key belongs to a different account than “{account}”: the service does not return the records of “{account}” for it.',
      unclear: 'Quaywatch cannot tell whether this key belongs to “{account}”: it had too few records to compare.',
      elsewhere:
        '“{account}” has another key. Quaywatch can tell whether this key belongs to the same account only while “{account}” is open.',
      waiting:
        '{n} change of “{account}” has not been sent. Quaywatch sends it only with a key of “{account}”. | {n} changes of “{account}” have not been sent. Quaywatch sends them only with a key of “{account}”.',
      own: 'Open it as a separate account',
      ownNote: '“{account}” stays as it is, with its own key. You can switch between the two at any time.',
      replace: 'Replace “{account}” with it',
      replaceNote:
        'Quaywatch removes “{account}” from the list along with its key. Its data and waiting changes stay on this computer and come back when you enter its key again.',
      same: 'It is a new key for “{account}”',
      sameNote:
        'Choose this if you know that it is the same account. Quaywatch sends waiting changes with this key, and shows the data it syncs beside the saved data.',
      switch: 'Open “{account}” first',
      switchNote:
        'If this is a new key for “{account}”, enter it there, so that Quaywatch can compare it with that account’s records.',
      what: 'What to do with this key',
      submit: 'Continue',
    },
    failedNext: {
      offline: 'Nothing was stored. Check the address and this computer’s network connection, then try again.',
      timeout: 'Nothing was stored. Try again. If this continues, check the address and the network.',
      rateLimited: 'Nothing was stored. Try again in a minute. Other programs on the same key share its request limit.',
      serverError: 'Nothing was stored. Try again in a few minutes.',
      notFound: 'Nothing was stored. Check the address: it ends in /v2.',
      redirected: 'Nothing was stored. Enter the final address of the service.',
    },
  },
  settings: {
    accountNote: 'The service that provides your data, and its key.',
    accounts: 'Accounts',
    accountsNote:
      'Each account has its own key, folder and board. One account is open at a time, and Quaywatch syncs only the open one.',
    open: 'Open',
    openAccount: 'Open account {name}',
    less: 'Less',
    more: 'More',
    isOpen: 'Open now',
    addAccount: 'Add an account',
    addNote: 'Quaywatch checks the key first, then opens the new account. Its board fills as containers arrive.',
    addSubmit: 'Check and add',
    added: 'Account added',
    addedBack: 'Account added, with its saved data',
    accountName: 'Name',
    accountNameHint: 'Your own name for it, such as a customer, branch or desk',
    renameAs: 'Account name',
    renamed: 'Renamed',
    nameMissing: 'Enter a name.',
    remove: 'Remove this account',
    removeTitle: 'Remove {name}',
    removeSays:
      'Quaywatch removes the key and takes the account off the list. Nothing changes at the tracking service.',
    removeData: 'Data saved on this computer',
    removeKeep: 'Keep the data folder',
    removeKeepNote:
      'Stays under {folder} in the app’s data folder. Adding an account with the same key brings it back.',
    removeDelete: 'Delete the data folder',
    removeDeleteNote:
      'This permanently deletes the board, the change history and everything you entered: notes, tags, assignees, saved views and LFD overrides.',
    removeWaiting:
      '{n} of your changes has not reached the service: | {n} of your changes have not reached the service:',
    removeWaitingStored: 'They wait in the data folder. Quaywatch sends them once you add the account again.',
    removeWaitingDeleted: 'They are deleted with the folder and never sent.',
    removeWaitingUnknown: 'Quaywatch cannot read the unsent changes now. When the account was last open: {n}.',
    removeEdit: '{what} of {name}',
    removeRequest: 'Tracking request for {number}',
    removeMore: 'and {n} more',
    removeSubmit: 'Remove account',
    removed: 'Account removed',
    sampleOn: 'Sample data is on. Until you leave it, your own account does not sync.',
    leaveSample: 'Leave sample data',
    reading: 'Sync',
    readingNote:
      'How often Quaywatch syncs. Containers with a last free day today or tomorrow sync at least every minute, even while paused.',
    metered: 'Connection',
    meteredNote:
      'Tell Quaywatch if this connection is metered; the system does not report it. Applies to this computer and every account.',
    meteredChoice: {
      no: 'Not metered',
      seldom: 'Metered: sync everything every 5 minutes',
      pause: 'Metered: pause sync until I refresh',
    },
    battery: 'On battery',
    batteryChoice: 'Sync less often: every minute with the board open, every 5 minutes otherwise',
    batteryUnknown:
      'A browser does not report whether the computer is on battery. To sync less often, set the connection to metered.',
    share: 'Share of the key’s requests',
    shareNote:
      'The service limits requests per minute per key. Leave some for other programs on the same key. This account only.',
    forget: 'Remove the key',
    forgetNote: 'Saved data stays. Sync stops.',
    forgotten: 'Key removed',
    appearance: 'Appearance',
    theme: 'Theme',
    themes: { system: 'Same as system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    languageNote:
      'The window reloads in the other language and shows the same screen. Names and texts from the service stay as they are.',
    systemLanguage: 'Same as system',
    contrast: 'Contrast',
    contrasts: { system: 'Same as system', usual: 'Standard', more: 'High' },
    dateStyle: 'Dates',
    dateStyles: { words: 'Fri 20 Nov', iso: 'Fri 2026-11-20' },
    dateStyleNote: 'Both styles show the weekday. Times are 24-hour, local to each place.',
    deadlines: 'Last free day',
    deadlinesNote: 'The screens show every source, whichever date is in effect.',
    rule: 'Date in effect',
    rules: {
      earliest: 'Earliest relevant date',
      'line-first': 'Line first, like the service’s own pickup date',
      'terminal-first': 'Terminal first',
    },
    bands: 'Bands, in days left',
    bandsNote: 'Any later date is “Later”. Past and today are always bands of their own.',
    bandsOrder: 'Days cannot decrease from one band to the next.',
    upTo: 'Up to',
    tomorrow: 'Tomorrow',
    soon: 'Soon',
    week: 'This week',
    homeZone: 'Home zone',
    homeZoneNote: 'Used for “today” only where the service gives no time zone. Such dates are flagged.',
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
      windows: 'It starts without a window if closing keeps it running, and minimised if not.',
      linux: 'It starts without a window if closing keeps it running, and minimised if not.',
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
    closingChoice: { quit: 'Quits Quaywatch', tray: 'Keeps it running behind its icon' },
    closingNote:
      'While it runs, you get alerts, folders are watched and your changes are sent. If you cannot find the icon, start Quaywatch again to bring the window back.',
    closingNeedsIcon: 'If it keeps running, its icon is shown too, because it reopens the window.',
    logs: 'Log',
    logsNote: 'A record of what the app did, for support. It contains no key and none of your uploads.',
    openLogs: 'Open log folder',
    version: 'Version',
    updates: 'Quaywatch {version}. This build does not update itself; the project’s page announces new versions.',
    updatesNowhere: 'Quaywatch {version}. This build does not update itself. Get new versions where you got this one.',
    showReleases: 'Show new versions',
  },
} as const
