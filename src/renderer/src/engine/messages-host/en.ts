// As errors.ts: what goes wrong between the app, this computer and files of the user's.
export const hostErrors = {
  'own-data/not-ours': {
    what: 'This is not a file of own data from Quaywatch. Nothing was changed.',
    next: 'Choose the file that was saved under Settings, Own data. Its name begins with quaywatch-own-data.',
  },
  'own-data/damaged': {
    what: 'This file is damaged or was changed by hand: what is in it does not match its checksum. Nothing was changed.',
    next: 'Save the file again on the other computer, or copy it once more.',
  },
  'own-data/newer': {
    what: 'This file comes from a newer version of Quaywatch, and parts of it would be lost here. Nothing was changed.',
    next: 'Update Quaywatch on this computer, then choose the file again.',
  },
  'own-data/gone': {
    what: 'What was read from the file is not here any more, or the copy was cleared away. Nothing was changed.',
    next: 'Choose the file again.',
  },
  'snapshots/unknown': {
    what: 'This snapshot is not there any more.',
    next: 'Look at the list of snapshots anew.',
  },
  'snapshots/too-many': {
    what: 'There is no room for another snapshot.',
    next: 'Remove one that is not used any more.',
  },
  'snapshots/same-file': {
    what: 'Another snapshot writes a file of the same name into this folder.',
    next: 'Let the name begin otherwise, or choose another folder.',
  },
  'snapshots/watched-folder': {
    what: 'Files in this folder are uploaded, so nothing is written into it.',
    next: 'Choose another folder, or stop watching this one.',
  },
  'snapshots/nothing-yet': {
    what: 'The containers have not been read completely yet, so nothing is written.',
    next: 'Wait until the first reading is complete, and write it then.',
  },
  'snapshots/other-file': {
    what: 'There is a file of that name in the folder that this snapshot did not write, and it was left as it is.',
    next: 'Move that file away, or give the snapshot another name. It is tried again every 15 minutes.',
  },
  'snapshots/locked': {
    what: 'The snapshot was not written: another program holds the file.',
    next: 'Close it there, or let the synchronisation finish. It is tried again every 15 minutes.',
  },
  'snapshots/no-room': {
    what: 'The snapshot was not written: there is no room left on that disk.',
    next: 'Make room there. It is tried again every 15 minutes.',
  },
  'snapshots/folder-gone': {
    what: 'The snapshot was not written: its folder is not there.',
    next: 'Connect its disk or share, or choose another folder. It is tried again every 15 minutes.',
  },
  'snapshots/not-written': {
    what: 'The snapshot was not written: the folder did not take it.',
    next: 'Check its disk or share, or choose another folder. It is tried again every 15 minutes.',
  },
  'links/not-an-address': {
    what: 'This is not an address that can be opened.',
    next: 'Copy it from the other program as a whole; it begins like https:// and has no blanks.',
  },
  'links/scheme-refused': {
    what: 'Addresses that begin so are never opened.',
    next: 'Use the address of a web page, or one that begins with the name of the other program as its maker gives it.',
  },
  'links/unknown-place': {
    what: 'There is no such place to fill in.',
    next: 'Use one of the places below the field, spelled as it stands there.',
  },
  'links/place-in-host': {
    what: 'The name of the site cannot come from a record.',
    next: 'Write it out, and put places behind the first single slash.',
  },
  'links/too-many': {
    what: 'There is no room for another address.',
    next: 'Remove one that is not used any more.',
  },
  'rates/same-terms': {
    what: 'There is a table for the same containers already.',
    next: 'Change that one, or name another line, terminal, type or length here.',
  },
  'own-data/not-taken': {
    what: 'The file could not be handed over. Nothing was changed.',
    next: 'Check that the file can be read and that this disk has room, then choose it again.',
  },
  'export/too-many-rows': {
    what: 'A workbook has room for 1,048,575 rows, and this list has more. Nothing was written.',
    next: 'Narrow the list by a filter, or export it as CSV.',
  },
  'export/list-changed': {
    what: 'The list was put in another order while it was written. Nothing was written.',
    next: 'Export it again.',
  },
  'export/not-written': {
    what: 'The file could not be written. Nothing of it was left behind.',
    next: 'Check that this disk has room, then export it again.',
  },
  'shell/key-not-stored': {
    what: 'The key could not be stored on this computer.',
    next: 'Choose another place to keep it.',
  },
  'shell/key-for-other-address': {
    what: 'The stored key was entered for another address and is not sent to this one.',
    next: 'Enter the key for the new address as well.',
  },
  'shell/key-in-other-account': {
    what: 'The account “{account}” has this key already.',
    next: 'Switch to that account, or enter another key.',
  },
  'shell/other-account': {
    what: 'This key or address belongs to another account than “{account}”. Nothing was changed.',
    next: 'Open it as an account of its own under Settings, Accounts.',
  },
  'shell/name-in-other-account': {
    what: 'Another account is called “{account}” already.',
    next: 'Choose a name that tells them apart: it stands above every screen.',
  },
  'shell/account-unknown': {
    what: 'This account is not on the list any more.',
    next: 'Choose another one from the list.',
  },
  'shell/data-not-deleted': {
    what: 'The account was removed and its key forgotten, but its data folder could not be deleted.',
    next: 'Close other programs that may use it and delete the folder by hand, or add the account again and remove it once more.',
  },
  'shell/settings-reset': {
    what: 'The app’s settings file could not be read and was set back to its defaults.',
    next: 'Check the service address and the theme in Settings.',
  },
  'shell/service-did-not-start': {
    what: 'The service for sample data did not start.',
    next: 'Try again, or connect your own account.',
  },
  'shell/no-dialog': {
    what: 'This window cannot show a dialog to choose folders.',
    next: 'Type the folder’s path.',
  },
  'shell/copy-no-room': {
    what: 'The copy was not saved: there is no room for it on that disk.',
    next: 'Make room there, or save it somewhere else.',
  },
  'shell/copy-refused': {
    what: 'The copy was not saved: that folder, or the file of that name in it, cannot be written.',
    next: 'Choose another folder or name, or close the program the file is open in, and save it again.',
  },
  'shell/pdf-not-made': {
    what: 'The PDF could not be made.',
    next: 'Try again, or print and choose “Save as PDF” in the print dialog.',
  },
  'shell/copy-not-saved': {
    what: 'The copy was not saved: the place you chose did not take it, or is gone.',
    next: 'Check that its disk or share is connected, or save it somewhere else.',
  },
  'shell/link-refused': {
    what: 'This link was not opened, because it is nothing that may be opened.',
    next: 'Copy it if you are sure of it.',
  },
  'shell/links-too-many': {
    what: 'Several links were to be opened at once, and this one was not.',
    next: 'Wait a minute and open it again.',
  },
  'shell/login-refused': {
    what: 'This computer did not take the change to what starts when you sign in.',
    next: 'Change it in the computer’s own settings, or ask whoever looks after it.',
  },
  'shell/desktop-only': {
    what: 'Only the desktop app can do this, and this is its page in a browser.',
    next: 'Open the desktop app.',
  },
} as const
