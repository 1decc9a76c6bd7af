import type { AlertWording } from './wording.ts'

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
const containerCount = (n: number) => count(n, 'Container', 'Container')
const days = (n: number) => count(n, 'Tag', 'Tage')
const inDays = (n: number) => `in ${count(n, 'Tag', 'Tagen')}`
const ago = (n: number) => `vor ${count(n, 'Tag', 'Tagen')}`
const fromToday = (n: number) => (n < 0 ? ago(-n) : n === 0 ? 'heute' : inDays(n))

export const de: AlertWording = {
  language: 'de',
  holds: {
    customs: 'Zollsperre',
    freight: 'Frachtsperre',
    usda: 'USDA-Sperre',
    vacis: 'VACIS-Sperre',
    tmf: 'TMF-Sperre',
    other: 'Sperre',
  },
  hold: (name) => `Sperre (${name})`,
  clears: {
    customs: 'Der Zollagent hebt sie auf',
    vacis: 'Der Zollagent hebt sie auf',
    usda: 'Zollagent und USDA heben sie auf',
    freight: 'Die Reederei hebt sie nach Zahlung auf',
    tmf: 'Wer zahlt, lässt sie am Terminal aufheben',
  },
  fees: {
    demurrage: 'Demurrage',
    exam: 'Beschaugebühr',
    extended_dwell_time: 'Gebühr für lange Standzeit',
    total: 'Gebühren',
  },
  fee: (name) => name,
  reasons: {
    booking_cancelled: 'die Buchung wurde storniert',
    duplicate: 'sie wird schon verfolgt',
    expired: 'die Reederei hat 7 Tage lang nichts veröffentlicht',
    internal_processing_error: 'der Dienst hatte selbst einen Fehler',
    invalid_number: 'die Reederei nimmt die Nummer nicht an',
    not_found: 'bei der Reederei nicht gefunden',
    retries_exhausted: 'die Reederei hat nie geantwortet',
    shipping_line_unreachable: 'die Reederei war nicht erreichbar',
    unrecognized_response: 'die Antwort der Reederei war nicht lesbar',
    data_unavailable: 'die Reederei hat keine Daten mehr',
    scac_auto_detect_failed: 'niemand weiß, zu welcher Reederei sie gehört',
    awaiting_manifest: 'die Reederei hat noch kein Manifest',
  },
  reason: (name) => name,
  document: 'Dokument',
  source: { line: 'Reederei', terminal: 'Terminal', rail: 'Bahn', manual: 'von Hand' },
  amountPending: 'Betrag offen',
  noCurrency: (amount) => `${amount} (Währung nicht angegeben)`,
  titles: {
    past: 'Letzter freier Tag vorbei',
    today: 'Letzter freier Tag heute',
    soon: (when, isReady) => `${when}${isReady ? '' : ', nicht bereit'}`,
    earlier: (change) => `LFD vorverlegt: ${change}`,
    later: (change) => `LFD verlängert: ${change}`,
    withdrawn: 'Letzter freier Tag zurückgezogen',
    holdExpected: (hold) => `${hold} erwartet`,
    holdCleared: (hold) => `${hold} aufgehoben`,
    ready: 'Abholbereit',
    feePosted: (fee, amount) => `${fee} gemeldet: ${amount}`,
    feeNow: (fee, amount) => `${fee} jetzt ${amount}`,
    arrivalMoved: ({ port, days: change, vessel, containers }) =>
      `ETA ${port ?? 'Löschhafen'} ${change > 0 ? '+' : '−'}${days(Math.abs(change))}: ${vessel} (${containerCount(containers)})`,
    requestFailed: (number, reason) => `${number} lässt sich nicht verfolgen${reason === null ? '' : `: ${reason}`}`,
    documentRead: (type) => `${type}: gelesen`,
    documentFailed: (type) => `${type}: nicht gelesen`,
    documentUnlinked: (type) => `${type}: Sendung fehlt`,
    notUpdating: 'Seit 60 Minuten keine Aktualisierung',
    lookAhead: (until, n) => `Bis ${until}: ${containerCount(n)} mit letztem freiem Tag`,
  },
  parts: {
    about: (title, container) => `${title}: ${container}`,
    ofContainer: (title, container) => `${title} für ${container}`,
    days,
    reports: (amount) => `Terminal meldet ${amount}`,
    notReleased: 'nicht freigegeben',
    notReached: { port: 'nicht entladen', destination: 'nicht am Inlandsziel' },
    noHold: 'keine Sperre',
    lfdIn: (daysLeft) => {
      if (daysLeft === null) return 'noch kein letzter freier Tag'
      if (daysLeft < 0) return `LFD ${ago(-daysLeft)}`
      return daysLeft === 0 ? 'LFD heute' : daysLeft === 1 ? 'LFD morgen' : `LFD ${inDays(daysLeft)}`
    },
    was: (text) => `zuvor ${text}`,
    now: (text) => `jetzt ${text}`,
    wasNow: (before, after) => `zuvor ${fromToday(before)}, jetzt ${fromToday(after)}`,
    ask: 'Reederei oder Terminal fragen',
    bill: (number) => `B/L ${number}`,
    vessel: 'Schiff unbekannt',
    fixNumber: 'Nummer oder Reederei berichtigen oder verwerfen.',
    since: (moment) =>
      moment === null ? 'Noch wurde nichts gelesen.' : `Gezeigt werden gespeicherte Daten von ${moment}.`,
    separator: ', ',
    placeWithNames: (place, names) => `${place}: ${names}`,
    nameWithNote: (name, note) => `${name} (${note})`,
  },
  severalTitles: {
    'lfd-past': (n) => `Letzter freier Tag vorbei: ${containerCount(n)}`,
    'lfd-today': (n) => `Letzter freier Tag heute: ${containerCount(n)}`,
    'lfd-soon': (n) => `Letzter freier Tag bald: ${containerCount(n)}`,
    'lfd-earlier': (n) => `LFD vorverlegt: ${containerCount(n)}`,
    'lfd-later': (n) => `LFD verlängert: ${containerCount(n)}`,
    'lfd-withdrawn': (n) => `Letzter freier Tag zurückgezogen: ${containerCount(n)}`,
    'hold-placed': (n) => count(n, 'neue Sperre', 'neue Sperren'),
    'hold-expected': (n) => count(n, 'Sperre erwartet', 'Sperren erwartet'),
    'hold-cleared': (n) => count(n, 'Sperre aufgehoben', 'Sperren aufgehoben'),
    ready: (n) => `Abholbereit: ${containerCount(n)}`,
    'fee-posted': (n) => count(n, 'Gebühr gemeldet', 'Gebühren gemeldet'),
    'arrival-moved': (n) => `ETA geändert: ${count(n, 'Sendung', 'Sendungen')}`,
    'request-failed': (n) => `Nicht zu verfolgen: ${count(n, 'Nummer', 'Nummern')}`,
    'document-read': (n) => count(n, 'Dokument gelesen', 'Dokumente gelesen'),
    'document-failed': (n) => count(n, 'Dokument nicht gelesen', 'Dokumente nicht gelesen'),
    'document-unlinked': (n) => count(n, 'Dokument ohne Sendung', 'Dokumente ohne Sendung'),
    'not-updating': () => 'Keine Aktualisierung',
    'look-ahead': () => 'Kommende letzte freie Tage',
  },
  popUp: {
    atPlace: (what, place) => `${what}, ${place}`,
    digest: (n) => `Seit der letzten Zusammenfassung: ${count(n, 'Eintrag', 'Einträge')}`,
    overflow: (n) => count(n, 'Meldung', 'Meldungen'),
    more: (n) => `+${n} weitere`,
    ahead: 'Kommende letzte freie Tage',
    hidden: 'In Quaywatch steht, welche.',
    test: {
      title: 'Quaywatch kann Sie erreichen',
      body: 'So sieht eine Meldung aus. Ein Klick öffnet den Container, um den es geht.',
    },
  },
}
