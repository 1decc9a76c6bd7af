// Each failure has one sentence that says what happened (`what`) and one that says what to do (`next`). An error code
// without its sentences does not compile.
import type { ErrorCode } from '#contract/errors.ts'
import { hostErrors } from '../messages-host/en.ts'

export const errors = {
  'api/bad-address': {
    what: 'Quaywatch cannot use this address.',
    next: 'Enter the full address of the tracking service. It begins with https:// and ends in /v2. An unencrypted address works only for this computer, because others on the network could read the key.',
  },
  'api/offline': {
    what: 'The tracking service cannot be reached.',
    next: 'Check this computer’s network connection. Sync continues automatically once the service responds.',
  },
  'api/certificate': {
    what: 'This computer does not trust the service’s certificate.',
    next: 'Ask your network administrator. Office proxies often need their own certificate.',
  },
  'api/proxy-login': {
    what: 'Your network’s proxy asks for a user name and password, which Quaywatch cannot send.',
    next: 'Ask your network administrator to allow the service’s address through the proxy without a sign-in.',
  },
  'api/proxy-refused': {
    what: 'Your network’s proxy blocks Quaywatch.',
    next: 'Ask your network administrator to allow the host named in the details.',
  },
  'api/timeout': {
    what: 'The service did not respond in time.',
    next: 'Sync retries automatically. If this continues, check the network.',
  },
  'api/unauthorized': {
    what: 'The service refuses this key.',
    next: 'Check that you copied the whole key, without quotes or spaces, and enter it again.',
  },
  'api/forbidden': {
    what: 'This key has no permission for this request.',
    next: 'Ask your account administrator what data the key can access.',
  },
  'api/not-found': {
    what: 'The service does not know this record or address.',
    next: 'Check the address in Settings. If this affects only one record, it may have been removed.',
  },
  'api/rate-limited': {
    what: 'The key has reached its request limit.',
    next: 'Sync continues automatically. Other programs on the same key share the limit.',
  },
  'api/server-error': {
    what: 'The tracking service had an internal problem.',
    next: 'You do not have to do anything. Sync retries automatically, and you can keep using the saved data.',
  },
  'api/refused': {
    what: 'The service refused the request.',
    next: 'Try again. If this continues, the service may have changed. See the details.',
  },
  'api/redirected': {
    what: 'This address redirects to another one. Quaywatch does not send the key there.',
    next: 'Enter the final address of the service in Settings.',
  },
  'api/not-json': {
    what: 'The response from this address is not from the tracking service.',
    next: 'Check the address. Your network may also require a sign-in page: open a web page in your browser to check.',
  },
  'api/malformed': {
    what: 'Quaywatch could not read the service’s response.',
    next: 'Saved data is unchanged. If this is a new connection, check the address.',
  },
  'api/too-large': {
    what: 'The service’s response is larger than Quaywatch accepts.',
    next: 'Saved data is unchanged. If this is a new connection, check the address.',
  },
  'api/too-deep': {
    what: 'The service’s response is nested more deeply than Quaywatch accepts.',
    next: 'Saved data is unchanged, and sync retries automatically. Report this to the service operator.',
  },
  'api/too-many-records': {
    what: 'The service returned far more records than requested: more than {most} on one page.',
    next: 'Saved data is unchanged, and sync retries automatically. Report this to the service operator.',
  },
  'api/records-left-out': {
    what: 'Quaywatch could not read some records of a list and skipped them ({count}). All others synced.',
    next: 'The Status page lists them. Report this to the service operator.',
  },
  'api/link-elsewhere': {
    what: 'The service’s next-page link points to another host, {host}. Quaywatch does not send the key there.',
    next: 'Sync restarts automatically. Report this to the service operator, or to the administrator of the proxy in front of it: its links must use the address in Settings.',
  },
  'api/list-short': {
    what: 'A list from the service ended early: {done} of {total} records.',
    next: 'Sync restarts automatically. If this continues, tell the service operator that the list and its count differ.',
  },
  'api/list-endless': {
    what: 'A list from the service does not end: its next-page links run past its own count, or bring no new records.',
    next: 'Quaywatch stopped syncing this list and restarts automatically. Report this to the service operator.',
  },
  'api/no-key': {
    what: 'There is no usable API key for the service.',
    next: 'Enter your account’s API key in Settings. If a stored key cannot be read, Settings shows why.',
  },
  'api/other-account': {
    what: 'The key or address in use belongs to a different account than the data shown here.',
    next: 'Enter this account’s key in Settings, or add the other account there. Until then nothing syncs, and waiting changes are not sent.',
  },
  'api/account-unclear': {
    what: 'Quaywatch cannot tell whether the key in use belongs to the account shown here.',
    next: 'If you know that the key belongs to this account, confirm it. Otherwise enter the right key in Settings. Until then nothing syncs, and waiting changes are not sent.',
  },
  'contract/invalid-input': {
    what: 'One part of the app sent another part a request that it does not accept.',
    next: 'This is a bug in the app. Undo the last choice or reset the view.',
  },
  'contract/unknown-call': {
    what: 'The parts of the app have different versions.',
    next: 'Close all windows of the app and start it again.',
  },
  'engine/disconnected': {
    what: 'The part of the app that holds your data is not responding.',
    next: 'If that part is still running, the window reconnects automatically. If not, start the app again.',
  },
  'engine/session-over': {
    what: 'This address was already used in another browser, or the program was restarted.',
    next: 'Open the newest address in the terminal.',
  },
  'engine/failed': {
    what: 'The part of the app that holds your data did not start.',
    next: 'Restart it. Saved data is not lost.',
  },
  'db/in-use': {
    what: 'Another copy of Quaywatch has this data open.',
    next: 'Close the other window or program, then restart.',
  },
  'db/from-the-future': {
    what: 'A newer version of Quaywatch wrote this data. It was not changed.',
    next: 'Install the newer version again.',
  },
  'db/state-broken': {
    what: 'The file with your settings and dates is damaged. Quaywatch renamed and kept it.',
    next: 'Quaywatch uses a backup if there is one. Check the last free days you set yourself.',
  },
  'db/mirror-rebuilt': {
    what: 'The local copy of the service’s data was damaged and is syncing again.',
    next: 'Your own entries are not affected. The board is complete after the next full sync.',
  },
  'db/mirror-renewed': {
    what: 'The local copy of the service’s data was deleted, as you asked, and is syncing again.',
    next: 'Your own entries and the change history are unchanged. The board fills as containers arrive.',
  },
  'db/state-incomplete': {
    what: 'Quaywatch closed unexpectedly, and part of what you entered last is damaged or missing on the disk.',
    next: 'Check your latest notes, edits and requests, and re-enter anything missing. Everything saved earlier is there.',
  },
  'db/mirror-incomplete': {
    what: 'Quaywatch closed unexpectedly, and part of the data it synced last is damaged or missing on the disk.',
    next: 'You do not have to do anything: the data syncs again. Changes from the last minutes before may be missing from the history.',
  },
  'db/disk-full': {
    what: 'The disk is full, so nothing new can be saved.',
    next: 'Free some space. Sync then continues automatically. Re-enter what was not saved.',
  },
  'db/no-room': {
    what: 'The disk does not have enough free space to open the saved data. Saved data is not lost.',
    next: 'Free as much space on that disk as the data folder uses, then restart.',
  },
  'db/read-only': {
    what: 'The disk with your data is read-only, so Quaywatch cannot save anything. Data saved earlier is not lost.',
    next: 'Make the data folder writable again, or reconnect its disk, then restart the app. Until then you can still view and copy everything.',
  },
  'db/folder-gone': {
    what: 'The folder with your data is missing: it was renamed or deleted, or its disk is disconnected. New data is not saved.',
    next: 'Restore the folder or connect its disk, then restart the app. First save what you still need from the screen.',
  },
  'db/disk-error': {
    what: 'Quaywatch could not read or write the disk with your data.',
    next: 'Try again. If this continues, check the disk and its connection, and make a copy of the data folder.',
  },
  'containers/unknown': {
    what: 'The saved data does not include this container.',
    next: 'Go back to the list. The container may not have synced yet.',
  },
  'containers/date-not-meant': {
    what: 'This date cannot be a last free day: it is more than a year ago or more than two years ahead.',
    next: 'Check the year, and enter it with all four digits.',
  },
  'containers/date-set-again': {
    what: 'The last free day of this container was set or cleared again since.',
    next: 'The later change stays. Change it in the panel if it is wrong.',
  },
  'own/no-note': {
    what: 'This note no longer exists.',
    next: 'It may have been removed in another window. Write it again if you still need it.',
  },
  'shipments/unknown': {
    what: 'The saved data does not include this shipment.',
    next: 'Go back to the list. The shipment may not have synced yet.',
  },
  'tracking/unknown': {
    what: 'The saved data does not include this tracking request.',
    next: 'Go back to the list. The request may have been cancelled.',
  },
  'tracking/already-waiting': {
    what: 'This number is already waiting to be sent.',
    next: 'Find it under Requests. It is sent as soon as the service can be reached.',
  },
  'tracking/already-sent': {
    what: 'This request was already sent and can no longer be cancelled.',
    next: 'If it was a mistake, stop tracking in the service’s web app.',
  },
  'fields/unknown': {
    what: 'The account does not have this custom field or option.',
    next: 'It may have been removed. Open the record again.',
  },
  'fields/not-taken': {
    what: 'This field does not accept that value.',
    next: 'Enter a value that fits the field: a number with up to six decimals, a date, or one of its options.',
  },
  'tracking/plan-limit': {
    what: 'Your tracking plan has reached its limit.',
    next: 'Unsent numbers wait here. Stop tracking others or change the plan, then press “Resume sending”.',
  },
  'tracking/unknown-batch': {
    what: 'Quaywatch no longer has this order. It keeps the last twenty.',
    next: 'Find its numbers under Requests.',
  },
  'import/empty': { what: 'This file is empty.', next: 'Check that the file contains the list, then choose it again.' },
  'import/too-big': {
    what: 'This file is too big for a list of numbers.',
    next: 'Save the sheet with the numbers as a separate file of at most 20 MB.',
  },
  'import/too-many-lines': {
    what: 'This file has too many lines.',
    next: 'Split it into files of at most 20,000 lines. If the list is shorter, delete stray rows far below it.',
  },
  'import/not-a-list': {
    what: 'Quaywatch cannot read a list from this file.',
    next: 'Choose a CSV, a text file or an Excel workbook (XLSX), or paste the numbers.',
  },
  'import/old-workbook': {
    what: 'This workbook is in the old Excel format (XLS), which Quaywatch cannot read.',
    next: 'Open it in Excel, save it as “Excel Workbook (.xlsx)” or as CSV, and choose that file.',
  },
  'import/password': {
    what: 'This workbook is password-protected.',
    next: 'Open it in Excel, save a copy without the password, and choose the copy; or copy the cells and paste them here.',
  },
  'import/damaged': {
    what: 'This workbook is damaged or incomplete.',
    next: 'Open it in Excel and save it again, or save it as CSV.',
  },
  'import/too-slow': {
    what: 'Quaywatch stopped reading this file because it took too long.',
    next: 'Save only the sheet with the numbers as CSV, and choose that file.',
  },
  'documents/unknown': {
    what: 'Quaywatch does not know this document.',
    next: 'It may have been removed at the service. The list shows current documents.',
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
    what: 'The file is in the cloud only, not on this computer.',
    next: 'Open its folder and choose to keep it on this computer.',
  },
  'documents/not-finished': {
    what: 'The file is cut off at the end. The program that wrote it may have stopped too early.',
    next: 'Quaywatch sent the file as it is. Check it, and save it again if pages are missing.',
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
    what: 'The service failed to store the file three times.',
    next: 'Try again later. Quaywatch keeps its copy for the days set in Settings, Privacy & storage.',
  },
  'documents/not-extracted': {
    what: 'The service could not read any data from the document.',
    next: 'Set its type by hand and have it read again, or enter the data yourself.',
  },
  'documents/gone': {
    what: 'This document was deleted at the service.',
    next: 'Upload the file again if you still need it.',
  },
  'documents/no-file': {
    what: 'The file is not available.',
    next: 'Neither this computer nor the service has the file now. Open it from its original location, or try again later.',
  },
  'documents/too-large-to-open': {
    what: 'The file is larger than 100 MB, and this computer has no copy of it.',
    next: 'Open it from its original location, or in the service’s own app.',
  },
  'documents/not-kept': {
    what: 'This computer no longer has a copy of the file, and its watched folder does not have it unchanged.',
    next: 'Put it into a watched folder again, or drop it on the window.',
  },
  'documents/not-an-image': {
    what: 'Only images can be rotated.',
    next: 'Rotate it in the program that made it, and upload it again.',
  },
  'documents/check-needed': {
    what: 'The service did not respond, so Quaywatch does not know whether this was done.',
    next: 'Check the document, and try again if it was not done.',
  },
  'documents/not-dropped': {
    what: 'Quaywatch could not copy the file.',
    next: 'Drop it again. No part of it was stored.',
  },
  'documents/no-preview': {
    what: 'Quaywatch cannot preview files of this type.',
    next: 'Save a copy and open it in its own program.',
  },
  'documents/password': {
    what: 'The file is password-protected.',
    next: 'Save it without a password and upload it again.',
  },
  'documents/damaged': {
    what: 'The file is damaged and cannot be shown.',
    next: 'Save a copy to see whether another program can open it, or save the file again.',
  },
  'documents/page-damaged': {
    what: 'Page {page} is damaged and cannot be shown.',
    next: 'The other pages still open. Save a copy to see whether another program shows this one.',
  },
  'emails/unknown': {
    what: 'Quaywatch does not know this e-mail.',
    next: 'Go back to the list. The e-mail may have been removed at the service.',
  },
  'alerts/unknown': { what: 'This alert is no longer in the list.', next: 'Quaywatch deletes alerts after 90 days.' },
  'edits/unknown': {
    what: 'The saved data does not include this edit.',
    next: 'Go back to the list. The edit may have been undone or completed.',
  },
  'edits/already-sent': {
    what: 'This edit was already sent and can no longer be undone.',
    next: 'Change the value again. Quaywatch sends the new edit after this one.',
  },
  ...hostErrors,
  internal: { what: 'Something went wrong in the app.', next: 'Try again. The log has the details.' },
} as const satisfies Record<ErrorCode, { what: string; next: string }>
