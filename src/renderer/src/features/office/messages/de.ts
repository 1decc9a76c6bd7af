import type { Translation } from '../../../words/translation.ts'
import type { office as source } from './en.ts'

export const office: Translation<typeof source> = {
  title: 'Büro',
  note: 'Ihr Team auf einer Datenbank (PostgreSQL): Ein Computer liest den Dienst für alle, und Notizen, Schlagwörter, Zuständige, Tarife und Gate-Zeiten sind gemeinsam.',
  sample: 'Die Beispieldaten gehören zu keinem Büro. Öffnen Sie dafür Ihr eigenes Konto.',
  address: 'Einladung oder Adresse der Datenbank',
  addressHint: 'quaywatch://office#… oder postgres://…',
  addressNote: 'Für ein neues Büro: die Adresse einer leeren Datenbank.',
  addressMissing: 'Geben Sie eine Einladung oder eine Adresse ein.',
  check: 'Prüfen',
  certificate:
    'Dieser Computer kennt den Aussteller des Serverzertifikats nicht. Vergleichen Sie den Fingerabdruck mit dem des Administrators.',
  fingerprint: 'SHA-256-Fingerabdruck',
  trust: 'Diesem Zertifikat vertrauen',
  found: '„{office}“ auf {host} als {member} ({role}) beitreten.',
  sameAccount:
    'Ihr geöffnetes Konto ist das des Büros. Seine eigenen Daten, zum Beispiel Notizen, Schlagwörter und Tarife, kommen zum Büro hinzu.',
  sameAccountReader:
    'Ihr geöffnetes Konto ist das des Büros. Als Leser sehen Sie die Daten des Büros anstelle Ihrer eigenen.',
  newAccount: 'Das Büro bekommt ein eigenes Konto in Quaywatch. Andere Konten ändern sich nicht.',
  needsKey:
    'Diese Adresse enthält keinen API-Schlüssel. Verbinden Sie zuerst das Konto, oder bitten Sie um eine Einladung.',
  otherAccount: 'Das Büro liest ein anderes Konto. Öffnen Sie zuerst dieses, oder bitten Sie um eine Einladung.',
  join: 'Beitreten',
  joined: 'Sie sind {office} beigetreten.',
  empty:
    'Die Datenbank {database} auf {host} (PostgreSQL {version}) hat noch kein Büro. {login} wird ihr Administrator.',
  officeName: 'Name des Büros',
  memberName: 'Ihr Name',
  nameMissing: 'Geben Sie einen Namen ein.',
  create: 'Büro anlegen',
  created: '{office} ist bereit. Laden Sie Ihr Team ein.',
  place: '{office}, Datenbank {database} auf {host}',
  members: 'Mitglieder',
  member: 'Mitglied',
  role: 'Rolle',
  roles: { admin: 'Administrator', operator: 'Sachbearbeiter', reader: 'Leser' },
  roleNotes: {
    admin: 'Ändert die Daten des Teams, lädt Mitglieder ein und entfernt sie.',
    operator: 'Ändert die Daten des Teams und sendet Änderungen, Nummern und Dateien.',
    reader: 'Sieht alles und ändert nichts.',
  },
  reads: 'Liest den Dienst',
  readsNote: 'Erlauben Sie das mehreren Mitgliedern.',
  yes: 'Ja',
  no: 'Nein',
  computer: 'Letzter Computer',
  notYet: 'noch nicht verbunden',
  you: 'Sie',
  invite: 'Kollegen einladen',
  inviteName: 'Name',
  inviteSubmit: 'Einladung erstellen',
  cannotInvite: 'Administratoren laden Mitglieder ein und entfernen sie.',
  noSecret:
    'Dieser Computer hat das Geheimnis des Büros nicht. Einladungen erstellt der Computer, auf dem das Büro angelegt wurde.',
  invitationTitle: 'Einladung für {name}',
  invitationNote:
    'Schicken Sie diesen Link auf sicherem Weg nur an {name}. Er gilt einmal und gibt Zugang zu den Daten und dem API-Schlüssel des Büros.',
  invitation: 'Einladung',
  copy: 'Kopieren',
  copied: 'Einladung kopiert.',
  renew: 'Neue Einladung',
  renewMember: 'Neue Einladung für {name}',
  removeMember: '{name} entfernen',
  removeTitle: '{name} aus dem Büro entfernen?',
  removeNote:
    '{name} verliert sofort den Zugang zum Büro. Die Einträge bleiben. Auf dem anderen Computer bleiben Daten und API-Schlüssel; ersetzen Sie den Schlüssel, wenn nötig.',
  removed: '{name} ist kein Mitglied mehr.',
  leave: 'Büro verlassen',
  leaveTitle: '{office} auf diesem Computer verlassen?',
  leaveNote:
    'Dieser Computer behält seine Daten und liest den Dienst wieder selbst. Um zurückzukommen, brauchen Sie eine neue Einladung.',
  leftOffice: 'Dieser Computer hat das Büro verlassen.',
}
