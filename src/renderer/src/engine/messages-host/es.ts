// The texts of failures between the app, this computer, the user's files and the office's database. The other failures
// are in messages/.
import type { hostErrors as english } from './en.ts'
import type { Translation } from '../../words/translation.ts'

export const hostErrors: Translation<typeof english> = {
  'folders/unknown': { what: 'Esta carpeta ya no se vigila.', next: 'Se puede añadir de nuevo en Ajustes.' },
  'folders/not-found': {
    what: 'No hay ninguna carpeta en esta ruta.',
    next: 'Conviene revisar cómo está escrita. Un recurso de red tiene que conectarse antes.',
  },
  'folders/not-answering': {
    what: 'Esta carpeta no responde.',
    next: 'Hay que comprobar la conexión con el recurso de red o la unidad en que está, y reintentar.',
  },
  'folders/not-a-folder': {
    what: 'Esta ruta lleva a un archivo.',
    next: 'Hay que indicar la carpeta en que está el archivo.',
  },
  'folders/not-readable': {
    what: 'Esta carpeta no se puede leer.',
    next: 'Hay que pedir permiso de lectura a quien la administra, o elegir otra.',
  },
  'folders/not-writable': {
    what: 'En esta carpeta no se pueden escribir ni mover archivos.',
    next: 'Pida permiso de escritura, elija otra carpeta o deje en su sitio los archivos de una carpeta vigilada.',
  },
  'folders/already-watched': {
    what: 'Esta carpeta ya se vigila, o se vigila una que la contiene o que está dentro de ella.',
    next: 'Primero hay que quitar la otra.',
  },
  'folders/own-data': {
    what: 'Esta es una carpeta del propio Quaywatch.',
    next: 'Hay que elegir la carpeta en que se guardan los documentos.',
  },
  'folders/not-picked': {
    what: 'Esta carpeta no se eligió en el diálogo del propio equipo.',
    next: 'Hay que pulsar «Elegir una carpeta» y elegirla allí.',
  },
  'own-data/not-ours': {
    what: 'Este no es un archivo de datos propios de Quaywatch. No se ha cambiado nada.',
    next: 'Hay que elegir el archivo que se guardó en Ajustes, Datos propios. Su nombre empieza por quaywatch-own-data.',
  },
  'own-data/damaged': {
    what: 'Este archivo está dañado o se cambió a mano: su contenido no coincide con su suma de verificación. No se ha cambiado nada.',
    next: 'Hay que guardar el archivo de nuevo en el otro equipo, o copiarlo otra vez.',
  },
  'own-data/newer': {
    what: 'Este archivo viene de una versión más nueva de Quaywatch, y aquí se perderían partes de él. No se ha cambiado nada.',
    next: 'Hay que actualizar Quaywatch en este equipo y elegir el archivo de nuevo.',
  },
  'own-data/gone': {
    what: 'Estos datos ya no están aquí: cambiaron, o se eliminó la copia. No se ha cambiado nada.',
    next: 'Abra la lista de nuevo o elija el archivo de nuevo.',
  },
  'snapshots/unknown': {
    what: 'Esta instantánea ya no existe.',
    next: 'Conviene mirar de nuevo la lista de instantáneas.',
  },
  'snapshots/too-many': { what: 'No cabe otra instantánea.', next: 'Se puede quitar una que ya no se use.' },
  'snapshots/same-file': {
    what: 'Otra instantánea escribe en esta carpeta un archivo con el mismo nombre.',
    next: 'Cambie el comienzo del nombre o elija otra carpeta.',
  },
  'snapshots/watched-folder': {
    what: 'Los archivos de esta carpeta se suben, así que no se escribe nada en ella.',
    next: 'Se puede elegir otra carpeta, o dejar de vigilar esta.',
  },
  'snapshots/nothing-yet': {
    what: 'Los contenedores aún no se han leído por completo, así que no se escribe nada.',
    next: 'Hay que esperar a que termine la primera sincronización y escribirla entonces.',
  },
  'snapshots/other-file': {
    what: 'En esa carpeta hay un archivo con ese nombre que no escribió esta instantánea; no se tocó.',
    next: 'Hay que mover ese archivo o dar otro nombre a la instantánea. Se intenta de nuevo cada 15 minutos.',
  },
  'snapshots/locked': {
    what: 'La instantánea no se escribió: otro programa retiene el archivo.',
    next: 'Hay que cerrarlo allí o dejar que termine la sincronización. Se intenta de nuevo cada 15 minutos.',
  },
  'snapshots/no-room': {
    what: 'La instantánea no se escribió: no queda espacio en ese disco.',
    next: 'Hay que hacer sitio en él. Se intenta de nuevo cada 15 minutos.',
  },
  'snapshots/folder-gone': {
    what: 'La instantánea no se escribió: su carpeta no está.',
    next: 'Hay que conectar su disco o recurso, o elegir otra carpeta. Se intenta de nuevo cada 15 minutos.',
  },
  'snapshots/not-written': {
    what: 'La instantánea no se escribió: la carpeta no la aceptó.',
    next: 'Conviene revisar su disco o recurso, o elegir otra carpeta. Se intenta de nuevo cada 15 minutos.',
  },
  'links/not-an-address': {
    what: 'Esta no es una dirección que se pueda abrir.',
    next: 'Se copia entera del otro programa; empieza como https:// y no tiene espacios.',
  },
  'links/scheme-refused': {
    what: 'Las direcciones que empiezan así no se abren nunca.',
    next: 'Sirve la dirección de una página web, o una dirección del otro programa tal como la indica su fabricante.',
  },
  'links/unknown-place': {
    what: 'No existe ese marcador.',
    next: 'Use uno de los marcadores que aparecen bajo el campo, escrito igual.',
  },
  'links/place-in-host': {
    what: 'El nombre del sitio no puede contener un marcador.',
    next: 'Escríbalo completo y use marcadores solo tras la primera barra simple.',
  },
  'links/too-many': { what: 'No cabe otra dirección.', next: 'Se puede quitar una que ya no se use.' },
  'rates/same-terms': {
    what: 'Ya hay una tabla para los mismos contenedores.',
    next: 'Se puede cambiar esa, o indicar aquí otra naviera, terminal, tipo o longitud.',
  },
  'own-data/not-taken': {
    what: 'No se pudo entregar el archivo. No se ha cambiado nada.',
    next: 'Hay que comprobar que el archivo se puede leer y que este disco tiene espacio, y elegirlo de nuevo.',
  },
  'export/too-many-rows': {
    what: 'En un libro caben 1\u00a0048\u00a0575 filas, y esta lista tiene más. No se escribió nada.',
    next: 'Hay que acotar la lista con un filtro, o exportarla como CSV.',
  },
  'export/list-changed': {
    what: 'El orden de la lista cambió mientras se escribía. No se escribió nada.',
    next: 'Hay que exportarla de nuevo.',
  },
  'export/not-written': {
    what: 'No se pudo escribir el archivo. No quedó nada de él.',
    next: 'Hay que comprobar que este disco tiene espacio y exportarlo de nuevo.',
  },
  'shell/membership-not-stored': {
    what: 'Este equipo no puede guardar la pertenencia a una oficina.',
    next: 'Configure un llavero para su usuario, reinicie Quaywatch y únase después.',
  },
  'shell/key-not-stored': {
    what: 'No se pudo guardar la clave en este equipo.',
    next: 'Hay que elegir otro lugar para guardarla.',
  },
  'shell/key-for-other-address': {
    what: 'La clave guardada se introdujo para otra dirección y no se envía a esta.',
    next: 'Hay que introducir también la clave para la dirección nueva.',
  },
  'shell/key-in-other-account': {
    what: 'La cuenta «{account}» ya tiene esta clave.',
    next: 'Se puede cambiar a esa cuenta, o introducir otra clave.',
  },
  'shell/other-account': {
    what: 'Esta clave o dirección pertenece a otra cuenta que «{account}». No se ha cambiado nada.',
    next: 'Conviene abrirla como cuenta propia en Ajustes, Cuentas.',
  },
  'shell/name-in-other-account': {
    what: 'Otra cuenta ya se llama «{account}».',
    next: 'Hay que elegir un nombre que las distinga: figura sobre cada pantalla.',
  },
  'shell/account-unknown': { what: 'Esta cuenta ya no está en la lista.', next: 'Hay que elegir otra de la lista.' },
  'shell/data-not-deleted': {
    what: 'La cuenta se quitó y su clave se olvidó, pero no se pudo eliminar su carpeta de datos.',
    next: 'Hay que cerrar los programas que puedan usarla y eliminar la carpeta a mano, o añadir la cuenta y quitarla otra vez.',
  },
  'shell/settings-reset': {
    what: 'No se pudo leer el archivo de ajustes de la aplicación, y se restablecieron los valores predeterminados.',
    next: 'Conviene revisar la dirección del servicio y el tema en Ajustes.',
  },
  'shell/service-did-not-start': {
    what: 'El servicio de datos de muestra no arrancó.',
    next: 'Se puede reintentar, o conectar la cuenta propia.',
  },
  'shell/no-dialog': {
    what: 'Esta ventana no puede mostrar un diálogo para elegir carpetas.',
    next: 'Hay que escribir la ruta de la carpeta.',
  },
  'shell/copy-no-room': {
    what: 'La copia no se guardó: no hay espacio en ese disco.',
    next: 'Hay que liberar espacio allí, o guardarla en otro lugar.',
  },
  'shell/copy-refused': {
    what: 'La copia no se guardó: no se puede escribir en esa carpeta, o en el archivo de ese nombre que hay en ella.',
    next: 'Hay que elegir otra carpeta u otro nombre, o cerrar el programa que tiene el archivo abierto, y guardarla de nuevo.',
  },
  'shell/pdf-not-made': {
    what: 'No se pudo crear el PDF.',
    next: 'Hay que intentarlo de nuevo, o imprimir y elegir «Guardar como PDF» en el diálogo de impresión.',
  },
  'shell/copy-not-saved': {
    what: 'La copia no se guardó: el lugar elegido no la aceptó o ya no está.',
    next: 'Hay que comprobar que su disco o recurso de red está conectado, o guardarla en otro lugar.',
  },
  'shell/link-refused': {
    what: 'Este enlace no se abrió: no es de los que pueden abrirse.',
    next: 'Se puede copiar si hay certeza de que es correcto.',
  },
  'shell/links-too-many': {
    what: 'Se iban a abrir varios enlaces a la vez, y este no se abrió.',
    next: 'Hay que esperar un minuto y abrirlo de nuevo.',
  },
  'shell/login-refused': {
    what: 'Este equipo no aceptó el cambio en lo que arranca al iniciar sesión.',
    next: 'Se puede cambiar en los ajustes del propio equipo, o preguntar a quien lo administra.',
  },
  'shell/desktop-only': {
    what: 'Solo la aplicación de escritorio puede hacer esto, y esta es su página en un navegador.',
    next: 'Hay que abrir la aplicación de escritorio.',
  },
  'office/unreachable': {
    what: 'No se puede contactar con la base de datos de la oficina.',
    next: 'Conviene revisar la conexión de red de este equipo. Se puede seguir trabajando con los datos guardados.',
  },
  'office/certificate': {
    what: 'Este equipo no confía en el certificado de la base de datos de la oficina.',
    next: 'Conviene preguntar a quien administra la oficina si se ha cambiado el certificado.',
  },
  'office/tls-required': {
    what: 'La base de datos de la oficina no cifra sus conexiones, así que la aplicación no se conecta.',
    next: 'Conviene pedir a quien administra la oficina que active TLS en PostgreSQL.',
  },
  'office/login-refused': {
    what: 'La base de datos de la oficina rechaza este inicio de sesión.',
    next: 'Conviene revisar el usuario y la contraseña, o preguntar a quien administra la oficina.',
  },
  'office/no-database': {
    what: 'El servidor no tiene ninguna base de datos con este nombre.',
    next: 'Conviene revisar la dirección de la oficina o preguntar a quien la administra.',
  },
  'office/too-many-connections': {
    what: 'La base de datos de la oficina no admite más conexiones.',
    next: 'Conviene pedir a quien administra la oficina que aumente max_connections en PostgreSQL. Cada equipo necesita dos conexiones.',
  },
  'office/follows': {
    what: 'Otro equipo de la oficina lee el servicio y envía las solicitudes.',
    next: 'Hay que hacerlo en ese equipo o esperar a que este tome el relevo.',
  },
  'office/other-account': {
    what: 'La clave de este equipo no es la de la cuenta de la oficina.',
    next: 'Hay que introducir la clave de la oficina en Ajustes o pedir el archivo de esta cuenta a quien administra la oficina.',
  },
  'office/key-changed': {
    what: 'La oficina todavía tiene la clave de API anterior de esta cuenta.',
    next: 'Hay que pedir a quien administra la oficina que introduzca la clave nueva en Ajustes, en su propio equipo.',
  },
  'office/no-leader': {
    what: 'Ahora ningún equipo de la oficina lee el servicio.',
    next: 'Hay que abrir Quaywatch en un equipo que pueda leer o iniciar el proceso de la oficina sin ventana.',
  },
  'office/not-away': {
    what: 'La oficina vuelve a estar disponible, o lleva menos de 15 minutos sin estarlo.',
    next: 'Si la oficina sigue sin estar disponible, hay que volver a intentarlo más tarde.',
  },
  'office/handed-over': {
    what: 'El equipo «{device}» de la oficina envía esto a continuación.',
    next: 'Se envía en cuanto ese equipo pueda. Mientras tanto se puede cerrar Quaywatch.',
  },
  'office/too-large': {
    what: 'Es demasiado grande para que lo envíe otro equipo de la oficina.',
    next: 'Hay que acortarlo o hacer el cambio en el equipo que lee el servicio.',
  },
  'office/full': {
    what: 'El disco de la base de datos de la oficina está lleno.',
    next: 'Conviene pedir a quien administra la oficina que libere espacio.',
  },
  'office/busy': {
    what: 'La base de datos de la oficina ha tardado demasiado.',
    next: 'Hay que volver a intentarlo más tarde. Se puede seguir trabajando con los datos guardados.',
  },
  'office/not-a-member': {
    what: 'Este usuario no es miembro de esta oficina.',
    next: 'Conviene preguntar a quien administra la oficina. Los datos de este equipo se pueden seguir leyendo.',
  },
  'office/not-allowed': {
    what: 'El rol de este usuario en la oficina no lo permite.',
    next: 'Conviene pedir otro rol a quien administra la oficina.',
  },
  'office/too-old': {
    what: 'La oficina requiere una versión más nueva de Quaywatch.',
    next: 'Hay que actualizar Quaywatch. Hasta entonces se puede seguir trabajando con los datos de este equipo.',
  },
  'office/newer': {
    what: 'Esta oficina la creó una versión más nueva de Quaywatch. No se ha cambiado nada.',
    next: 'Hay que actualizar Quaywatch en este equipo y volver a intentarlo.',
  },
  'office/server-too-old': {
    what: 'La oficina necesita PostgreSQL 14 o posterior, y este servidor es anterior.',
    next: 'Conviene pedir una versión más nueva a quien administra el servidor.',
  },
  'office/too-many-tasks': {
    what: 'Se ha alcanzado el máximo de solicitudes a la oficina en un día.',
    next: 'Hay que volver a intentarlo mañana.',
  },
  'office/address-invalid': {
    what: 'Esto no es ni la dirección de una base de datos ni una invitación.',
    next: 'Hay que introducir una dirección que empiece por postgres:// y tenga usuario, contraseña, servidor y base de datos, o pegar la invitación completa.',
  },
  'office/invitation-invalid': {
    what: 'Esta invitación está dañada o incompleta.',
    next: 'Hay que copiar el enlace completo, o pedir otra invitación a quien administra la oficina.',
  },
  'office/invitation-used': {
    what: 'Esta invitación ya se ha usado, u otra más nueva la ha sustituido.',
    next: 'Conviene pedir otra invitación a quien administra la oficina.',
  },
  'office/no-key': {
    what: 'Esta cuenta no tiene clave de API, y una oficina la necesita.',
    next: 'Hay que introducir la clave de API de la cuenta en Ajustes y volver a intentarlo.',
  },
  'office/exists': {
    what: 'Esta base de datos ya tiene una oficina.',
    next: 'Hay que comprobar de nuevo la dirección para unirse a ella, o usar otra base de datos.',
  },
  'office/login-rights': {
    what: 'Este usuario no puede crear en la base de datos lo que necesita una oficina. No se ha cambiado nada.',
    next: 'Conviene pedir a quien administra la base de datos los permisos CREATEROLE y CREATE en la base de datos para este usuario.',
  },
  'office/last-admin': {
    what: 'Este miembro es el único que administra la oficina.',
    next: 'Primero hay que invitar a otra persona que la administre.',
  },
}
