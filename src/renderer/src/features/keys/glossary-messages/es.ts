import type { Glossary } from '../glossary-terms.ts'

export const glossary: Glossary = {
  title: 'Marcas y términos',
  marks: 'Marcas',
  terms: 'Términos',
  entries: {
    urgency: [
      '■ ◆ △ ● ○ ✓ ? –',
      'La urgencia: ■ vencido o cuesta dinero, ◆ hoy, △ pronto, ● en una semana, ○ más tarde, ✓ en orden, ? desconocido, – terminado o aún sin empezar.',
    ],
    more: ['+1', 'Otros valores que no caben, como una segunda retención. La ayuda emergente los muestra.'],
    sorted: [
      '▲1 ▼2',
      'La lista está ordenada por esta columna, ▲ ascendente o ▼ descendente. El número es el nivel de orden.',
    ],
    bell: ['!4', 'En la campana: 4 contenedores o registros por revisar. ! indica que al menos uno es urgente.'],
    quiet: [
      'Campana tachada',
      'Junto a un número: el contenedor está pospuesto o silenciado y no genera notificaciones. La ayuda emergente dice hasta cuándo.',
    ],
    uncertain: [
      '*',
      'La fecha o el recuento no es seguro. La ayuda emergente da el motivo, como una consulta antigua a la terminal.',
    ],
    disagree: [
      '≠',
      'Naviera, terminal o ferrocarril indican últimos días libres distintos. El panel los muestra todos.',
    ],
    gate: [
      '⊖',
      'Junto a un último día libre: la puerta de la terminal está cerrada ese día, o ya cerró. Después de ese día, mientras corren cargos: la puerta está cerrada ahora. La ayuda dice el último día de puerta, o cuándo abre.',
    ],
    ownDay: [
      'M',
      'Junto a un último día libre: rige una fecha fijada a mano. La ayuda emergente indica las fechas comunicadas.',
    ],
    sources: [
      'S T R P M',
      'En la columna «Fuentes», el origen del último día libre: S naviera, T terminal, R ferrocarril, P fecha del servicio, M fijada a mano.',
    ],
    estimate: [
      '~ est.',
      'Calculado con sus propias tarifas. Ni la terminal ni la naviera han comunicado este importe.',
    ],
    appointment: ['Cita', 'Una hora reservada en la terminal para retirar un contenedor.'],
    available: ['Disponible', 'La terminal indica que el contenedor se puede retirar.'],
    billOfLading: [
      'Conocimiento de embarque (B/L)',
      'El contrato de transporte. La naviera emite el B/L máster y el transitario el B/L hijo; solo se puede seguir el máster.',
    ],
    booking: [
      'Número de reserva',
      'El número de la naviera para el espacio reservado en un buque. Existe antes que el B/L.',
    ],
    demurrage: [
      'Demoras (demurrage)',
      'El cargo por cada día que un contenedor lleno sigue en la terminal después del último día libre.',
    ],
    detention: [
      'Detención, per diem',
      'El cargo por cada día que usted retiene un contenedor fuera de la terminal después de los días libres.',
    ],
    discharge: ['Descarga', 'El contenedor se descarga del buque.'],
    emptyReturn: ['Devolución del vacío', 'El contenedor vacío vuelve a la naviera. La detención termina.'],
    eta: ['ETA, ATA', 'Llegada estimada y llegada real. ETD y ATD indican la salida.'],
    exam: [
      'Inspección',
      'La aduana inspecciona el contenedor. No puede salir hasta que termine, y el importador paga la tasa.',
    ],
    freeTime: ['Días libres', 'Los días antes de que empiece las demoras o la detención.'],
    gateOut: ['Gate-out', 'El contenedor sale de la terminal por camión o ferrocarril.'],
    hold: [
      'Retención',
      'Una parte bloquea el retiro: la aduana, la naviera (flete), la terminal o una autoridad como USDA.',
    ],
    lastFreeDay: [
      'Último día libre (LFD)',
      'El último día para retirar un contenedor sin demoras. Termina a medianoche en el lugar de la terminal; la puerta puede cerrar antes.',
    ],
    line: ['Naviera', 'La empresa que opera el buque.'],
    mute: ['Silenciar', 'Sin avisos de un contenedor hasta que lo reactive. Sus alertas siguen en la lista.'],
    ports: ['POL, POD', 'Puerto de carga y puerto de descarga.'],
    release: [
      'Liberación',
      'Permiso de retiro. La naviera libera cuando el flete está pagado; la aduana, tras el despacho.',
    ],
    scac: ['SCAC', 'El código de cuatro letras de una naviera, como MAEU.'],
    snooze: ['Posponer', 'Sin avisos de un contenedor hasta la hora que usted elija.'],
    tmf: [
      'TMF',
      'Tasa de tráfico de los puertos de Los Ángeles y Long Beach. El contenedor queda retenido hasta que se paga.',
    ],
  },
}
