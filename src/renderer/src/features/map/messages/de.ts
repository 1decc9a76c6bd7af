// The map of routes.
import type { map as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const map: Translation<typeof english> = {
  map: {
    label: 'Karte der Routen',
    also: 'routen häfen welt globus schiff karte map',
    keys: 'Plus und Minus zoomen, Pfeiltasten bewegen die Karte, 0 zeigt wieder alles. Häfen und Routen stehen daneben in der Liste.',
    illustrative: 'Zur Veranschaulichung, nicht zur Navigation.',
    legend: 'Linie: durchgezogen zurückgelegt, gestrichelt bevorstehend, nach den Reisedaten. Grau: alle angekommen.',
    unknownPort: 'Hafen nicht bekannt',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    reset: 'Alles zeigen',
    ports: 'Häfen und Orte im Inland',
    routes: 'Routen',
    placeless: 'Ort unbekannt für {n} Container | Ort unbekannt für {n} Container',
    placelessHint: 'Sie haben keine Linie: Der Dienst hat nicht mitgeteilt, wo ihr Lade- oder Entladehafen liegt.',
    more: '{routes} weitere Routen mit {containers} Containern sind nicht gezeichnet. Filtern, um sie zu sehen.',
    moreRows: '{n} weitere',
    noPlace: 'Ort unbekannt',
    loaded: 'Ladehafen für {n}',
    transshipped: 'Umladehafen für {n}',
    discharged: 'Entladehafen für {n}',
    ending: 'Ziel für {n}',
    count: '{n} Container | {n} Container',
    cluster: '{n} Orte: {names}',
    back: 'Alle Häfen und Routen',
    showInList: 'In der Liste zeigen',
    notSailed: 'Nicht abgefahren',
    sailed: 'Abgefahren {date}',
    due: 'ETA {date}',
    arrived: 'Angekommen {date}',
    out: '{n} abgeholt',
    via: 'über {ports}',
  },
}
