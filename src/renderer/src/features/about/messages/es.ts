// About the program: what it is, how it treats entered data, and the licenses of its packages.
import type { about as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const about: Translation<typeof english> = {
  about: {
    title: 'Acerca de Quaywatch',
    open: 'Privacidad y licencias',
    version: 'Versión',
    versionNote: 'Lo que funciona en este equipo.',
    own: 'Quaywatch es software libre con licencia MIT.',
    privacy: 'Privacidad',
    privacyNote: 'Qué se guarda, qué se envía y a quién.',
    privacySays: {
      sent: 'Quaywatch se comunica con el servicio de seguimiento indicado, con la clave de la cuenta. Le pide lo que muestra y le envía lo que se le encarga: números para seguimiento, ediciones, documentos. Un documento va adonde el servicio dice que se almacene, sin la clave. En una oficina, también se comunica con su base de datos, que tiene los datos de todos los miembros.',
      makers:
        'Nada llega a los autores de Quaywatch: ni cifras de uso, ni informes de fallos, ni búsqueda de actualizaciones.',
      folders:
        'Solo se leen archivos de las carpetas elegidas para vigilar y de lo que se suelta en la ventana, de ningún otro sitio. Los documentos que haya entre ellos se suben al servicio de seguimiento.',
      stored:
        'Contenedores, fechas fijadas a mano, documentos en camino y el historial de cambios se guardan en la carpeta de datos de este equipo, hasta que se quite la cuenta o se elimine la carpeta. Quaywatch no los cifra: quien pueda leer los archivos del usuario puede leerlos.',
      key: 'La clave se guarda donde se eligió al introducirla. Nunca se escribe en el registro ni en un informe y, una vez introducida, no se devuelve a las pantallas.',
      log: 'El registro y los informes de fallos permanecen en este equipo. El informe que se copia en Estado omite la clave y todos los números.',
      notifications: 'Las notificaciones las muestra el sistema, que puede conservarlas en su propia lista.',
      sample: 'Los datos de muestra se inventan en este equipo. Nada de ellos se envía a ninguna parte.',
    },
    licences: 'Licencias',
    licencesNote: 'Obra de terceros incluida en Quaywatch, cada una con sus condiciones.',
    licencesChromium:
      'La aplicación de escritorio contiene además Chromium y Node.js como parte de Electron; sus licencias están en LICENSES.chromium.html junto al programa.',
    licencesCount: '{n} paquete | {n} paquetes',
    licencesLoading: 'Leyendo la lista',
    licencesMissing: 'La lista se genera al compilar la aplicación. Esta copia no se ha compilado.',
  },
  guide: {
    title: 'Guía del usuario',
    inEnglish: 'La guía está en inglés.',
    verb: 'Ayuda: guía del usuario',
    also: 'ayuda guía manual documentación instrucciones help',
  },
}
