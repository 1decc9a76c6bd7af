// Listas que se escriben en una carpeta según un horario.
import type { snapshots as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const snapshots: Translation<typeof english> = {
  snapshot: {
    title: 'Instantáneas',
    note: 'Una lista como archivo en una carpeta propia, a las horas elegidas: para Excel, Power BI o colegas que ven una carpeta sincronizada. La escribe este equipo, también con la ventana cerrada en la bandeja.',
    missed:
      'Si se perdió porque la aplicación estaba cerrada o el equipo en reposo, se escribe una vez en el próximo inicio.',
    none: 'Aún no hay instantáneas.',
    add: 'Añadir una instantánea',
    removed: '{name} se ha quitado. Los archivos escritos se quedan.',
    writeNow: 'Escribir ahora',
    writeNowOf: 'Escribir ahora: {name}',
    saved: '{name} se ha guardado.',
    name: 'Nombre',
    list: 'Lista',
    view: 'Vista',
    viewNote:
      'Tal como está la vista ahora: filtro, orden y columnas, con la antigüedad de los datos en la última. Tras cambiar la vista, hay que guardar la instantánea de nuevo.',
    kind: 'Archivo',
    kinds: { csv: 'CSV', xlsx: 'Libro de Excel', ics: 'Calendario de últimos días libres' },
    folder: 'Carpeta',
    times: 'Cuándo',
    every: { day: 'Cada día a las', weekday: 'De lunes a viernes a las', hours: 'Cada varias horas' },
    hours: 'Horas entre dos archivos',
    zone: 'Por el reloj de la zona propia, {zone}.',
    fileName: 'Nombre del archivo',
    fileNames: {
      dated: 'Con su fecha, un archivo tras otro',
      same: 'Siempre el mismo, se reemplaza: para libros que enlazan con él',
    },
    base: 'Empieza por',
    example: 'Por ejemplo {file}',
    nameMissing: 'Falta el nombre de la instantánea.',
    baseMissing: 'Falta cómo se llaman sus archivos.',
    wrongTime: 'Una hora se escribe como 16:30.',
    wrongHours: 'Las horas son un número entero de 1 a 24.',
    when: { day: 'Cada día a las {time}', weekday: 'De lunes a viernes a las {time}' },
    whenHours: 'Cada hora | Cada {n} horas',
    next: 'Siguiente: {time}',
    noFolder: 'Aún sin carpeta en este equipo. Se elige con «Cambiar».',
    written: 'Última escritura {time}: {file}, {rows}',
    rows: '{n} fila | {n} filas',
    never: 'Aún no escrita',
    failed: '{time}: {failure}',
    progress: 'Escribiendo: {done} de {total}',
    waiting: 'Espera su turno',
    asOf: 'Datos a fecha de',
  },
}
