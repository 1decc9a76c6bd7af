import type { Translation } from '../../../words/translation.ts'
import type { office as source } from './en.ts'

export const office: Translation<typeof source> = {
  title: 'Oficina',
  note: 'Su equipo en una base de datos (PostgreSQL). Un equipo lee el servicio para todos, y las notas, etiquetas, responsables, tarifas y horarios de puerta son del equipo.',
  sample: 'Los datos de ejemplo no pertenecen a ninguna oficina. Abra su propia cuenta para unirse a una.',
  address: 'Invitación o dirección de la base de datos',
  addressHint: 'quaywatch://office#… o postgres://…',
  addressNote:
    'Un colega le envía una invitación. Para crear una oficina, introduzca la dirección de una base de datos vacía.',
  addressMissing: 'Introduzca una invitación o una dirección.',
  check: 'Comprobar',
  certificate:
    'Este equipo no sabe quién firmó el certificado del servidor. Compare la huella con el administrador del servidor antes de confiar en él.',
  fingerprint: 'Huella SHA-256',
  trust: 'Confiar en este certificado',
  found: 'Unirse a «{office}» en {host} como {member} ({role}).',
  sameAccount:
    'La cuenta abierta es la de la oficina. Sus notas, etiquetas, responsables, prioridades, tarifas, horarios de puerta, enlaces y LFD propios se añaden a la oficina.',
  sameAccountReader:
    'La cuenta abierta es la de la oficina. Como lector, ve las notas, etiquetas y demás datos de la oficina en lugar de los suyos.',
  newAccount: 'La oficina recibe una cuenta propia en Quaywatch. Las demás cuentas no cambian.',
  needsKey:
    'Esta dirección no incluye la clave API de la oficina. Conecte primero la cuenta en Cuentas o pida una invitación.',
  otherAccount: 'La oficina lee otra cuenta del servicio. Abra primero esa cuenta o pida una invitación.',
  join: 'Unirse',
  joined: 'Se unió a {office}.',
  empty:
    'La base de datos {database} en {host} (PostgreSQL {version}) aún no tiene oficina. {login} será su administrador.',
  officeName: 'Nombre de la oficina',
  memberName: 'Su nombre',
  nameMissing: 'Introduzca un nombre.',
  create: 'Crear la oficina',
  created: '{office} está lista. Invite a sus colegas.',
  place: '{office}, base de datos {database} en {host}',
  members: 'Miembros',
  member: 'Miembro',
  role: 'Rol',
  roles: { admin: 'administrador', operator: 'operador', reader: 'lector' },
  roleNotes: {
    admin: 'Cambia los datos del equipo, e invita y elimina miembros.',
    operator: 'Cambia los datos del equipo y envía ediciones, números y archivos.',
    reader: 'Ve todo y no cambia nada.',
  },
  reads: 'Lee el servicio',
  readsNote: 'El equipo puede leer el servicio para la oficina. Conviene que varios puedan.',
  yes: 'Sí',
  no: 'No',
  computer: 'Último equipo',
  notYet: 'aún sin conectar',
  you: 'usted',
  invite: 'Invitar a un colega',
  inviteName: 'Nombre',
  inviteSubmit: 'Crear invitación',
  cannotInvite: 'Los administradores invitan y eliminan miembros.',
  noSecret:
    'Este equipo no tiene el secreto de la oficina, así que no puede crear invitaciones. Use el equipo en el que se creó la oficina o el de otro administrador.',
  invitationTitle: 'Invitación para {name}',
  invitationNote:
    'Envíe este enlace solo a {name}, de forma segura. Sirve una vez y da acceso a los datos y a la clave API de la oficina. {name} lo pega en Ajustes, Oficina.',
  invitation: 'Invitación',
  copy: 'Copiar',
  copied: 'Invitación copiada.',
  renew: 'Nueva invitación',
  renewMember: 'Nueva invitación para {name}',
  removeMember: 'Eliminar a {name}',
  removeTitle: '¿Eliminar a {name} de la oficina?',
  removeNote:
    '{name} pierde el acceso a la oficina de inmediato. Lo que {name} introdujo permanece. Los datos y la clave API del equipo de {name} siguen allí; obtenga una clave nueva si eso importa.',
  removed: '{name} ya no es miembro.',
  leave: 'Salir de la oficina',
  leaveTitle: '¿Salir de {office} en este equipo?',
  leaveNote:
    'Este equipo conserva sus datos y vuelve a leer el servicio por su cuenta. Los datos del equipo de trabajo no cambian. Para volver necesita una nueva invitación.',
  leftOffice: 'Este equipo salió de la oficina.',
}
