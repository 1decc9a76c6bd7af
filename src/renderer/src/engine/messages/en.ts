// One failure, one sentence that says what happened (`what`) and one that says what to do (`next`).
// Adding an error code without its sentences does not compile.
import type { ErrorCode } from '#contract/errors.ts'
import { hostErrors } from '../messages-host/en.ts'

export const errors = {
  'api/bad-address': {
    what: 'This is not an address the app can ask.',
    next: 'Enter the full address of the tracking service, beginning with https:// and ending in /v2. Without the s it is for this computer only, because others could read the key on its way.',
  },
  'api/offline': {
    what: 'The tracking service cannot be reached.',
    next: 'Check the network of this computer. Reading goes on by itself once the service answers.',
  },
  'api/certificate': {
    what: 'The service’s certificate is not trusted by this computer.',
    next: 'Ask whoever runs your network: office proxies often need their own certificate installed.',
  },
  'api/proxy-login': {
    what: 'The proxy of your network asks for a user name and password, which the app cannot send.',
    next: 'Ask whoever runs your network to let the service’s address through the proxy without signing in.',
  },
  'api/proxy-refused': {
    what: 'The proxy of your network does not let the app through.',
    next: 'Ask whoever runs your network to allow the host named in the details.',
  },
  'api/timeout': {
    what: 'The service did not answer in time.',
    next: 'Reading is tried again by itself. If it goes on, check the network.',
  },
  'api/unauthorized': {
    what: 'The service refuses this key.',
    next: 'Check that the key was copied whole, without quotes or blanks, and enter it again.',
  },
  'api/forbidden': {
    what: 'This key may not read what was asked.',
    next: 'Ask the account’s administrator which data the key has access to.',
  },
  'api/not-found': {
    what: 'The service does not know this record or address.',
    next: 'Check the address in Settings. If only one record is concerned, it may have been removed.',
  },
  'api/rate-limited': {
    what: 'The key’s request budget is used up for the moment.',
    next: 'Reading goes on by itself. Other programs on the same key share the budget.',
  },
  'api/server-error': {
    what: 'The service reports a fault of its own.',
    next: 'Nothing to do here: reading is tried again by itself, and saved data stays usable.',
  },
  'api/refused': {
    what: 'The service refused the request.',
    next: 'Try again. If it goes on, the service may have changed; see the details.',
  },
  'api/redirected': {
    what: 'The address leads to another place, and the key is not sent there.',
    next: 'Enter the final address of the service in Settings.',
  },
  'api/not-json': {
    what: 'Something answered at this address, but it is not the tracking service.',
    next: 'Check the address. A network sign-in page can also answer in its place: open a web page first.',
  },
  'api/malformed': {
    what: 'The service’s answer could not be read.',
    next: 'Saved data stays as it was. Check the address if this is a new connection.',
  },
  'api/too-large': {
    what: 'The service’s answer is larger than the app accepts.',
    next: 'Saved data stays as it was. Check the address if this is a new connection.',
  },
  'api/too-deep': {
    what: 'The service’s answer nests deeper than the app accepts.',
    next: 'Saved data stays as it was, and reading is tried again by itself. Tell whoever runs the service.',
  },
  'api/too-many-records': {
    what: 'The service’s answer lists far more records than were asked for: more than {most} on one page.',
    next: 'Saved data stays as it was, and reading is tried again by itself. Tell whoever runs the service.',
  },
  'api/records-left-out': {
    what: 'Some records of a list cannot be read and were left out ({count}). All others were read.',
    next: 'The Status page names them. Tell whoever runs the service.',
  },
  'api/link-elsewhere': {
    what: 'The service’s next-page link points to another host, {host}; the key is not sent there.',
    next: 'Reading begins again by itself. Tell whoever runs the service, or the proxy before it, that its links have to name the address in Settings.',
  },
  'api/list-short': {
    what: 'A list of the service ended too early: {done} of {total} records were on it.',
    next: 'Reading begins again by itself. If it goes on, tell whoever runs the service that the list and its count do not agree.',
  },
  'api/list-endless': {
    what: 'A list of the service does not end: its next-page links lead on past its own count, or to nothing new.',
    next: 'Reading of it was stopped there and begins again by itself. Tell whoever runs the service.',
  },
  'api/no-key': {
    what: 'There is no key to ask the service with.',
    next: 'Enter the API key of your account in Settings. Where one is stored and cannot be read, Settings says why.',
  },
  'api/other-account': {
    what: 'The key in use, or the address, belongs to another account than the data shown here.',
    next: 'Enter the key of this account in Settings, or add the other account there. Until then nothing is read, and nothing that waits is sent.',
  },
  'api/account-unclear': {
    what: 'It is not certain that the key in use belongs to the account shown here.',
    next: 'Until it is, nothing is read, and nothing that waits is sent. If you know that the key is this account’s, confirm it; otherwise enter the right one in Settings.',
  },
  'contract/invalid-input': {
    what: 'The app asked its own data store for something it does not accept.',
    next: 'This is a fault of the app. Undo the last choice or reset the view.',
  },
  'contract/unknown-call': {
    what: 'The two halves of the app do not fit together.',
    next: 'Close all its windows and start it again.',
  },
  'engine/disconnected': {
    what: 'The part of the app that holds your data is not answering.',
    next: 'While it still runs, it is connected again by itself. If it was ended, start the app again.',
  },
  'engine/session-over': {
    what: 'This browser session has ended.',
    next: 'Open the address that the program printed last.',
  },
  'engine/failed': {
    what: 'The part of the app that holds your data could not be started.',
    next: 'Restart it. Nothing saved is lost.',
  },
  'db/in-use': {
    what: 'Another copy of the app has this data open.',
    next: 'Close the other window or program and restart.',
  },
  'db/from-the-future': {
    what: 'This data was written by a newer version of the app and has been left untouched.',
    next: 'Install the newer version again.',
  },
  'db/state-broken': {
    what: 'The file with your own settings and dates is damaged and has been set aside.',
    next: 'A backup is used where there is one. Check the dates you set yourself.',
  },
  'db/mirror-rebuilt': {
    what: 'The local copy of the service’s data was damaged and is being read again.',
    next: 'Nothing you entered is affected. The board is complete after the next full reading.',
  },
  'db/mirror-renewed': {
    what: 'What the service had sent was deleted, as you asked, and is being read again.',
    next: 'What you entered and the history of changes are as they were. The board fills as containers arrive.',
  },
  'db/state-incomplete': {
    what: 'The app ended unexpectedly, and part of what it had saved last is damaged or missing on the disk.',
    next: 'Look through your latest notes, edits and requests, and enter again what is missing. Everything saved earlier is there.',
  },
  'db/mirror-incomplete': {
    what: 'The app ended unexpectedly, and part of what it had read last is damaged or missing on the disk.',
    next: 'Nothing to do: it is read again. Changes seen in the last minutes before may be missing from the history.',
  },
  'db/disk-full': {
    what: 'The disk is full, so nothing new can be saved.',
    next: 'Free some space. Reading goes on by itself; what was not saved has to be entered again.',
  },
  'db/no-room': {
    what: 'There is not enough room on the disk to open the saved data. Nothing of it is lost.',
    next: 'Free some space on its disk; as much as the data folder takes itself is enough. Then restart.',
  },
  'db/read-only': {
    what: 'The disk with your data can only be read just now, so nothing can be saved. Nothing saved before is lost.',
    next: 'Make the data folder writable again, or connect its disk anew, then restart the app. Until then everything can still be looked at and copied.',
  },
  'db/folder-gone': {
    what: 'The folder with your data is not there any more: it was renamed or deleted, or its disk is not connected. Nothing new is saved.',
    next: 'Put it back or connect its disk, then restart the app. Save what you still need from the screen first.',
  },
  'db/disk-error': {
    what: 'The disk with your data could not be read or written.',
    next: 'Try again. If it goes on, check the disk and its connection, and keep a copy of the data folder.',
  },
  'containers/unknown': {
    what: 'This container is not in the saved data.',
    next: 'Go back to the list; it may not have been read yet.',
  },
  'containers/date-not-meant': {
    what: 'This date cannot be a last free day: it is more than a year back or more than two years ahead.',
    next: 'Check the year, and enter it with all four digits.',
  },
  'own/no-note': {
    what: 'This note is not there any more.',
    next: 'It may have been removed in another window. Write it anew if it is still needed.',
  },
  'shipments/unknown': {
    what: 'This shipment is not in the saved data.',
    next: 'Go back to the list; it may not have been read yet.',
  },
  'tracking/unknown': {
    what: 'This tracking request is not in the saved data.',
    next: 'Go back to the list; it may have been taken back meanwhile.',
  },
  'tracking/already-waiting': {
    what: 'This number is already waiting to be sent.',
    next: 'Find it under Requests; it leaves as soon as the service can be reached.',
  },
  'tracking/already-sent': {
    what: 'This request has left this computer and cannot be taken back.',
    next: 'Stop the tracking in the web application if it should not have been sent.',
  },
  'fields/unknown': {
    what: 'The account has no such custom field or option.',
    next: 'It may have been removed meanwhile. Open the record again.',
  },
  'fields/not-taken': {
    what: 'This field does not hold such a value.',
    next: 'Enter a value of the field’s kind: a number with at most six decimals, a date, or one of its options.',
  },
  'tracking/plan-limit': {
    what: 'Your plan with the service takes no more numbers.',
    next: 'What is not sent waits here. Make room or change the plan, then press “Go on sending”.',
  },
  'tracking/unknown-batch': {
    what: 'This order is not kept any more: only the last twenty are.',
    next: 'Its numbers are in the list of requests.',
  },
  'import/empty': {
    what: 'There is nothing in this file.',
    next: 'Open it to see whether the list is on it, then choose it again.',
  },
  'import/too-big': {
    what: 'This file is too big for a list of numbers.',
    next: 'Save the sheet with the numbers as a file of its own, at most 20 MB.',
  },
  'import/too-many-lines': {
    what: 'This file has more lines than can be gone through at once.',
    next: 'Split it into files of at most 20,000 lines. If the list is shorter, something stands far below it: delete those rows.',
  },
  'import/not-a-list': {
    what: 'This is not a list that can be read.',
    next: 'Choose a CSV, a text file or an Excel workbook (XLSX), or paste the numbers.',
  },
  'import/old-workbook': {
    what: 'This is a workbook in the old format (XLS), which is not read.',
    next: 'Open it in Excel, save it as “Excel Workbook (.xlsx)” or as CSV, and choose that file.',
  },
  'import/password': {
    what: 'This workbook is protected with a password.',
    next: 'Open it in Excel, save a copy without the password, and choose the copy; or copy the cells and paste them here.',
  },
  'import/damaged': {
    what: 'This workbook is damaged or incomplete.',
    next: 'Open it in Excel and save it anew, or save it as CSV.',
  },
  'import/too-slow': {
    what: 'Reading this file took too long and was ended.',
    next: 'Save only the sheet with the numbers as CSV, and choose that.',
  },
  'folders/unknown': {
    what: 'This folder is not watched any more.',
    next: 'Add it again in Settings.',
  },
  'folders/not-found': {
    what: 'There is no folder at this path.',
    next: 'Check the spelling. A network share has to be connected first.',
  },
  'folders/not-answering': {
    what: 'This folder does not answer.',
    next: 'Check the connection to the network share or drive it is on, then try again.',
  },
  'folders/not-a-folder': {
    what: 'This path leads to a file.',
    next: 'Give the folder the file lies in.',
  },
  'folders/not-readable': {
    what: 'This folder may not be read.',
    next: 'Ask whoever looks after it for the right to read it, or choose another.',
  },
  'folders/not-writable': {
    what: 'Files may not be written or moved in this folder.',
    next: 'Ask for the right to write there, choose another folder, or leave the files of a watched one in place.',
  },
  'folders/already-watched': {
    what: 'This folder is watched already, or one above or below it is.',
    next: 'Remove the other one first.',
  },
  'folders/own-data': {
    what: 'This is a folder of Quaywatch itself.',
    next: 'Choose the folder the documents are saved to.',
  },
  'folders/not-picked': {
    what: 'This folder was not chosen in the computer’s own dialog.',
    next: 'Press “Choose a folder” and choose it there.',
  },
  'documents/unknown': {
    what: 'This document is not known here.',
    next: 'It may have been removed at the service. The list shows what there is.',
  },
  'documents/empty': {
    what: 'The file is empty.',
    next: 'Save or scan it again. It is taken as soon as there is something in it.',
  },
  'documents/too-large': {
    what: 'The file is larger than 500 MB.',
    next: 'Split it, or scan it with fewer dots per inch.',
  },
  'documents/not-readable': {
    what: 'The file may not be read.',
    next: 'Give this user the right to read it. It is tried again by itself.',
  },
  'documents/locked': {
    what: 'Another program has the file open.',
    next: 'Close it there. It is taken as soon as it is free.',
  },
  'documents/online-only': {
    what: 'The file is in the cloud and not on this computer.',
    next: 'Open its folder and choose to keep it on this computer.',
  },
  'documents/not-finished': {
    what: 'The end of the file is missing: whatever wrote it may have stopped half-way.',
    next: 'It was sent as it is. Look at it, and save it again if pages are missing.',
  },
  'documents/not-a-file': {
    what: 'This is a folder or a link, not a file.',
    next: 'Put the file itself into the watched folder.',
  },
  'documents/type-not-taken': {
    what: 'Files of this kind are not documents the service reads.',
    next: 'Save it as PDF, image, text or spreadsheet.',
  },
  'documents/refused': {
    what: 'The service does not take this file.',
    next: 'Read its reason, and try again once that is mended.',
  },
  'documents/not-arriving': {
    what: 'The service could not store the file, three times over.',
    next: 'Try again later. A copy is kept here for a week.',
  },
  'documents/not-extracted': {
    what: 'The service could not read anything out of it.',
    next: 'Set its type by hand and ask for it to be read again, or look at it yourself.',
  },
  'documents/gone': {
    what: 'This document was deleted at the service.',
    next: 'The file is still yours: upload it again if it is needed.',
  },
  'documents/no-file': {
    what: 'There is no file to be shown.',
    next: 'It is neither kept here nor to be had from the service now.',
  },
  'documents/too-large-to-open': {
    what: 'The file is larger than 100 MB, and no copy of it is kept here.',
    next: 'Open it where it came from, or in the service’s own application.',
  },
  'documents/not-kept': {
    what: 'No copy of this file is kept here any more, and it is not in its watched folder as it was.',
    next: 'Put it into a watched folder again, or drop it onto the window.',
  },
  'documents/not-an-image': {
    what: 'Only images can be rotated.',
    next: 'Rotate it where it was made, and upload it again.',
  },
  'documents/check-needed': {
    what: 'Whether this was carried out is not known: no answer came.',
    next: 'Look at the document, and ask again if it was not.',
  },
  'documents/not-dropped': {
    what: 'The file could not be taken.',
    next: 'Drop it again. Nothing of it was kept.',
  },
  'documents/no-preview': {
    what: 'Files of this kind cannot be shown here.',
    next: 'Save a copy and open it with its own program.',
  },
  'documents/password': {
    what: 'The file is locked with a password.',
    next: 'Save it without one and upload it again.',
  },
  'documents/damaged': {
    what: 'The file is damaged and cannot be shown.',
    next: 'Save a copy to see whether another program can open it, or save it anew.',
  },
  'documents/page-damaged': {
    what: 'Page {page} is damaged and cannot be shown.',
    next: 'The other pages can be. Save a copy to see whether another program shows this one.',
  },
  'emails/unknown': {
    what: 'This e-mail is not known here.',
    next: 'It may have been removed at the service.',
  },
  'edits/unknown': {
    what: 'This edit is not among the saved ones.',
    next: 'It may have been taken back or carried out meanwhile.',
  },
  'edits/already-sent': {
    what: 'This edit has left this computer and cannot be taken back.',
    next: 'Change the value again: the next edit follows it.',
  },
  ...hostErrors,
  internal: {
    what: 'The app made a mistake.',
    next: 'Try again. The details are in its log.',
  },
} as const satisfies Record<ErrorCode, { what: string; next: string }>
