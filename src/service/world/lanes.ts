// A lane is the route of a container: a liner service with its ports, an optional connecting vessel before it, and an
// optional train inland.
import type { Dice } from './chance.ts'
import { placeAt, type Place } from './data/places.ts'
import {
  CONNECTIONS,
  SERVICES,
  type Connection,
  type DischargeCall,
  type LinerService,
  type LoadCall,
} from './data/services.ts'
import { terminalAt, TERMINALS, type Terminal } from './data/terminals.ts'

export type Lane = {
  service: LinerService
  load: LoadCall
  discharge: DischargeCall
  connection: Connection | null
  ramp: Terminal | null
}

/** The railroads at each port. Other ports have no inland lanes in this world. */
const RAILROADS_AT: Readonly<Record<string, readonly string[]>> = {
  USLAX: ['BNSF', 'UPRR'],
  USLGB: ['BNSF', 'UPRR'],
  USOAK: ['BNSF', 'UPRR'],
  USSEA: ['BNSF', 'UPRR'],
  USTIW: ['BNSF', 'UPRR'],
  CAVAN: ['CNRU', 'CPRS'],
  CAPRR: ['CNRU'],
  USNYC: ['CSXT', 'NSRR'],
  USORF: ['CSXT', 'NSRR'],
  USSAV: ['CSXT', 'NSRR'],
  USCHS: ['CSXT', 'NSRR'],
  CAHAL: ['CNRU'],
}

export function portOfLading(lane: Lane): Place {
  // A feeder belongs to the ocean voyage; a transshipped container was loaded at its first port.
  return placeAt(lane.connection?.kind === 'transshipment' ? lane.connection.from : lane.load.locode)
}

export function portOfDischarge(lane: Lane): Place {
  return placeAt(lane.discharge.locode)
}

/** Scheduled days at sea on the ocean vessel. */
export function oceanDays(lane: Lane): number {
  return lane.discharge.day - lane.load.day
}

export function rampsReachedFrom(locode: string): readonly Terminal[] {
  const railroads = RAILROADS_AT[locode] ?? []
  return TERMINALS.filter((terminal) => terminal.railroad !== null && railroads.includes(terminal.railroad))
}

export function drawLane(dice: Dice, services: readonly LinerService[] = SERVICES): Lane {
  const service = dice.pick(services)
  const load = dice.pick(service.loads)
  const discharge = dice.pick(service.discharges)
  const connections = CONNECTIONS.filter((connection) => connection.hub === load.locode)
  const connection = connections.length > 0 && dice.chance(0.45) ? dice.pick(connections) : null
  const ramps = rampsReachedFrom(discharge.locode)
  const ramp = ramps.length > 0 && dice.chance(0.28) ? dice.pick(ramps) : null
  return { service, load, discharge, connection, ramp }
}

export function laneTerminal(lane: Lane): Terminal {
  return terminalAt(lane.discharge.terminal)
}
