// Each failure has one sentence that says what happened (`what`) and one that says what to do (`next`). An error code
// without its sentences does not compile.
import type { ErrorCode } from '#contract/errors.ts'
import { hostErrors } from '../messages-host/en.ts'

export const errors = {
  'api/bad-address': {
    what: 'Quaywatch cannot use this address.',
    next: 'Enter the full address of the tracking service, beginning with https:// and ending in /v2. An unencrypted address works only for this computer, because others on the network could read the key.',
  },
  'api/offline': {
    what: 'The tracking service cannot be reached.',
    next: 'Check the network of this computer. Reading continues automatically once the service answers.',
  },
  'api/certificate': {
    what: 'The service’s certificate is not trusted by this computer.',
    next: 'Ask your network administrator. Office proxies often need their own certificate.',
  },
  'api/proxy-login': {
    what: 'The proxy of your network asks for a user name and password, which the app cannot send.',
    next: 'Ask your network administrator to let the service’s address through the proxy without a sign-in.',
  },
  'api/proxy-refused': {
    what: 'The proxy of your network does not let the app through.',
    next: 'Ask your network administrator to allow the host named in the details.',
  },
  'api/timeout': {
    what: 'The service did not answer in time.',
    next: 'Reading is retried automatically. If this continues, check the network.',
  },
  'api/unauthorized': {
    what: 'The service refuses this key.',
    next: 'Check that the key was copied whole, without quotes or blanks, and enter it again.',
  },
  'api/forbidden': {
    what: 'This key has no permission for this request.',
    next: 'Ask the account’s administrator which data the key has access to.',
  },
  'api/not-found': {
    what: 'The service does not know this record or address.',
    next: 'Check the address in Settings. If this concerns only one record, it may have been removed.',
  },
  'api/rate-limited': {
    what: 'The key’s request budget is used up for the moment.',
    next: 'Reading continues automatically. Other programs on the same key share the budget.',
  },
  'api/server-error': {
    what: 'The service reports an internal fault.',
    next: 'You do not have to do anything. Reading is retried automatically, and saved data stays usable.',
  },
  'api/refused': {
    what: 'The service refused the request.',
    next: 'Try again. If this continues, the service may have changed. See the details.',
  },
  'api/redirected': {
    what: 'The address redirects to another address, and the key is not sent there.',
    next: 'Enter the final address of the service in Settings.',
  },
  'api/not-json': {
    what: 'The answer from this address is not from the tracking service.',
    next: 'Check the address. The network may also show a sign-in page first: open a web page in your browser to check.',
  },
  'api/malformed': {
    what: 'The service’s answer could not be read.',
    next: 'Saved data does not change. Check the address if this is a new connection.',
  },
  'api/too-large': {
    what: 'The service’s answer is larger than the app accepts.',
    next: 'Saved data does not change. Check the address if this is a new connection.',
  },
  'api/too-deep': {
    what: 'The service’s answer is nested more deeply than the app accepts.',
    next: 'Saved data does not change, and reading is retried automatically. Report this to the operator of the service.',
  },
  'api/too-many-records': {
    what: 'The service’s answer lists far more records than requested: more than {most} on one page.',
    next: 'Saved data does not change, and reading is retried automatically. Report this to the operator of the service.',
  },
  'api/records-left-out': {
    what: 'Some records of a list cannot be read and were left out ({count}). All others were read.',
    next: 'The Status page names them. Report this to the operator of the service.',
  },
  'api/link-elsewhere': {
    what: 'The service’s next-page link points to another host, {host}; the key is not sent there.',
    next: 'Reading starts again automatically. Report this to the operator of the service, or to the administrator of the proxy in front of it: its links must name the address in Settings.',
  },
  'api/list-short': {
    what: 'A list of the service ended too early: it had {done} of {total} records.',
    next: 'Reading starts again automatically. If this continues, tell the operator of the service that the list and its count differ.',
  },
  'api/list-endless': {
    what: 'A list of the service does not end: its next-page links continue past its own count, or bring no new records.',
    next: 'Quaywatch stopped reading this list and starts again automatically. Report this to the operator of the service.',
  },
  'api/no-key': {
    what: 'There is no key for the service.',
    next: 'Enter the API key of your account in Settings. If a stored key cannot be read, Settings says why.',
  },
  'api/other-account': {
    what: 'The key or address in use belongs to a different account from the data shown here.',
    next: 'Enter the key of this account in Settings, or add the other account there. Until then nothing is read, and waiting changes are not sent.',
  },
  'api/account-unclear': {
    what: 'It is not certain that the key in use belongs to the account shown here.',
    next: 'If you know that the key belongs to this account, confirm it. Otherwise enter the right key in Settings. Until then nothing is read, and waiting changes are not sent.',
  },
  'contract/invalid-input': {
    what: 'One part of the app sent another part a request that it does not accept.',
    next: 'This is a bug in the app. Undo the last choice or reset the view.',
  },
  'contract/unknown-call': {
    what: 'The parts of the app have different versions.',
    next: 'Close all its windows and start it again.',
  },
  'engine/disconnected': {
    what: 'The part of the app that holds your data is not answering.',
    next: 'If that part still runs, the window reconnects automatically. If not, start the app again.',
  },
  'engine/session-over': {
    what: 'This browser session has ended.',
    next: 'Open the address that the program printed last.',
  },
  'engine/failed': {
    what: 'The part of the app that holds your data could not be started.',
    next: 'Restart it. Saved data is not lost.',
  },
  'db/in-use': {
    what: 'Another copy of the app has this data open.',
    next: 'Close the other window or program and restart.',
  },
  'db/from-the-future': {
    what: 'This data was written by a newer version of the app and was not changed.',
    next: 'Install the newer version again.',
  },
  'db/state-broken': {
    what: 'The file with your own settings and dates is damaged. It was renamed and kept.',
    next: 'Quaywatch uses a backup if there is one. Check the dates you set yourself.',
  },
  'db/mirror-rebuilt': {
    what: 'The local copy of the service’s data was damaged and is being read again.',
    next: 'Your own entries are not affected. The board is complete after the next full reading.',
  },
  'db/mirror-renewed': {
    what: 'The local copy of the service’s data was deleted, as you asked, and is being read again.',
    next: 'Your own entries and the history of changes are unchanged. The board fills as containers arrive.',
  },
  'db/state-incomplete': {
    what: 'The app ended unexpectedly, and part of what you entered last is damaged or missing on the disk.',
    next: 'Check your latest notes, edits and requests, and enter again what is missing. Everything saved earlier is there.',
  },
  'db/mirror-incomplete': {
    what: 'The app ended unexpectedly, and part of the data it read last is damaged or missing on the disk.',
    next: 'You do not have to do anything: the data is read again. Changes of the last minutes before may be missing from the history.',
  },
  'db/disk-full': {
    what: 'The disk is full, so nothing new can be saved.',
    next: 'Free some space. Reading then continues automatically. Enter again what was not saved.',
  },
  'db/no-room': {
    what: 'There is not enough free space on the disk to open the saved data. Saved data is not lost.',
    next: 'Free some space on that disk, as much as the data folder uses. Then restart.',
  },
  'db/read-only': {
    what: 'The disk with your data is read-only at the moment, so nothing can be saved. Data saved earlier is not lost.',
    next: 'Make the data folder writable again, or reconnect its disk, then restart the app. Until then you can still view and copy everything.',
  },
  'db/folder-gone': {
    what: 'The folder with your data is missing: it was renamed or deleted, or its disk is not connected. New data is not saved.',
    next: 'Restore the folder or connect its disk, then restart the app. First save what you still need from the screen.',
  },
  'db/disk-error': {
    what: 'The disk with your data could not be read or written.',
    next: 'Try again. If this continues, check the disk and its connection, and make a copy of the data folder.',
  },
  'containers/unknown': {
    what: 'This container is not in the saved data.',
    next: 'Go back to the list. The container may not have been read yet.',
  },
  'containers/date-not-meant': {
    what: 'This date cannot be a last free day: it is more than a year back or more than two years ahead.',
    next: 'Check the year, and enter it with all four digits.',
  },
  'own/no-note': {
    what: 'This note does not exist any more.',
    next: 'It may have been removed in another window. Write it again if you still need it.',
  },
  'shipments/unknown': {
    what: 'This shipment is not in the saved data.',
    next: 'Go back to the list. The shipment may not have been read yet.',
  },
  'tracking/unknown': {
    what: 'This tracking request is not in the saved data.',
    next: 'Go back to the list. The request may have been taken back.',
  },
  'tracking/already-waiting': {
    what: 'This number is already waiting to be sent.',
    next: 'Find it under Requests. It is sent as soon as the service can be reached.',
  },
  'tracking/already-sent': {
    what: 'This request was already sent and cannot be taken back.',
    next: 'If it was a mistake, stop the tracking in the service’s web application.',
  },
  'fields/unknown': {
    what: 'The account has no such custom field or option.',
    next: 'It may have been removed meanwhile. Open the record again.',
  },
  'fields/not-taken': {
    what: 'This field does not accept such a value.',
    next: 'Enter a value of the field’s type: a number with at most six decimals, a date, or one of its options.',
  },
  'tracking/plan-limit': {
    what: 'Your plan with the service allows no more numbers.',
    next: 'Unsent numbers wait here. Stop tracking others or change the plan, then press “Go on sending”.',
  },
  'tracking/unknown-batch': {
    what: 'This order is no longer stored. Quaywatch stores the last twenty.',
    next: 'Find its numbers in the list of requests.',
  },
  'import/empty': {
    what: 'This file is empty.',
    next: 'Open it to check that it contains the list, then choose it again.',
  },
  'import/too-big': {
    what: 'This file is too big for a list of numbers.',
    next: 'Save the sheet with the numbers as a file of its own, at most 20 MB.',
  },
  'import/too-many-lines': {
    what: 'This file has too many lines.',
    next: 'Split it into files of at most 20,000 lines. If the list is shorter, delete the rows far below it that still contain something.',
  },
  'import/not-a-list': {
    what: 'Quaywatch cannot read a list from this file.',
    next: 'Choose a CSV, a text file or an Excel workbook (XLSX), or paste the numbers.',
  },
  'import/old-workbook': {
    what: 'This is a workbook in the old format (XLS), which Quaywatch cannot read.',
    next: 'Open it in Excel, save it as “Excel Workbook (.xlsx)” or as CSV, and choose that file.',
  },
  'import/password': {
    what: 'This workbook is protected with a password.',
    next: 'Open it in Excel, save a copy without the password, and choose the copy; or copy the cells and paste them here.',
  },
  'import/damaged': {
    what: 'This workbook is damaged or incomplete.',
    next: 'Open it in Excel and save it again, or save it as CSV.',
  },
  'import/too-slow': {
    what: 'Reading this file took too long and was stopped.',
    next: 'Save only the sheet with the numbers as CSV, and choose that.',
  },
  'folders/unknown': { what: 'This folder is no longer watched.', next: 'Add it again in Settings.' },
  'folders/not-found': {
    what: 'There is no folder at this path.',
    next: 'Check the spelling. A network share has to be connected first.',
  },
  'folders/not-answering': {
    what: 'This folder does not answer.',
    next: 'Check the connection to the network share or drive it is on, then try again.',
  },
  'folders/not-a-folder': { what: 'This path leads to a file.', next: 'Enter the folder that contains the file.' },
  'folders/not-readable': {
    what: 'Quaywatch has no permission to read this folder.',
    next: 'Ask your administrator for permission to read it, or choose another folder.',
  },
  'folders/not-writable': {
    what: 'Quaywatch has no permission to write or move files in this folder.',
    next: 'Ask your administrator for permission to write there, choose another folder, or leave the files of a watched folder in place.',
  },
  'folders/already-watched': {
    what: 'This folder, or one above or below it, is already watched.',
    next: 'Stop watching the other folder first.',
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
    what: 'Quaywatch does not know this document.',
    next: 'It may have been removed at the service. The list shows the current documents.',
  },
  'documents/empty': {
    what: 'The file is empty.',
    next: 'Save or scan it again. Quaywatch uploads it once it has content.',
  },
  'documents/too-large': {
    what: 'The file is larger than 500 MB.',
    next: 'Split it, or scan it at a lower resolution.',
  },
  'documents/not-readable': {
    what: 'Quaywatch has no permission to read the file.',
    next: 'Give your user account permission to read it. Quaywatch retries automatically.',
  },
  'documents/locked': {
    what: 'Another program has the file open.',
    next: 'Close it there. Quaywatch then uploads it automatically.',
  },
  'documents/online-only': {
    what: 'The file is in the cloud and not on this computer.',
    next: 'Open its folder and choose to keep it on this computer.',
  },
  'documents/not-finished': {
    what: 'The end of the file is missing. The program that wrote it may have stopped too early.',
    next: 'The file was sent as it is. Check it, and save it again if pages are missing.',
  },
  'documents/not-a-file': {
    what: 'This is a folder or a link, not a file.',
    next: 'Put the file itself into the watched folder.',
  },
  'documents/type-not-taken': {
    what: 'The service does not read files of this type.',
    next: 'Save it as PDF, image, text or spreadsheet.',
  },
  'documents/refused': {
    what: 'The service did not accept this file.',
    next: 'Read the service’s reason, correct the file, and try again.',
  },
  'documents/not-arriving': {
    what: 'The service failed three times to store the file.',
    next: 'Try again later. A copy is kept here for a week.',
  },
  'documents/not-extracted': {
    what: 'The service could not read any data from the document.',
    next: 'Set its type by hand and have it read again, or read it yourself.',
  },
  'documents/gone': {
    what: 'This document was deleted at the service.',
    next: 'Upload the file again if you still need it.',
  },
  'documents/no-file': {
    what: 'There is no file to show.',
    next: 'Neither this computer nor the service can provide the file now. Open it where it came from, or try again later.',
  },
  'documents/too-large-to-open': {
    what: 'The file is larger than 100 MB, and this computer has no copy of it.',
    next: 'Open it where it came from, or in the service’s own application.',
  },
  'documents/not-kept': {
    what: 'This computer has no copy of the file any more, and its watched folder does not contain it unchanged.',
    next: 'Put it into a watched folder again, or drop it onto the window.',
  },
  'documents/not-an-image': {
    what: 'Only images can be rotated.',
    next: 'Rotate it where it was made, and upload it again.',
  },
  'documents/check-needed': {
    what: 'The service did not answer, so it is not known whether it carried this out.',
    next: 'Check the document, and ask again if it was not done.',
  },
  'documents/not-dropped': { what: 'The file could not be copied.', next: 'Drop it again. Nothing of it was stored.' },
  'documents/no-preview': {
    what: 'Files of this type cannot be shown here.',
    next: 'Save a copy and open it with its own program.',
  },
  'documents/password': {
    what: 'The file is locked with a password.',
    next: 'Save it without one and upload it again.',
  },
  'documents/damaged': {
    what: 'The file is damaged and cannot be shown.',
    next: 'Save a copy to see whether another program can open it, or save the file again.',
  },
  'documents/page-damaged': {
    what: 'Page {page} is damaged and cannot be shown.',
    next: 'The other pages can be shown. Save a copy to see whether another program shows this one.',
  },
  'emails/unknown': {
    what: 'Quaywatch does not know this e-mail.',
    next: 'Go back to the list. The e-mail may have been removed at the service.',
  },
  'alerts/unknown': { what: 'This alert is no longer in the list.', next: 'Alerts are deleted after 90 days.' },
  'edits/unknown': {
    what: 'This edit is not in the saved data.',
    next: 'Go back to the list. The edit may have been taken back or carried out.',
  },
  'edits/already-sent': {
    what: 'This edit was already sent and cannot be taken back.',
    next: 'Change the value again. The new edit is sent after this one.',
  },
  ...hostErrors,
  internal: { what: 'Something unexpected went wrong in the app.', next: 'Try again. The details are in its log.' },
} as const satisfies Record<ErrorCode, { what: string; next: string }>
