// Like messages/: failures between the app, this computer and the user's files.
export const hostErrors = {
  'own-data/not-ours': {
    what: 'This is not a file of own data from Quaywatch. Nothing was changed.',
    next: 'Choose the file that was saved under Settings, Own data. Its name begins with quaywatch-own-data.',
  },
  'own-data/damaged': {
    what: 'This file is damaged or was changed by hand: its content does not match its checksum. Nothing was changed.',
    next: 'Save the file again on the other computer, or copy it again.',
  },
  'own-data/newer': {
    what: 'This file comes from a newer version of Quaywatch, and parts of it would be lost here. Nothing was changed.',
    next: 'Update Quaywatch on this computer, then choose the file again.',
  },
  'own-data/gone': {
    what: 'The data read from the file is no longer here, or the copy was deleted. Nothing was changed.',
    next: 'Choose the file again.',
  },
  'snapshots/unknown': { what: 'This snapshot does not exist any more.', next: 'Open the list of snapshots again.' },
  'snapshots/too-many': {
    what: 'There are already as many snapshots as possible.',
    next: 'Remove one that you no longer use.',
  },
  'snapshots/same-file': {
    what: 'Another snapshot writes a file of the same name into this folder.',
    next: 'Change how the name begins, or choose another folder.',
  },
  'snapshots/watched-folder': {
    what: 'Files in this folder are uploaded, so nothing is written into it.',
    next: 'Choose another folder, or stop watching this one.',
  },
  'snapshots/nothing-yet': {
    what: 'The containers have not been read completely yet, so nothing is written.',
    next: 'Wait until the first reading is complete, then write the snapshot.',
  },
  'snapshots/other-file': {
    what: 'The folder contains a file of that name that this snapshot did not write. That file was not changed.',
    next: 'Move that file away, or give the snapshot another name. Quaywatch retries every 15 minutes.',
  },
  'snapshots/locked': {
    what: 'The snapshot was not written: another program has the file open.',
    next: 'Close it there, or wait until the synchronisation is complete. Quaywatch retries every 15 minutes.',
  },
  'snapshots/no-room': {
    what: 'The snapshot was not written: that disk is full.',
    next: 'Free some space there. Quaywatch retries every 15 minutes.',
  },
  'snapshots/folder-gone': {
    what: 'The snapshot was not written: its folder is missing.',
    next: 'Connect its disk or share, or choose another folder. Quaywatch retries every 15 minutes.',
  },
  'snapshots/not-written': {
    what: 'The snapshot was not written: its folder did not accept the file.',
    next: 'Check its disk or share, or choose another folder. Quaywatch retries every 15 minutes.',
  },
  'links/not-an-address': {
    what: 'This is not an address that can be opened.',
    next: 'Copy the whole address from the other program. It begins with something like https:// and has no spaces.',
  },
  'links/scheme-refused': {
    what: 'Quaywatch never opens addresses that begin like this.',
    next: 'Use the address of a web page, or an address of the other program as its maker documents it.',
  },
  'links/unknown-place': {
    what: 'There is no such placeholder.',
    next: 'Use one of the placeholders below the field, with the same spelling.',
  },
  'links/place-in-host': {
    what: 'The name of the site must not contain a placeholder.',
    next: 'Write the name out, and use placeholders only after the first single slash.',
  },
  'links/too-many': {
    what: 'There are already as many addresses as possible.',
    next: 'Remove one that you no longer use.',
  },
  'rates/same-terms': {
    what: 'There is already a table for the same containers.',
    next: 'Change that one, or name another line, terminal, type or length here.',
  },
  'own-data/not-taken': {
    what: 'The file could not be transferred. Nothing was changed.',
    next: 'Check that the file can be read and that this disk has room, then choose it again.',
  },
  'export/too-many-rows': {
    what: 'A workbook has room for 1,048,575 rows, and this list has more. Nothing was written.',
    next: 'Narrow the list by a filter, or export it as CSV.',
  },
  'export/list-changed': {
    what: 'The order of the list changed during the export. Nothing was written.',
    next: 'Export it again.',
  },
  'export/not-written': {
    what: 'The file could not be written. No part of it is left on the disk.',
    next: 'Check that this disk has room, then export it again.',
  },
  'shell/key-not-stored': {
    what: 'The key could not be stored on this computer.',
    next: 'Choose another place to store it.',
  },
  'shell/key-for-other-address': {
    what: 'The stored key was entered for another address and is not sent to this one.',
    next: 'Enter the key for the new address as well.',
  },
  'shell/key-in-other-account': {
    what: 'The account “{account}” already uses this key.',
    next: 'Switch to that account, or enter another key.',
  },
  'shell/other-account': {
    what: 'This key or address belongs to a different account from “{account}”. Nothing was changed.',
    next: 'Open it as a separate account under Settings, Accounts.',
  },
  'shell/name-in-other-account': {
    what: 'Another account already has the name “{account}”.',
    next: 'Choose a different name. It is shown above every screen.',
  },
  'shell/account-unknown': {
    what: 'This account is no longer on the list.',
    next: 'Choose another one from the list.',
  },
  'shell/data-not-deleted': {
    what: 'The account was removed and its key forgotten, but its data folder could not be deleted.',
    next: 'Close other programs that may use it and delete the folder by hand, or add the account again and remove it once more.',
  },
  'shell/settings-reset': {
    what: 'The app’s settings file could not be read and was reset to its defaults.',
    next: 'Check the service address and the theme in Settings.',
  },
  'shell/service-did-not-start': {
    what: 'The service for sample data did not start.',
    next: 'Try again, or connect your own account.',
  },
  'shell/no-dialog': { what: 'This window cannot show a dialog to choose folders.', next: 'Type the folder’s path.' },
  'shell/copy-no-room': {
    what: 'The copy was not saved: that disk is full.',
    next: 'Free some space there, or save it somewhere else.',
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
    what: 'The copy was not saved: the chosen folder did not accept it, or is missing.',
    next: 'Check that its disk or share is connected, or save it somewhere else.',
  },
  'shell/link-refused': {
    what: 'This link was not opened, because Quaywatch does not open links of this kind.',
    next: 'If you trust it, copy it and open it yourself.',
  },
  'shell/links-too-many': {
    what: 'Several links were opened at once, so this one was not opened.',
    next: 'Wait a minute and open it again.',
  },
  'shell/login-refused': {
    what: 'This computer refused to change which programs start when you sign in.',
    next: 'Change it in the computer’s own settings, or ask your administrator.',
  },
  'shell/desktop-only': {
    what: 'Only the desktop app can do this, and this is its page in a browser.',
    next: 'Open the desktop app.',
  },
} as const
