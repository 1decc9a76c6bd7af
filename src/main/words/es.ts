import type { Words } from './wording.ts'

export const es: Words = {
  open: 'Abrir Quaywatch',
  quit: 'Salir de Quaywatch',
  urgent: (count) => (count === 0 ? 'Ninguna alerta urgente' : `${count} ${count === 1 ? 'alerta urgente' : 'alertas urgentes'}`),
  notification: { show: 'Mostrar', snooze: 'Posponer 1 h' },
  menu: {
    about: 'Acerca de Quaywatch',
    settings: 'Ajustes…',
    file: 'Archivo',
    edit: 'Editar',
    view: 'Ver',
    help: 'Ayuda',
    logs: 'Abrir la carpeta de registros',
    releases: 'Dónde están las versiones nuevas',
  },
  failing: {
    message: 'La ventana falla una y otra vez',
    detail: (logPath) => `Se ha vuelto a abrir varias veces en un minuto. No se ha perdido nada guardado y las alertas siguen llegando.\n\nEl registro está en ${logPath}`,
    buttons: ['Abrirla de nuevo', 'Salir de Quaywatch'],
  },
  stuck: {
    message: 'La ventana no responde',
    detail: 'Puede estar ocupada con una lista larga. Al abrirla de nuevo solo se pierde lo escrito y no guardado.',
    buttons: ['Esperar', 'Abrirla de nuevo'],
  },
  link: {
    message: '¿Abrir esta dirección fuera de Quaywatch?',
    buttons: ['No abrir', 'Abrir'],
    remember: (host) => `No volver a preguntar por ${host} hasta que se cierre Quaywatch`,
  },
  fault: {
    title: 'Quaywatch tiene que cerrarse',
    detail: (logId, logPath) => `Ha ocurrido algo inesperado (${logId}). No se ha perdido nada guardado.\n\nEl registro está en ${logPath}`,
  },
}
