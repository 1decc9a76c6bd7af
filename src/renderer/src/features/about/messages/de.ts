// About the program: what it is, how it treats entered data, and the licenses of its packages.
import type { about as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const about: Translation<typeof english> = {
  about: {
    title: 'Über Quaywatch',
    open: 'Datenschutz und Lizenzen',
    version: 'Version',
    versionNote: 'Was auf diesem Computer läuft.',
    own: 'Quaywatch ist freie Software unter der MIT-Lizenz.',
    privacy: 'Datenschutz',
    privacyNote: 'Was gespeichert wird, was gesendet wird und an wen.',
    privacySays: {
      sent: 'Quaywatch spricht mit dem eingetragenen Tracking-Dienst und verwendet dazu Ihren Schlüssel. Es fragt ab, was es anzeigt, und sendet, was Sie senden lassen: Nummern zur Sendungsverfolgung, Änderungen, Dokumente. Ein Dokument geht dorthin, wo es laut Dienst zu speichern ist, ohne den Schlüssel. In einem Büro spricht es auch mit dessen Datenbank, in der die Daten aller Mitglieder liegen.',
      makers:
        'An die Hersteller von Quaywatch geht nichts: keine Nutzungszahlen, keine Absturzberichte, keine Suche nach Updates.',
      folders:
        'Dateien werden nur aus den Ordnern gelesen, die Sie zur Überwachung ausgewählt haben, und aus dem, was Sie auf das Fenster ziehen. Dokumente darunter werden zu Ihrem Tracking-Dienst hochgeladen.',
      stored:
        'Container, von Hand gesetzte letzte freie Tage, Dokumente auf dem Weg und die Änderungshistorie liegen im Datenordner auf diesem Computer, bis Sie das Konto entfernen oder den Ordner löschen. Quaywatch verschlüsselt sie nicht: Wer Ihre Dateien lesen kann, kann auch diese lesen.',
      key: 'Der Schlüssel liegt dort, wo Sie es bei der Eingabe festgelegt haben. Er steht nie im Protokoll oder in einem Bericht und wird nach der Eingabe nicht wieder angezeigt.',
      log: 'Protokoll und Absturzberichte bleiben auf diesem Computer. Ein unter Status kopierter Bericht enthält weder den Schlüssel noch Nummern.',
      notifications: 'Benachrichtigungen zeigt Ihr System an; es kann sie in seiner eigenen Liste aufbewahren.',
      sample: 'Die Beispieldaten werden auf diesem Computer erzeugt. Nichts davon wird gesendet.',
    },
    licences: 'Lizenzen',
    licencesNote: 'Arbeiten anderer, die mit Quaywatch ausgeliefert werden, jeweils mit ihren Bedingungen.',
    licencesChromium:
      'Die Desktop-App enthält außerdem Chromium und Node.js als Teile von Electron; deren Lizenzen stehen in LICENSES.chromium.html neben dem Programm.',
    licencesCount: '{n} Paket | {n} Pakete',
    licencesLoading: 'Liste wird gelesen',
    licencesMissing: 'Die Liste entsteht beim Bauen der App. Diese App wurde nicht gebaut.',
  },
  guide: {
    title: 'Benutzerhandbuch',
    inEnglish: 'Das Handbuch gibt es auf Englisch.',
    verb: 'Hilfe: Benutzerhandbuch',
    also: 'hilfe handbuch anleitung dokumentation help guide',
  },
}
