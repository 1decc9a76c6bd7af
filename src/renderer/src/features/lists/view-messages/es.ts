// Views of a list: the built-in ones, and messages about the user's own.
import type { views as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const views: Translation<typeof english> = {
  view: {
    label: 'Vista',
    menu: 'Vista: {name}',
    menuModified: 'Vista: {name}, modificada desde que se guardó',
    own: 'Mis vistas',
    standard: 'Estándar',
    reset: 'Volver a como se guardó',
    save: 'Guardar cambios',
    saveAs: 'Guardar como',
    saveAsName: 'Nombre de la nueva vista',
    remove: 'Quitar la vista {name}',
    open: 'Vista: {name}',
    saved: 'La vista {name} está guardada.',
    removed: 'La vista {name} se ha quitado.',
    needsName: 'La vista necesita un nombre.',
    nameTaken: 'Ya hay una vista con ese nombre. Hay que elegir otro.',
    tooMany: 'Esta lista tiene {n} vistas, el máximo posible. Primero hay que quitar una.',
  },
  builtInView: {
    'lfd-week': 'LFD ≤7 días',
    'my-lfd-week': 'Mis LFD ≤7 días',
    'empties-long': 'Por devolver >5 días',
    'ready-unbooked': 'Listos, sin cita',
    'customs-holds': 'Ret. de aduana >1 día',
    'no-lfd': 'Descargados, sin LFD',
    disputed: 'Fuentes discrepan',
    unchecked: 'Datos de terminal >24 h',
    arriving: 'Llegan en ≤7 días',
    'changed-today': 'Cambiados hoy',
    stopped: 'Seguim. detenido, sin salir',
  },
}
