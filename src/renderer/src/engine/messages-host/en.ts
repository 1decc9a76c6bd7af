// The texts of failures between the app, this computer, the user's files and the office's database. The other failures
// are in messages/.
export const hostErrors = {
  'folders/unknown': { what: 'Quaywatch no longer watches this folder.', next: 'Add it again in Settings.' },
  'folders/not-found': {
    what: 'There is no folder at this path.',
    next: 'Check the spelling. Connect the network share first if the folder is on one.',
  },
  'folders/not-answering': {
    what: 'This folder is not responding.',
    next: 'Check the connection to its network share or drive, then try again.',
  },
  'folders/not-a-folder': {
    what: 'This path is a file, not a folder.',
    next: 'Enter the folder that contains the file.',
  },
  'folders/not-readable': {
    what: 'Quaywatch has no permission to read this folder.',
    next: 'Ask your administrator for permission to read it, or choose another folder.',
  },
  'folders/not-writable': {
    what: 'Quaywatch has no permission to write or move files in this folder.',
    next: 'Ask your administrator for permission to write there, choose another folder, or leave the files of a watched folder in place.',
  },
  'folders/already-watched': {
    what: 'Quaywatch already watches this folder, or one above or below it.',
    next: 'Stop watching the other folder first.',
  },
  'folders/own-data': {
    what: 'This is one of Quaywatch’s own folders.',
    next: 'Choose the folder where your documents are saved.',
  },
  'folders/not-picked': {
    what: 'You did not choose this folder in the computer’s own dialog.',
    next: 'Press “Choose a folder” and choose it there.',
  },
  'own-data/not-ours': {
    what: 'This is not a Quaywatch backup. Nothing was changed.',
    next: 'Choose the file saved under Settings, Own data. Its name begins with quaywatch-own-data.',
  },
  'own-data/damaged': {
    what: 'This file is damaged or was edited by hand: its content does not match its checksum. Nothing was changed.',
    next: 'Save the file again on the other computer, or copy it again.',
  },
  'own-data/newer': {
    what: 'A newer version of Quaywatch wrote this file, and this version would lose parts of it. Nothing was changed.',
    next: 'Update Quaywatch on this computer, then choose the file again.',
  },
  'own-data/gone': {
    what: 'Quaywatch no longer has this data: it changed, or the copy was deleted. Nothing was changed.',
    next: 'Open the list again, or choose the file again.',
  },
  'snapshots/unknown': { what: 'This snapshot no longer exists.', next: 'Reload the list of snapshots.' },
  'snapshots/too-many': {
    what: 'You have reached the maximum number of snapshots.',
    next: 'Remove one that you no longer use.',
  },
  'snapshots/same-file': {
    what: 'Another snapshot writes a file with the same name to this folder.',
    next: 'Use another file-name prefix, or choose another folder.',
  },
  'snapshots/watched-folder': {
    what: 'Quaywatch uploads the files in this folder, so it does not write snapshots to it.',
    next: 'Choose another folder, or stop watching this one.',
  },
  'snapshots/nothing-yet': {
    what: 'The containers have not synced completely yet, so no snapshot was written.',
    next: 'Wait until the first sync is complete, then write the snapshot.',
  },
  'snapshots/other-file': {
    what: 'The folder already has a file with that name that this snapshot did not write. Quaywatch left it unchanged.',
    next: 'Move that file, or give the snapshot another name. Quaywatch retries every 15 minutes.',
  },
  'snapshots/locked': {
    what: 'The snapshot was not written: another program has the file open.',
    next: 'Close it there, or wait until the folder has synced. Quaywatch retries every 15 minutes.',
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
    what: 'Quaywatch cannot open this address.',
    next: 'Copy the whole address from the other program. It begins with something like https:// and has no spaces.',
  },
  'links/scheme-refused': {
    what: 'Quaywatch does not open this type of address.',
    next: 'Use the address of a web page, or the address format that the other program documents.',
  },
  'links/unknown-place': {
    what: 'This placeholder does not exist.',
    next: 'Use one of the placeholders below the field, spelled the same way.',
  },
  'links/place-in-host': {
    what: 'A site name cannot contain a placeholder.',
    next: 'Write out the site name, and use placeholders only after the first single slash.',
  },
  'links/too-many': {
    what: 'You have reached the maximum number of addresses.',
    next: 'Remove one that you no longer use.',
  },
  'rates/same-terms': {
    what: 'A rate table for the same containers already exists.',
    next: 'Change that table, or enter a different line, terminal, type or length here.',
  },
  'own-data/not-taken': {
    what: 'Quaywatch could not copy the file. Nothing was changed.',
    next: 'Check that the file can be read and that this disk has free space, then choose it again.',
  },
  'export/too-many-rows': {
    what: 'An Excel workbook holds 1,048,575 rows, and this list has more. Nothing was written.',
    next: 'Narrow the list with a filter, or export it as CSV.',
  },
  'export/list-changed': {
    what: 'The order of the list changed during the export. Nothing was written.',
    next: 'Export it again.',
  },
  'export/not-written': {
    what: 'Quaywatch could not write the file. No part of it is left on the disk.',
    next: 'Check that this disk has free space, then export again.',
  },
  'shell/membership-not-stored': {
    what: 'This computer cannot store a membership in an office.',
    next: 'Set up a keyring for your user, then start Quaywatch again and join.',
  },
  'shell/key-not-stored': {
    what: 'Quaywatch could not store the key on this computer.',
    next: 'Choose another place to store it.',
  },
  'shell/key-for-other-address': {
    what: 'The stored key was entered for another address. Quaywatch does not send it to this one.',
    next: 'Enter the key for the new address as well.',
  },
  'shell/key-in-other-account': {
    what: 'Account “{account}” already uses this key.',
    next: 'Switch to that account, or enter another key.',
  },
  'shell/other-account': {
    what: 'This key or address belongs to a different account from “{account}”. Nothing was changed.',
    next: 'Open it as a separate account under Settings, Accounts.',
  },
  'shell/name-in-other-account': {
    what: 'Another account is already named “{account}”.',
    next: 'Choose a different name. It is shown above every screen.',
  },
  'shell/account-unknown': {
    what: 'This account is no longer on the list.',
    next: 'Choose another one from the list.',
  },
  'shell/data-not-deleted': {
    what: 'The account and its key were removed, but its data folder could not be deleted.',
    next: 'Close other programs that may use the folder and delete it by hand, or add the account again and remove it once more.',
  },
  'shell/settings-reset': {
    what: 'Quaywatch could not read its settings file and reset it to the defaults.',
    next: 'Check the service address and the theme in Settings.',
  },
  'shell/service-did-not-start': {
    what: 'The sample data service did not start.',
    next: 'Try again, or connect your own account.',
  },
  'shell/no-dialog': { what: 'This window has no folder dialog.', next: 'Type the folder’s path.' },
  'shell/copy-no-room': {
    what: 'The copy was not saved: that disk is full.',
    next: 'Free some space there, or save it somewhere else.',
  },
  'shell/copy-refused': {
    what: 'The copy was not saved: Quaywatch cannot write to that folder, or to the file of that name in it.',
    next: 'Choose another folder or name, or close the program the file is open in, and save it again.',
  },
  'shell/pdf-not-made': {
    what: 'Quaywatch could not create the PDF.',
    next: 'Try again, or print and choose “Save as PDF” in the print dialog.',
  },
  'shell/copy-not-saved': {
    what: 'The copy was not saved: the chosen folder is missing or did not accept it.',
    next: 'Check that its disk or share is connected, or save it somewhere else.',
  },
  'shell/link-refused': {
    what: 'Quaywatch did not open this link, because it does not open links of this type.',
    next: 'If you trust it, copy it and open it yourself.',
  },
  'shell/links-too-many': {
    what: 'Several links opened at the same time, so Quaywatch did not open this one.',
    next: 'Wait a minute and open it again.',
  },
  'shell/login-refused': {
    what: 'This computer did not let Quaywatch change which programs start at sign-in.',
    next: 'Change it in the computer’s settings, or ask your administrator.',
  },
  'shell/desktop-only': {
    what: 'Only the desktop app can do this. You are using the browser version.',
    next: 'Open the desktop app.',
  },
  'office/unreachable': {
    what: 'The office’s database cannot be reached.',
    next: 'Check this computer’s network connection. You can keep working with the saved data.',
  },
  'office/certificate': {
    what: 'This computer does not trust the certificate of the office’s database.',
    next: 'Ask the office’s administrator whether the certificate was replaced.',
  },
  'office/tls-required': {
    what: 'The office’s database does not encrypt its connections, so Quaywatch does not connect.',
    next: 'Ask the office’s administrator to turn on TLS in PostgreSQL.',
  },
  'office/login-refused': {
    what: 'The office’s database refuses this login.',
    next: 'Check the user name and the password, or ask the office’s administrator.',
  },
  'office/no-database': {
    what: 'The server has no database with this name.',
    next: 'Check the address of the office, or ask its administrator.',
  },
  'office/too-many-connections': {
    what: 'The office’s database accepts no more connections.',
    next: 'Ask the office’s administrator to raise max_connections in PostgreSQL. Each desktop needs two connections.',
  },
  'office/follows': {
    what: 'Another computer of your office reads the service and sends the requests.',
    next: 'Do this on that computer, or wait until this one takes over.',
  },
  'office/other-account': {
    what: 'The key on this computer is not the key of your office’s account.',
    next: 'Enter the office’s key in Settings, or ask the office’s administrator for the file of this account.',
  },
  'office/key-changed': {
    what: 'The office still has the earlier API key of this account.',
    next: 'Ask an administrator of the office to enter the new key in Settings on their own computer.',
  },
  'office/no-leader': {
    what: 'No computer of your office reads the service now.',
    next: 'Start Quaywatch on a computer that may read, or start the office daemon.',
  },
  'office/not-away': {
    what: 'The office is back, or has been away for less than 15 minutes.',
    next: 'If the office stays away, try again later.',
  },
  'office/handed-over': {
    what: 'The computer “{device}” of your office sends this next.',
    next: 'It goes out as soon as that computer can send it. You can close Quaywatch meanwhile.',
  },
  'office/too-large': {
    what: 'This is too large to be sent by another computer of your office.',
    next: 'Shorten it, or make the change on the computer that reads the service.',
  },
  'office/full': {
    what: 'The disk of the office’s database is full.',
    next: 'Ask the office’s administrator to free space.',
  },
  'office/busy': {
    what: 'The office’s database took too long.',
    next: 'Try again later. You can keep working with the saved data.',
  },
  'office/not-a-member': {
    what: 'You are not a member of this office.',
    next: 'Ask the office’s administrator. The data on this computer stays readable.',
  },
  'office/not-allowed': {
    what: 'Your role in the office does not allow this.',
    next: 'Ask the office’s administrator for another role.',
  },
  'office/too-old': {
    what: 'The office requires a newer version of Quaywatch.',
    next: 'Update Quaywatch. Until then you can keep working with the data on this computer.',
  },
  'office/newer': {
    what: 'A newer version of Quaywatch set up this office. Nothing was changed.',
    next: 'Update Quaywatch on this computer, then try again.',
  },
  'office/server-too-old': {
    what: 'The office needs PostgreSQL 14 or newer, and this server is older.',
    next: 'Ask the server’s administrator for a newer version.',
  },
  'office/too-many-tasks': {
    what: 'You have reached the maximum number of requests to the office for one day.',
    next: 'Try again tomorrow.',
  },
  'office/address-invalid': {
    what: 'This is neither the address of a database nor an invitation.',
    next: 'Enter an address that begins with postgres:// and has a login, password, host and database, or paste the whole invitation.',
  },
  'office/invitation-invalid': {
    what: 'This invitation is damaged or incomplete.',
    next: 'Copy the whole link, or ask the office’s administrator for a new invitation.',
  },
  'office/invitation-used': {
    what: 'This invitation was used already, or a newer one replaced it.',
    next: 'Ask the office’s administrator for a new invitation.',
  },
  'office/no-key': {
    what: 'This account has no API key, and an office needs one.',
    next: 'Enter the API key of the account in Settings, then try again.',
  },
  'office/exists': {
    what: 'This database has an office already.',
    next: 'Check the address again to join it, or use another database.',
  },
  'office/login-rights': {
    what: 'This login may not create what an office needs in the database. Nothing was changed.',
    next: 'Ask the database’s administrator to give the login the rights CREATEROLE and CREATE on the database.',
  },
  'office/last-admin': {
    what: 'This member is the office’s only administrator.',
    next: 'Invite another administrator first.',
  },
} as const
