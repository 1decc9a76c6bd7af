import type { Glossary } from '../glossary-terms.ts'

export const glossary: Glossary = {
  title: 'Zeichen und Begriffe',
  marks: 'Zeichen',
  terms: 'Begriffe',
  entries: {
    urgency: [
      '■ ◆ △ ● ○ ✓ ? –',
      'Wie dringend es ist: ■ überschritten oder kostet Geld, ◆ heute, △ bald, ● binnen einer Woche, ○ später, ✓ in Ordnung, ? unbekannt, – beendet oder noch nicht begonnen.',
    ],
    more: ['+1', 'Weitere Werte, für die kein Platz ist, etwa eine zweite Sperre. Der Tooltip nennt sie.'],
    sorted: [
      '▲1 ▼2',
      'Die Liste ist nach dieser Spalte sortiert, ▲ aufsteigend oder ▼ absteigend. Die Zahl ist die Sortierstufe.',
    ],
    bell: ['!4', 'An der Glocke: 4 Container oder Einträge zu prüfen. ! bedeutet, dass mindestens einer dringend ist.'],
    quiet: [
      'Durchgestrichene Glocke',
      'Neben einer Nummer: Der Container ist zurückgestellt oder stumm und löst keine Benachrichtigung aus. Der Tooltip nennt das Ende.',
    ],
    uncertain: [
      '*',
      'Datum oder Anzahl ist nicht sicher. Der Tooltip nennt den Grund, etwa eine alte Prüfung am Terminal.',
    ],
    disagree: [
      '≠',
      'Reederei, Terminal oder Bahn melden verschiedene letzte freie Tage. Das Detailfenster zeigt alle.',
    ],
    gate: [
      '⊖',
      'Neben einem letzten freien Tag: Das Gate des Terminals ist an ihm geschlossen oder hat schon geschlossen. Nach dem Tag, solange Gebühren laufen: Das Gate ist jetzt geschlossen. Der Hinweis nennt den letzten Gate-Tag oder die nächste Öffnung.',
    ],
    ownDay: [
      'M',
      'Neben einem letzten freien Tag: ein von Hand gesetztes Datum ist maßgeblich. Der Tooltip nennt die gemeldeten Daten.',
    ],
    sources: [
      'S T R P M',
      'In der Spalte „Quellen“ die Quelle des letzten freien Tages: S Reederei, T Terminal, R Bahn, P Datum des Dienstes, M von Hand gesetzt.',
    ],
    estimate: [
      '~ gesch.',
      'Aus Ihren eigenen Tarifen berechnet. Weder Terminal noch Reederei haben diesen Betrag gemeldet.',
    ],
    appointment: ['Termin', 'Ein gebuchter Zeitpunkt für die Abholung am Terminal.'],
    available: ['Verfügbar', 'Das Terminal meldet, dass der Container abgeholt werden kann.'],
    billOfLading: [
      'Konnossement (B/L)',
      'Der Frachtvertrag. Die Reederei stellt das Master-B/L aus, ein Spediteur das House-B/L; nur das Master-B/L lässt sich verfolgen.',
    ],
    booking: [
      'Buchungsnummer',
      'Die Nummer der Reederei für reservierten Platz auf einem Schiff. Es gibt sie vor dem B/L.',
    ],
    demurrage: [
      'Demurrage (Standgeld)',
      'Die Kosten für jeden Tag, den ein voller Container nach dem letzten freien Tag am Terminal steht.',
    ],
    detention: [
      'Detention, per diem',
      'Die Kosten für jeden Tag, den Sie einen Container nach den freien Tagen außerhalb des Terminals behalten.',
    ],
    discharge: ['Entladung', 'Der Container wird vom Schiff entladen.'],
    emptyReturn: ['Leerrückgabe', 'Der leere Container geht an die Reederei zurück. Die Detention endet.'],
    eta: ['ETA, ATA', 'Voraussichtliche und tatsächliche Ankunft. ETD und ATD bezeichnen die Abfahrt.'],
    exam: [
      'Beschau',
      'Der Zoll prüft den Container. Er bleibt bis zum Ende der Beschau stehen, und der Importeur zahlt die Gebühr.',
    ],
    freeTime: ['Freie Zeit', 'Die Tage, bevor Demurrage oder Detention beginnt.'],
    gateOut: ['Gate-out', 'Der Container verlässt das Terminal per Lkw oder Bahn.'],
    hold: [
      'Sperre',
      'Eine Stelle verhindert die Abholung: Zoll, Reederei (Fracht), Terminal oder eine Behörde wie USDA.',
    ],
    lastFreeDay: [
      'Letzter freier Tag (LFD)',
      'Der letzte Tag für eine Abholung ohne Demurrage. Er endet um Mitternacht am Ort des Terminals; das Gate kann früher schließen.',
    ],
    line: ['Reederei', 'Das Unternehmen, das das Schiff betreibt.'],
    mute: [
      'Stummschalten',
      'Keine Hinweise zu einem Container, bis Sie dies aufheben. Seine Meldungen bleiben in der Liste.',
    ],
    ports: ['POL, POD', 'Ladehafen und Entladehafen.'],
    release: [
      'Freigabe',
      'Erlaubnis zur Abholung. Die Reederei gibt frei, wenn die Fracht bezahlt ist, der Zoll nach der Abfertigung.',
    ],
    scac: ['SCAC', 'Der Code einer Reederei aus vier Buchstaben, etwa MAEU.'],
    snooze: ['Zurückstellen', 'Keine Hinweise zu einem Container bis zu einem Zeitpunkt, den Sie wählen.'],
    tmf: [
      'TMF',
      'Verkehrsgebühr der Häfen Los Angeles und Long Beach. Bis sie bezahlt ist, ist der Container gesperrt.',
    ],
  },
}
