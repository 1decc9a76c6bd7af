import type { Translation } from '../../../words/translation.ts'
import type { office as source } from './en.ts'

export const office: Translation<typeof source> = {
  title: 'Büro',
  note: 'Ihr Team auf einer Datenbank (PostgreSQL). Ein Computer liest den Dienst für alle. Notizen, Schlagwörter, Zuständige, Tarife und Gate-Zeiten gehören dem Team.',
  sample: 'Die Beispieldaten gehören zu keinem Büro. Öffnen Sie Ihr eigenes Konto, um einem beizutreten.',
  address: 'Einladung oder Adresse der Datenbank',
  addressHint: 'quaywatch://office#… oder postgres://…',
  addressNote:
    'Eine Kollegin oder ein Kollege schickt Ihnen eine Einladung. Um selbst ein Büro zu gründen, geben Sie die Adresse einer leeren Datenbank ein.',
  addressMissing: 'Geben Sie eine Einladung oder eine Adresse ein.',
  check: 'Prüfen',
  certificate:
    'Dieser Computer weiß nicht, wer das Zertifikat des Servers ausgestellt hat. Vergleichen Sie den Fingerabdruck mit dem Administrator des Servers, bevor Sie ihm vertrauen.',
  fingerprint: 'SHA-256-Fingerabdruck',
  trust: 'Diesem Zertifikat vertrauen',
  found: '„{office}“ auf {host} als {member} ({role}) beitreten.',
  sameAccount:
    'Ihr geöffnetes Konto ist das des Büros. Seine Notizen, Schlagwörter, Zuständigen, Prioritäten, Tarife, Gate-Zeiten, Links und eigenen LFD kommen zum Büro hinzu.',
  sameAccountReader:
    'Ihr geöffnetes Konto ist das des Büros. Als Leser sehen Sie die Notizen, Schlagwörter und anderen Daten des Büros anstelle Ihrer eigenen.',
  newAccount: 'Das Büro bekommt ein eigenes Konto in Quaywatch. Andere Konten ändern sich nicht.',
  needsKey:
    'Diese Adresse enthält nicht den API-Schlüssel des Büros. Verbinden Sie zuerst das Konto unter „Konten“, oder bitten Sie um eine Einladung.',
  otherAccount:
    'Das Büro liest ein anderes Konto des Dienstes. Öffnen Sie zuerst dieses Konto, oder bitten Sie um eine Einladung.',
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
  member: 'Mitglied',
  role: 'Rolle',
  roles: { admin: 'Administrator', operator: 'Sachbearbeiter', reader: 'Leser' },
  roleNotes: {
    admin: 'Ändert die Daten des Teams, lädt Mitglieder ein und entfernt sie.',
    operator: 'Ändert die Daten des Teams und sendet Änderungen, Nummern und Dateien.',
    reader: 'Sieht alles und ändert nichts.',
  },
  reads: 'Liest den Dienst',
  readsNote: 'Der Computer darf den Dienst für das Büro lesen. Mehrere sollten das dürfen.',
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
    'Dieser Computer hat das Geheimnis des Büros nicht und kann daher keine Einladungen erstellen. Verwenden Sie den Computer, auf dem das Büro angelegt wurde, oder den eines anderen Administrators.',
  invitationTitle: 'Einladung für {name}',
  invitationNote:
    'Schicken Sie diesen Link nur an {name}, auf einem sicheren Weg. Er gilt einmal und gibt Zugang zu den Daten und dem API-Schlüssel des Büros. {name} fügt ihn unter Einstellungen, Büro ein.',
  invitation: 'Einladung',
  copy: 'Kopieren',
  copied: 'Einladung kopiert.',
  renew: 'Neue Einladung',
  renewMember: 'Neue Einladung für {name}',
  removeMember: '{name} entfernen',
  removeTitle: '{name} aus dem Büro entfernen?',
  removeNote:
    '{name} verliert sofort den Zugang zum Büro. Was {name} eingetragen hat, bleibt. Die Daten und der API-Schlüssel auf dem Computer von {name} bleiben dort. Besorgen Sie einen neuen Schlüssel, wenn das ein Problem ist.',
  removed: '{name} ist kein Mitglied mehr.',
  leave: 'Büro verlassen',
  leaveTitle: '{office} auf diesem Computer verlassen?',
  leaveNote:
    'Dieser Computer behält seine Daten und liest den Dienst wieder selbst. Die Daten des Teams ändern sich nicht. Um zurückzukommen, brauchen Sie eine neue Einladung.',
  leftOffice: 'Dieser Computer hat das Büro verlassen.',
}
