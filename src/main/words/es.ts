import type { Words } from './wording.ts'

export const es: Words = {
  open: 'Abrir Quaywatch',
  quit: 'Salir de Quaywatch',
  urgent: (count) =>
    count === 0 ? 'Ninguna alerta urgente' : `${count} ${count === 1 ? 'alerta urgente' : 'alertas urgentes'}`,
  notification: { show: 'Mostrar', snooze: 'Posponer 1 h' },
  menu: {
    about: 'Acerca de Quaywatch',
    settings: 'Ajustes…',
    file: 'Archivo',
    edit: 'Editar',
    view: 'Ver',
    window: 'Ventana',
    help: 'Ayuda',
    logs: 'Abrir la carpeta de registros',
    releases: 'Mostrar versiones nuevas',
  },
  roles: {
    services: 'Servicios',
    hide: 'Ocultar Quaywatch',
    hideOthers: 'Ocultar otros',
    unhide: 'Mostrar todo',
    quit: 'Salir de Quaywatch',
    undo: 'Deshacer',
    redo: 'Rehacer',
    cut: 'Cortar',
    copy: 'Copiar',
    paste: 'Pegar',
    delete: 'Eliminar',
    selectAll: 'Seleccionar todo',
    resetZoom: 'Tamaño real',
    zoomIn: 'Acercar',
    zoomOut: 'Alejar',
    togglefullscreen: 'Pantalla completa',
    close: 'Cerrar la ventana',
    minimize: 'Minimizar',
    zoom: 'Cambiar el tamaño',
    front: 'Traer todo al frente',
  },
  windowFailed: {
    message: 'La ventana falla una y otra vez',
    detail: (logPath) =>
      `Se ha vuelto a abrir varias veces en un minuto. No se ha perdido nada guardado y las alertas siguen llegando.\n\nEl registro está en ${logPath}`,
    buttons: ['Abrirla de nuevo', 'Salir de Quaywatch'],
  },
  windowHangs: {
    message: 'La ventana no responde',
    detail: 'Puede estar ocupada con una lista larga. Al abrirla de nuevo solo se pierde lo escrito y no guardado.',
    buttons: ['Esperar', 'Abrirla de nuevo'],
  },
  unsavedInput: {
    message: '¿Cerrar sin guardar?',
    detail: 'Un formulario de esta ventana tiene cambios sin guardar.',
    buttons: ['Dejar abierta', 'Cerrar sin guardar'],
  },
  link: {
    message: '¿Abrir esta dirección fuera de Quaywatch?',
    buttons: ['No abrir', 'Abrir'],
    remember: (host) => `No volver a preguntar por ${host} hasta que se cierre Quaywatch`,
  },
  fatalError: {
    title: 'Quaywatch tiene que cerrarse',
    detail: (logId, logPath) =>
      `Ha ocurrido algo inesperado (${logId}). No se ha perdido nada guardado.\n\nEl registro está en ${logPath}`,
    folder: (reason) =>
      `No se puede usar la carpeta de datos.\n\n${reason}\n\nHay que elegir otra carpeta con --data-dir, o comprobar que se puede escribir en esta y que queda espacio en su disco.`,
  },
}
