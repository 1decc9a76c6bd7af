// A lane is the route of a shipment: a liner service with its two ports, an optional connecting vessel before it, and
// an optional train inland.
import type { Dice } from './chance.ts'
import { findPlace, type Place } from './data/places.ts'
import {
  CONNECTIONS,
  SERVICES,
  type Connection,
  type DischargeCall,
  type LinerService,
  type LoadCall,
} from './data/services.ts'
import { findTerminal, TERMINALS, type Terminal } from './data/terminals.ts'

export type Lane = {
  service: LinerService
  load: LoadCall
  discharge: DischargeCall
  connection: Connection | null
  ramp: Terminal | null
}

/** The railroads at each port. In this world no train leaves the other ports. */
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

export function findPortOfLading(lane: Lane): Place {
  // A transshipped container is loaded at its first port. A feeder belongs to the ocean voyage.
  return findPlace(lane.connection?.kind === 'transshipment' ? lane.connection.from : lane.load.locode)
}

export function findPortOfDischarge(lane: Lane): Place {
  return findPlace(lane.discharge.locode)
}

/** Returns the scheduled days on the ocean vessel. */
export function getOceanDays(lane: Lane): number {
  return lane.discharge.day - lane.load.day
}

export function listRampsFrom(locode: string): readonly Terminal[] {
  const railroads = RAILROADS_AT[locode] ?? []
  return TERMINALS.filter((terminal) => terminal.railroad !== null && railroads.includes(terminal.railroad))
}

export function drawLane(dice: Dice, services: readonly LinerService[] = SERVICES): Lane {
  const service = dice.pick(services)
  const load = dice.pick(service.loads)
  const discharge = dice.pick(service.discharges)
  const connections = CONNECTIONS.filter((connection) => connection.hub === load.locode)
  const connection = connections.length > 0 && dice.drawBoolean(0.45) ? dice.pick(connections) : null
  const ramps = listRampsFrom(discharge.locode)
  const ramp = ramps.length > 0 && dice.drawBoolean(0.28) ? dice.pick(ramps) : null
  return { service, load, discharge, connection, ramp }
}

export function findLaneTerminal(lane: Lane): Terminal {
  return findTerminal(lane.discharge.terminal)
}
