// First run and Settings.
import type { settings as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const settings: Translation<typeof english> = {
  welcome: {
    title: 'Conectar la cuenta',
    intro:
      'Quaywatch muestra el último día libre, las retenciones y los cargos de cada contenedor marítimo, y qué hacer a continuación. Los lee del servicio de seguimiento y guarda una copia en este equipo.',
    picture:
      'Una lista de tres contenedores: uno cuyo último día libre es hoy y está retenido, otro al que le queda un día y está listo, y otro que no ha llegado',
    office: 'Unirse a una oficina con una invitación',
    sampleTitle: '¿Solo para echar un vistazo?',
    sample: 'Probar con datos de muestra',
    sampleNote:
      'Contenedores inventados de un servicio integrado en esta aplicación. No hace falta clave, y cada pantalla lleva la marca de muestra.',
  },
  connect: {
    service: 'Servicio de seguimiento',
    otherService: 'Otra dirección',
    address: 'Dirección del servicio',
    addressHint: 'https://…/v2',
    key: 'Clave de API',
    keyHint: 'Pegar la clave de la cuenta',
    keyStored: 'Hay una clave guardada. Para conservarla, dejar vacío.',
    keep: 'Dónde se guarda la clave',
    keepIn: {
      keychain: 'En el llavero de este equipo',
      file: 'En un archivo que solo puede leer este usuario',
      session: 'Solo en memoria, hasta cerrar la aplicación',
    },
    keepNote: {
      keychain: 'La clave permanece en el llavero de este equipo. Se envía solo a este servicio.',
      file: 'La clave se escribe en un archivo que solo puede leer la cuenta de este usuario. Se envía solo a este servicio.',
      session: 'La clave se mantiene en memoria hasta cerrar la aplicación. Se envía solo a este servicio.',
      stored: 'La clave guardada permanece donde está. Para guardarla en otro lugar hay que introducirla de nuevo.',
    },
    noKeychain: {
      missing:
        'Quaywatch no puede usar ningún llavero en este equipo. Una clave escrita en el disco sin llavero podría leerla cualquier programa que se ejecute, así que se mantiene en memoria y se pide otra vez tras cada inicio. Hay que desbloquear el llavero o configurar uno (en Linux, por ejemplo, GNOME Keyring o KWallet) y reiniciar Quaywatch.',
      locked:
        'El llavero de este equipo estaba bloqueado, o denegó el acceso, cuando Quaywatch pidió la clave guardada. Solo se le pregunta una vez por inicio: hay que desbloquearlo y reiniciar Quaywatch. Hasta entonces no se sincroniza nada nuevo; todo lo guardado se conserva.',
      unanswered:
        'El llavero de este equipo aún no ha respondido. Puede estar pidiendo una contraseña en otra ventana. En cuanto se desbloquee, Quaywatch lo usará automáticamente; si esa pregunta se cerró, hay que reiniciar Quaywatch.',
      unreadable:
        'No se puede leer la clave guardada: el llavero de este equipo funciona, pero la clave se cifró con uno anterior, por ejemplo antes de restablecer una contraseña o en otro equipo. Hay que introducir la clave de nuevo; todo lo guardado se conserva.',
    },
    submit: 'Comprobar y conectar',
    save: 'Comprobar y guardar',
    checking: 'Comprobando',
    details: 'Detalles técnicos',
    missingAddress: 'Hace falta una dirección.',
    missingKey: 'Introducir una clave.',
    connected: 'Conectada',
    connectedCount: 'Conectada: {n} contenedor en la cuenta | Conectada: {n} contenedores en la cuenta',
    other: {
      title: 'Otra cuenta',
      address:
        'La dirección es distinta de la de «{account}», así que se trata de otra cuenta. Lo que se ve y se guarda de «{account}» no es de ella.',
      key: 'Esta clave pertenece a otra cuenta del servicio que «{account}»: los registros de «{account}» no responden con ella.',
      unclear:
        'No se puede saber si esta clave pertenece a «{account}»: se pudieron comparar muy pocos de sus registros.',
      elsewhere:
        '«{account}» tiene otra clave. Si esta pertenece a la misma cuenta solo se puede saber mientras «{account}» está abierta.',
      waiting:
        '{n} cambio de «{account}» aún no se ha enviado. Solo se envía con una clave de «{account}». | {n} cambios de «{account}» aún no se han enviado. Solo se envían con una clave de «{account}».',
      own: 'Abrirla como cuenta propia',
      ownNote: '«{account}» queda como está, con su propia clave. Se puede cambiar de una a otra en cualquier momento.',
      replace: 'Sustituir «{account}»',
      replaceNote:
        '«{account}» se quita de la lista y su clave se olvida. Sus datos quedan en este equipo, con todo lo pendiente, y vuelven cuando se introduzca otra vez su clave.',
      same: 'Es una clave nueva de «{account}»',
      sameNote:
        'Se sabe que es la misma cuenta. Lo pendiente se envía con esta clave, y lo que lea se muestra junto a lo guardado.',
      switch: 'Abrir antes «{account}»',
      switchNote:
        'Si es una clave nueva de «{account}»: introducirla allí, para poder compararla con los registros de esa cuenta.',
      what: 'Qué hacer con esta clave',
      submit: 'Continuar',
    },
    failedNext: {
      offline:
        'No se ha guardado nada. Conviene comprobar la dirección y la red de este equipo, y volver a intentarlo.',
      timeout:
        'No se ha guardado nada. Conviene volver a intentarlo. Si continúa, hay que comprobar la dirección y la red.',
      rateLimited:
        'No se ha guardado nada. Conviene volver a intentarlo dentro de un minuto. Otros programas con la misma clave comparten el cupo.',
      serverError: 'No se ha guardado nada. Conviene volver a intentarlo dentro de unos minutos.',
      notFound: 'No se ha guardado nada. Conviene comprobar la dirección: termina en /v2.',
      redirected: 'No se ha guardado nada. Hay que introducir la dirección final del servicio.',
    },
  },
  settings: {
    sections: 'Secciones de los ajustes',
    find: 'Buscar un ajuste',
    findNone: 'Ningún ajuste coincide.',
    findCount: '{n} sección coincide. | {n} secciones coinciden.',
    accountNote: 'De dónde vienen los datos y la clave con que se piden.',
    accounts: 'Cuentas',
    accountsNote:
      'Cada cuenta tiene su propia clave y sus propios datos guardados. Hay una abierta a la vez, y solo esa se sincroniza.',
    open: 'Abrir',
    openAccount: 'Abrir la cuenta {name}',
    less: 'Menos',
    more: 'Más',
    isOpen: 'Abierta ahora',
    addAccount: 'Añadir una cuenta',
    addNote:
      'Primero se comprueba la clave. La cuenta nueva se abre, y su tablero se llena a medida que llegan contenedores.',
    addSubmit: 'Comprobar y añadir',
    added: 'Cuenta añadida',
    addedBack: 'Cuenta añadida, con los datos que se conservaban de ella',
    accountName: 'Nombre',
    accountNameHint: 'Como se la llame: un cliente, una sucursal, un puesto',
    renameAs: 'Nombre de esta cuenta',
    renamed: 'Nombre cambiado',
    nameMissing: 'Hace falta un nombre.',
    remove: 'Quitar esta cuenta',
    removeTitle: 'Quitar {name}',
    removeSays: 'La clave se olvida y la cuenta sale de la lista. Nada cambia en el servicio de seguimiento.',
    removeData: 'Lo guardado en este equipo',
    removeKeep: 'Conservar la carpeta de datos',
    removeKeepNote:
      'Queda en {folder}, en la carpeta de datos de la aplicación. Al añadir una cuenta con la misma clave, vuelve.',
    removeDelete: 'Eliminar la carpeta de datos',
    removeDeleteNote:
      'El tablero, el historial de cambios y lo introducido a mano desaparecen definitivamente: notas, etiquetas, asignaciones, vistas guardadas y fechas manuales.',
    removeWaiting: '{n} cambio propio no ha llegado al servicio: | {n} cambios propios no han llegado al servicio:',
    removeWaitingStored: 'Esperan en la carpeta de datos y salen cuando se añada otra vez la cuenta.',
    removeWaitingDeleted: 'Se eliminan con la carpeta y nunca se envían.',
    removeWaitingUnknown: 'Ahora no se puede ver qué espera ser enviado. Cuando se abrió por última vez: {n}.',
    removeEdit: '{what} de {name}',
    removeRequest: 'Solicitud de seguimiento para {number}',
    removeMore: 'y {n} más',
    removeSubmit: 'Quitar cuenta',
    removed: 'Cuenta quitada',
    sampleOn: 'Los datos de muestra están activos. Mientras tanto no se lee la cuenta propia.',
    leaveSample: 'Salir de la muestra',
    reading: 'Sincronización',
    readingNote:
      'Con qué frecuencia se pregunta al servicio. Los contenedores con el último día libre hoy o mañana se leen al menos cada minuto, también en pausa.',
    metered: 'Conexión',
    meteredNote:
      'Ningún sistema avisa a una aplicación de que la conexión se paga por volumen, así que se indica aquí. Vale para este equipo y todas las cuentas.',
    meteredChoice: {
      no: 'De uso no medido',
      seldom: 'De uso medido: leer todo cada 5 minutos',
      pause: 'De uso medido: sincronizar solo al actualizar',
    },
    battery: 'Con batería',
    batteryChoice: 'Consultar menos: cada minuto con el tablero abierto, cada 5 minutos si no',
    batteryUnknown:
      'En un navegador, la aplicación no sabe con qué funciona el equipo. Para leer menos, marcar la conexión como de uso medido.',
    share: 'Parte de las peticiones de la clave',
    shareNote:
      'El servicio permite cierto número de peticiones por minuto y clave. Conviene dejar algunas a otros programas con la misma clave. Solo esta cuenta.',
    forget: 'Olvidar la clave',
    forgetNote: 'Todo lo guardado se conserva; no se sincroniza nada más.',
    forgotten: 'Clave eliminada',
    appearance: 'Aspecto',
    theme: 'Tema',
    themes: { system: 'Como el sistema', light: 'Claro', dark: 'Oscuro' },
    language: 'Idioma',
    languageNote:
      'La ventana se vuelve a cargar en el otro idioma y se queda donde está. Los nombres y textos del servicio se muestran tal como llegan.',
    systemLanguage: 'Como el sistema',
    contrast: 'Contraste',
    contrasts: { system: 'Como el sistema', usual: 'Estándar', more: 'Alto' },
    dateStyle: 'Fechas',
    dateStyles: { words: 'vie 20 nov', iso: 'vie 2026-11-20' },
    dateStyleNote:
      'El día de la semana figura en ambas. Las horas son de 24, en la hora del propio lugar, que se nombra.',
    deadlines: 'Último día libre',
    deadlinesNote: 'Todas las fuentes siguen en pantalla, rija la que rija.',
    rule: 'Qué fecha rige',
    rules: {
      earliest: 'La fecha pertinente más temprana',
      'line-first': 'Primero la naviera, como el LFD propio del servicio',
      'terminal-first': 'Primero la terminal',
    },
    bands: 'Urgencia por días restantes',
    bandsNote: 'Una fecha más lejana que la última es «Más tarde». Vencido y hoy son siempre franjas propias.',
    bandsOrder: 'Los días no pueden disminuir de una franja a la siguiente.',
    upTo: 'Hasta',
    tomorrow: 'Mañana',
    soon: 'Pronto',
    week: 'En una semana',
    homeZone: 'Zona horaria propia',
    homeZoneNote: 'Se usa para «hoy» solo donde el servicio no indica ninguna zona. Esas fechas llevan una marca.',
    percent: '%',
    saved: 'Guardado',
    version: 'Quaywatch {version}',
  },
  /** Additional words by which the search and the palette find a section. */
  settingsAlso: {
    accounts: 'cuenta clave api dirección servicio conectar cliente iniciar quitar cambiar solicitudes account key',
    office: 'oficina equipo base de datos postgres invitación invitar unirse colega miembro compartir salir',
    folders: 'carpeta vigilar bandeja documentos subir pdf escanear folder',
    sync: 'sincronizar actualizar intervalo frecuencia conexión medida batería solicitudes límite refresh pausar pause',
    notifications:
      'alertas avisos notificar emergente silencio horas tranquilas sonido silenciar antelación prueba quiet notifications posponer snooze fin de semana weekend',
    appearance:
      'tema oscuro claro idioma español inglés alemán chino contraste fecha colores language english deutsch 中文',
    keys: 'tecla atajo teclado letras shortcuts',
    deadlines: 'lfd regla fuente primera naviera terminal bandas zona horaria',
    terminals: 'puerta horario apertura cerrado feriados calendario fin de semana sábado domingo weekend',
    rates:
      'tarifa demora detention demurrage per diem costo días libres dinero moneda divisa usd eur csv importar exportar rates currency',
    links: 'tms url dirección página web abrir en enlace',
    snapshots:
      'instantánea programación automático exportar archivo csv excel power bi compartir snapshot carpeta folder',
    ownData: 'copia de seguridad respaldo restaurar exportar importar mover computadora notas etiquetas backup',
    privacy: 'almacenamiento espacio disco borrar conservación historial datos privacidad storage',
    computer: 'inicio arranque bandeja icono cerrar ventana registro versión actualización escritorio',
  },
  computer: {
    title: 'Este equipo',
    note: 'Cómo funciona la aplicación aquí. Vale para todas las cuentas.',
    start: 'Inicio',
    startChoice: 'Iniciar Quaywatch al iniciar sesión',
    startNote: {
      mac: 'Se inicia sin ventana. Un clic en su icono del Dock la abre.',
      windows: 'Se inicia oculto si al cerrar la ventana sigue en marcha, y minimizado si no.',
      linux: 'Se inicia oculto si al cerrar la ventana sigue en marcha, y minimizado si no.',
    },
    icon: 'Icono',
    iconChoice: {
      mac: 'Mostrar un icono en la barra de menús',
      windows: 'Mostrar un icono junto al reloj',
      linux: 'Mostrar un icono en la bandeja del sistema',
    },
    iconNote: {
      mac: 'Con el número de alertas urgentes y el acceso a la ventana.',
      windows: 'Con el número de alertas urgentes y el acceso a la ventana. Windows puede ocultarlo tras la flecha.',
      linux:
        'Con el número de alertas urgentes y el acceso a la ventana. Algunos escritorios, GNOME entre ellos, solo muestran esos iconos con una extensión.',
    },
    closing: 'Al cerrar la ventana',
    closingChoice: { quit: 'Termina Quaywatch', tray: 'Sigue en marcha tras su icono' },
    closingNote:
      'Mientras está en marcha llegan alertas, se vigilan carpetas y se envía lo cambiado. Si no se encuentra el icono, iniciar Quaywatch otra vez recupera la ventana.',
    closingNeedsIcon: 'Si sigue en marcha, también se muestra su icono: es el camino de vuelta a la ventana.',
    logs: 'Registro',
    logsNote: 'Lo que hizo la aplicación, para quien preste ayuda. No contiene ninguna clave ni nada de lo subido.',
    openLogs: 'Abrir carpeta de registro',
    version: 'Versión',
    updates:
      'Quaywatch {version}. Esta compilación no se actualiza sola; las versiones nuevas se anuncian en la página del proyecto.',
    updatesNowhere:
      'Quaywatch {version}. Esta compilación no se actualiza sola. Las versiones nuevas vienen de donde se obtuvo esta.',
    showReleases: 'Ver versiones nuevas',
  },
}
