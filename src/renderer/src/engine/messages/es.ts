// Each failure has one sentence that says what happened (`what`) and one that says what to do (`next`).
import type { errors as english } from './en.ts'
import type { Translation } from '../../words/translation.ts'
import { hostErrors } from '../messages-host/es.ts'

export const errors: Translation<typeof english> = {
  'api/bad-address': {
    what: 'Esta no es una dirección a la que la aplicación pueda preguntar.',
    next: 'Hay que introducir la dirección completa del servicio de seguimiento, que empieza por https:// y termina en /v2. Sin la s vale solo para este equipo, porque otros podrían leer la clave por el camino.',
  },
  'api/offline': {
    what: 'No se puede contactar con el servicio de seguimiento.',
    next: 'Conviene comprobar la red de este equipo. La lectura continúa sola cuando el servicio responde.',
  },
  'api/certificate': {
    what: 'Este equipo no confía en el certificado del servicio.',
    next: 'Conviene preguntar a quien administra la red: los proxies de oficina suelen requerir la instalación de su propio certificado.',
  },
  'api/proxy-login': {
    what: 'El proxy de la red pide un nombre de usuario y una contraseña, que la aplicación no puede enviar.',
    next: 'Conviene pedir a quien administra la red que deje pasar la dirección del servicio por el proxy sin iniciar sesión.',
  },
  'api/proxy-refused': {
    what: 'El proxy de la red no deja pasar a la aplicación.',
    next: 'Conviene pedir a quien administra la red que permita el host indicado en los detalles.',
  },
  'api/timeout': {
    what: 'El servicio no respondió a tiempo.',
    next: 'La lectura se reintenta sola. Si continúa, conviene comprobar la red.',
  },
  'api/unauthorized': {
    what: 'El servicio rechaza esta clave.',
    next: 'Hay que comprobar que la clave se copió entera, sin comillas ni espacios, e introducirla de nuevo.',
  },
  'api/forbidden': {
    what: 'Esta clave no tiene permiso para leer lo pedido.',
    next: 'Hay que preguntar al administrador de la cuenta a qué datos tiene acceso la clave.',
  },
  'api/not-found': {
    what: 'El servicio no conoce este registro o esta dirección.',
    next: 'Conviene comprobar la dirección en Ajustes. Si solo afecta a un registro, puede haberse eliminado.',
  },
  'api/rate-limited': {
    what: 'El cupo de peticiones de la clave está agotado por el momento.',
    next: 'La lectura continúa sola. Otros programas con la misma clave comparten el cupo.',
  },
  'api/server-error': {
    what: 'El servicio informa de un fallo propio.',
    next: 'No hay nada que hacer aquí: la sincronización se reintenta sola y los datos guardados siguen disponibles.',
  },
  'api/refused': {
    what: 'El servicio rechazó la petición.',
    next: 'Se puede reintentar. Si continúa, puede que el servicio haya cambiado; ver los detalles.',
  },
  'api/redirected': {
    what: 'La dirección lleva a otro lugar, y la clave no se envía allí.',
    next: 'Hay que introducir la dirección final del servicio en Ajustes.',
  },
  'api/not-json': {
    what: 'Algo respondió en esta dirección, pero no es el servicio de seguimiento.',
    next: 'Conviene comprobar la dirección. También puede responder en su lugar una página de acceso a la red: abrir antes una página web.',
  },
  'api/malformed': {
    what: 'No se pudo leer la respuesta del servicio.',
    next: 'Los datos guardados quedan como estaban. Si es una conexión nueva, conviene comprobar la dirección.',
  },
  'api/too-large': {
    what: 'La respuesta del servicio es más grande de lo que acepta la aplicación.',
    next: 'Los datos guardados quedan como estaban. Si es una conexión nueva, conviene comprobar la dirección.',
  },
  'api/too-deep': {
    what: 'La respuesta del servicio está anidada más profundamente de lo que acepta la aplicación.',
    next: 'Los datos guardados quedan como estaban y la sincronización se repite sola. Conviene avisar a quien gestiona el servicio.',
  },
  'api/too-many-records': {
    what: 'La respuesta del servicio trae muchos más registros de los pedidos: más de {most} en una página.',
    next: 'Los datos guardados quedan como estaban y la sincronización se repite sola. Conviene avisar a quien gestiona el servicio.',
  },
  'api/records-left-out': {
    what: 'Algunos registros de una lista no se pueden leer y se omitieron ({count}). Todos los demás se leyeron.',
    next: 'La página de estado los nombra. Conviene avisar a quien gestiona el servicio.',
  },
  'api/link-elsewhere': {
    what: 'El enlace del servicio a la página siguiente lleva a otro servidor, {host}; la clave no se envía allí.',
    next: 'La lectura empieza de nuevo sola. Conviene avisar a quien gestiona el servicio, o el proxy que tiene delante, de que sus enlaces deben llevar la dirección de Ajustes.',
  },
  'api/list-short': {
    what: 'Una lista del servicio terminó antes de tiempo: contenía {done} de {total} registros.',
    next: 'La lectura empieza de nuevo sola. Si continúa así, conviene avisar a quien gestiona el servicio de que la lista y su recuento no coinciden.',
  },
  'api/list-endless': {
    what: 'Una lista del servicio no termina: sus enlaces a la página siguiente siguen más allá de su propio recuento o no llevan a nada nuevo.',
    next: 'Su lectura se detuvo ahí y empieza de nuevo sola. Conviene avisar a quien gestiona el servicio.',
  },
  'api/no-key': {
    what: 'No hay clave para el servicio.',
    next: 'Hay que introducir la clave de API de la cuenta en Ajustes. Si hay una guardada que no se puede leer, allí se indica el motivo.',
  },
  'api/other-account': {
    what: 'La clave en uso, o la dirección, pertenece a otra cuenta que los datos que se ven aquí.',
    next: 'Hay que introducir la clave de esta cuenta en Ajustes, o añadir allí la otra cuenta. Hasta entonces no se sincroniza nada ni se envía nada de lo pendiente.',
  },
  'api/account-unclear': {
    what: 'No es seguro que la clave en uso pertenezca a la cuenta que se ve aquí.',
    next: 'Hasta que lo sea no se sincroniza nada ni se envía nada de lo pendiente. Si la clave es de esta cuenta, hay que confirmarlo; si no, introducir la correcta en Ajustes.',
  },
  'contract/invalid-input': {
    what: 'Una parte de la aplicación pidió a otra algo que esta no acepta.',
    next: 'Es un fallo de la aplicación. Hay que deshacer la última elección o restablecer la vista.',
  },
  'contract/unknown-call': {
    what: 'Las partes de la aplicación tienen versiones distintas.',
    next: 'Hay que cerrar todas sus ventanas e iniciarla de nuevo.',
  },
  'engine/disconnected': {
    what: 'La parte de la aplicación que guarda los datos no responde.',
    next: 'Si sigue en marcha, la conexión se restablece sola. Si se cerró, hay que iniciar la aplicación otra vez.',
  },
  'engine/session-over': {
    what: 'Esta dirección ya se usó en otro navegador, o el programa se reinició.',
    next: 'Abra la dirección más reciente de la consola.',
  },
  'engine/failed': {
    what: 'No se pudo iniciar la parte de la aplicación que guarda los datos.',
    next: 'Hay que reiniciarla. No se pierde nada de lo guardado.',
  },
  'db/in-use': {
    what: 'Otra copia de la aplicación tiene estos datos abiertos.',
    next: 'Hay que cerrar la otra ventana o programa y reiniciar.',
  },
  'db/from-the-future': {
    what: 'Estos datos los escribió una versión más nueva de la aplicación y se han dejado intactos.',
    next: 'Hay que instalar otra vez la versión más nueva.',
  },
  'db/state-broken': {
    what: 'El archivo con los ajustes y las fechas propios está dañado y se ha apartado.',
    next: 'Se usa una copia de seguridad, si la hay. Conviene revisar las fechas fijadas a mano.',
  },
  'db/mirror-rebuilt': {
    what: 'La copia local de los datos del servicio estaba dañada y se está leyendo de nuevo.',
    next: 'Nada de lo introducido se ve afectado. El tablero está completo tras la próxima sincronización completa.',
  },
  'db/mirror-renewed': {
    what: 'Lo que el servicio había enviado se eliminó, como se pidió, y se está leyendo de nuevo.',
    next: 'Lo introducido y el historial de cambios están como estaban. El tablero se llena a medida que llegan contenedores.',
  },
  'db/state-incomplete': {
    what: 'La aplicación terminó de forma inesperada, y parte de lo último que guardó está dañado o falta en el disco.',
    next: 'Conviene repasar las últimas notas, cambios y solicitudes, e introducir de nuevo lo que falte. Todo lo guardado antes sigue ahí.',
  },
  'db/mirror-incomplete': {
    what: 'La aplicación terminó de forma inesperada, y parte de lo último que leyó está dañado o falta en el disco.',
    next: 'No hay nada que hacer: se lee de nuevo. En el historial pueden faltar cambios vistos en los últimos minutos.',
  },
  'db/disk-full': {
    what: 'El disco está lleno, así que no se puede guardar nada nuevo.',
    next: 'Hay que liberar espacio. La lectura continúa sola; lo que no se guardó hay que introducirlo de nuevo.',
  },
  'db/no-room': {
    what: 'No hay espacio suficiente en el disco para abrir los datos guardados. No se ha perdido nada.',
    next: 'Hay que liberar espacio en ese disco; basta con tanto como ocupa la carpeta de datos. Después hay que reiniciar.',
  },
  'db/read-only': {
    what: 'El disco con los datos ahora solo se puede leer, así que no se puede guardar nada. No se ha perdido nada de lo guardado antes.',
    next: 'Hay que permitir de nuevo la escritura en la carpeta de datos, o conectar otra vez su disco, y reiniciar la aplicación. Hasta entonces todo se puede consultar y copiar.',
  },
  'db/folder-gone': {
    what: 'La carpeta con los datos ya no está: se renombró o se eliminó, o su disco no está conectado. No se guarda nada nuevo.',
    next: 'Hay que devolverla a su sitio o conectar su disco, y reiniciar la aplicación. Antes conviene guardar lo que aún haga falta de la pantalla.',
  },
  'db/disk-error': {
    what: 'No se pudo leer o escribir en el disco con los datos.',
    next: 'Conviene volver a intentarlo. Si continúa, hay que comprobar el disco y su conexión, y hacer una copia de la carpeta de datos.',
  },
  'containers/unknown': {
    what: 'Este contenedor no está en los datos guardados.',
    next: 'Conviene volver a la lista; puede que aún no se haya leído.',
  },
  'containers/date-not-meant': {
    what: 'Esta fecha no puede ser un último día libre: queda más de un año atrás o más de dos años adelante.',
    next: 'Hay que comprobar el año e introducirlo con sus cuatro cifras.',
  },
  'containers/date-set-again': {
    what: 'El último día libre de este contenedor se ha fijado o borrado de nuevo desde entonces.',
    next: 'El cambio posterior se conserva. Si es incorrecto, hay que cambiarlo en el panel.',
  },
  'own/no-note': {
    what: 'Esta nota ya no está.',
    next: 'Puede haberse quitado en otra ventana. Si aún hace falta, hay que escribirla de nuevo.',
  },
  'shipments/unknown': {
    what: 'Este embarque no está en los datos guardados.',
    next: 'Conviene volver a la lista; puede que aún no se haya leído.',
  },
  'tracking/unknown': {
    what: 'Esta solicitud de seguimiento no está en los datos guardados.',
    next: 'Conviene volver a la lista; puede haberse anulado entretanto.',
  },
  'tracking/already-waiting': {
    what: 'Este número ya está en espera de envío.',
    next: 'Se encuentra en Solicitudes; sale en cuanto se puede contactar con el servicio.',
  },
  'tracking/already-sent': {
    what: 'Esta solicitud ya salió de este equipo y no se puede anular.',
    next: 'Si no debía enviarse, hay que detener el seguimiento en la aplicación web.',
  },
  'fields/unknown': {
    what: 'La cuenta no tiene ese campo personalizado o esa opción.',
    next: 'Puede haberse quitado entretanto. Hay que abrir el registro de nuevo.',
  },
  'fields/not-taken': {
    what: 'Este campo no admite ese valor.',
    next: 'Hay que introducir un valor de la clase del campo: un número con seis decimales como máximo, una fecha o una de sus opciones.',
  },
  'tracking/plan-limit': {
    what: 'El plan contratado con el servicio no admite más números.',
    next: 'Lo no enviado espera aquí. Hay que detener otros seguimientos o cambiar de plan, y pulsar «Seguir enviando».',
  },
  'tracking/unknown-batch': {
    what: 'Esta lista solicitada ya no se conserva: solo las últimas veinte.',
    next: 'Sus números están en la lista de solicitudes.',
  },
  'import/empty': {
    what: 'No hay nada en este archivo.',
    next: 'Conviene abrirlo para ver si contiene la lista, y elegirlo de nuevo.',
  },
  'import/too-big': {
    what: 'Este archivo es demasiado grande para una lista de números.',
    next: 'Hay que guardar la hoja con los números en un archivo aparte, de 20 MB como máximo.',
  },
  'import/too-many-lines': {
    what: 'Este archivo tiene más líneas de las que se pueden revisar a la vez.',
    next: 'Hay que dividirlo en archivos de 20\u00a0000 líneas como máximo. Si la lista es más corta, hay algo muy por debajo de ella: hay que eliminar esas filas.',
  },
  'import/not-a-list': {
    what: 'Esta no es una lista que se pueda leer.',
    next: 'Hay que elegir un CSV, un archivo de texto o un libro de Excel (XLSX), o pegar los números.',
  },
  'import/old-workbook': {
    what: 'Este libro está en el formato antiguo (XLS), que no se lee.',
    next: 'Hay que abrirlo en Excel, guardarlo como «Libro de Excel (.xlsx)» o como CSV, y elegir ese archivo.',
  },
  'import/password': {
    what: 'Este libro está protegido con contraseña.',
    next: 'Hay que abrirlo en Excel, guardar una copia sin contraseña y elegir la copia; o copiar las celdas y pegarlas aquí.',
  },
  'import/damaged': {
    what: 'Este libro está dañado o incompleto.',
    next: 'Hay que abrirlo en Excel y guardarlo de nuevo, o guardarlo como CSV.',
  },
  'import/too-slow': {
    what: 'La lectura de este archivo tardó demasiado y se interrumpió.',
    next: 'Hay que guardar solo la hoja con los números como CSV, y elegir ese archivo.',
  },
  'documents/unknown': {
    what: 'Este documento no se conoce aquí.',
    next: 'Puede haberse eliminado en el servicio. La lista muestra lo que hay.',
  },
  'documents/empty': {
    what: 'El archivo está vacío.',
    next: 'Hay que guardarlo o escanearlo de nuevo. Se toma en cuanto contiene algo.',
  },
  'documents/too-large': {
    what: 'El archivo pasa de 500 MB.',
    next: 'Hay que dividirlo, o escanearlo con menos puntos por pulgada.',
  },
  'documents/not-readable': {
    what: 'El archivo no se puede leer.',
    next: 'Hay que dar permiso de lectura a este usuario. Se reintenta solo.',
  },
  'documents/locked': {
    what: 'Otro programa tiene el archivo abierto.',
    next: 'Hay que cerrarlo allí. Se toma en cuanto queda libre.',
  },
  'documents/online-only': {
    what: 'El archivo está en la nube y no en este equipo.',
    next: 'Hay que abrir su carpeta y elegir conservarlo en este equipo.',
  },
  'documents/not-finished': {
    what: 'Falta el final del archivo: puede que lo que lo escribió se detuviera a medias.',
    next: 'Se envió tal cual. Conviene mirarlo y guardarlo de nuevo si faltan páginas.',
  },
  'documents/not-a-file': {
    what: 'Esto es una carpeta o un enlace, no un archivo.',
    next: 'Hay que poner el propio archivo en la carpeta vigilada.',
  },
  'documents/type-not-taken': {
    what: 'Los archivos de esta clase no son documentos que el servicio lea.',
    next: 'Hay que guardarlo como PDF, imagen, texto u hoja de cálculo.',
  },
  'documents/refused': {
    what: 'El servicio no acepta este archivo.',
    next: 'Hay que leer su motivo y reintentar una vez corregido.',
  },
  'documents/not-arriving': {
    what: 'El servicio no pudo almacenar el archivo, en tres intentos.',
    next: 'Se puede reintentar más tarde. Aquí se conserva una copia durante los días elegidos en Ajustes, Privacidad y almacenamiento.',
  },
  'documents/not-extracted': {
    what: 'El servicio no pudo leer nada en él.',
    next: 'Se puede fijar su tipo a mano y pedir que se lea de nuevo, o mirarlo directamente.',
  },
  'documents/gone': {
    what: 'Este documento se eliminó en el servicio.',
    next: 'El archivo propio sigue existiendo: se puede subir de nuevo si hace falta.',
  },
  'documents/no-file': {
    what: 'No hay ningún archivo que mostrar.',
    next: 'Ni este equipo ni el servicio pueden facilitar el archivo ahora. Conviene abrirlo donde se originó o intentarlo más tarde.',
  },
  'documents/too-large-to-open': {
    what: 'El archivo pasa de 100 MB y aquí no se conserva ninguna copia.',
    next: 'Hay que abrirlo donde se originó, o en la aplicación del propio servicio.',
  },
  'documents/not-kept': {
    what: 'Aquí ya no se conserva ninguna copia de este archivo, y no está en su carpeta vigilada tal como era.',
    next: 'Hay que ponerlo otra vez en una carpeta vigilada, o soltarlo en la ventana.',
  },
  'documents/not-an-image': {
    what: 'Solo se pueden girar imágenes.',
    next: 'Hay que girarlo donde se creó y subirlo de nuevo.',
  },
  'documents/check-needed': {
    what: 'No se sabe si esto se llevó a cabo: no llegó respuesta.',
    next: 'Hay que mirar el documento y pedirlo otra vez si no se hizo.',
  },
  'documents/not-dropped': {
    what: 'No se pudo tomar el archivo.',
    next: 'Hay que soltarlo de nuevo. No se conservó nada de él.',
  },
  'documents/no-preview': {
    what: 'Los archivos de esta clase no se pueden mostrar aquí.',
    next: 'Se puede guardar una copia y abrirla con su propio programa.',
  },
  'documents/password': {
    what: 'El archivo está protegido con contraseña.',
    next: 'Hay que guardarlo sin ella y subirlo de nuevo.',
  },
  'documents/damaged': {
    what: 'El archivo está dañado y no se puede mostrar.',
    next: 'Se puede guardar una copia para ver si otro programa lo abre, o guardarlo de nuevo.',
  },
  'documents/page-damaged': {
    what: 'La página {page} está dañada y no se puede mostrar.',
    next: 'Las demás páginas sí. Se puede guardar una copia para ver si otro programa muestra esta.',
  },
  'emails/unknown': {
    what: 'Este correo no se conoce aquí.',
    next: 'Hay que volver a la lista. El correo puede haberse eliminado en el servicio.',
  },
  'alerts/unknown': { what: 'Esta alerta ya no está en la lista.', next: 'Las alertas se eliminan a los 90 días.' },
  'edits/unknown': {
    what: 'Esta edición no está entre las guardadas.',
    next: 'Hay que volver a la lista. La edición puede haberse anulado o llevado a cabo.',
  },
  'edits/already-sent': {
    what: 'Esta edición ya salió de este equipo y no se puede anular.',
    next: 'Se puede cambiar el valor otra vez: la próxima edición la sigue.',
  },
  ...hostErrors,
  internal: {
    what: 'La aplicación cometió un error.',
    next: 'Se puede reintentar. Los detalles están en su registro.',
  },
}
