// The map of routes.
import type { map as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const map: Translation<typeof english> = {
  map: {
    label: 'Mapa de rutas',
    also: 'rutas puertos mundo globo buque',
    keys: 'Más y menos amplían o reducen, las flechas mueven el mapa, 0 vuelve a mostrar todo. Los puertos y las rutas figuran al lado.',
    illustrative: 'Ilustrativo, no apto para la navegación.',
    legend: 'Línea: continua lo recorrido, discontinua lo pendiente, según las fechas del viaje. Gris: todo llegado.',
    unknownPort: 'puerto no conocido',
    zoomIn: 'Ampliar',
    zoomOut: 'Reducir',
    reset: 'Ver todo',
    ports: 'Puertos y lugares interiores',
    routes: 'Rutas',
    placeless: 'Sin lugar conocido para {n} contenedor | Sin lugar conocido para {n} contenedores',
    placelessHint: 'No tienen línea: el servicio no indicó dónde está su puerto de carga o de descarga.',
    more: 'Quedan sin dibujar otras {routes} rutas con {containers} contenedores. Al filtrar se ven.',
    moreRows: '{n} más',
    noPlace: 'sin lugar conocido',
    loaded: 'Puerto de carga de {n}',
    transshipped: 'Puerto de transbordo de {n}',
    discharged: 'Puerto de descarga de {n}',
    ending: 'Destino final de {n}',
    count: '{n} contenedor | {n} contenedores',
    cluster: '{n} lugares: {names}',
    back: 'Todos los puertos y rutas',
    showInList: 'Ver en la lista',
    notSailed: 'Sin zarpar',
    sailed: 'Zarpó {date}',
    due: 'ETA {date}',
    arrived: 'Llegó {date}',
    out: '{n} retirados',
    via: 'vía {ports}',
  },
}
