// The tables of the world have valid codes, and invented numbers have valid check digits and owner codes.
import { describe, expect, test } from 'vitest'
import { isContainerNumber, appendCheckDigit } from '#service/world/container-number.ts'
import { LEASED_OWNERS, SHIPPING_LINES } from '#service/world/data/shipping-lines.ts'
import { PLACES, findPlace } from '#service/world/data/places.ts'
import { CONNECTIONS, SERVICES } from '#service/world/data/services.ts'
import { TERMINALS, findTerminal } from '#service/world/data/terminals.ts'
import { listRampsFrom } from '#service/world/lanes.ts'
import { VESSELS } from '#service/world/reference-records.ts'
import { createClient, getLinkedId, getText } from './client.ts'

/** Follows the text of ISO 6346: a value for each letter, powers of two as weights, modulo 11, and 10 counts as 0. */
function computeCheckDigit(stem: string): number {
  const values: Record<string, number> = {
    A: 10,
    B: 12,
    C: 13,
    D: 14,
    E: 15,
    F: 16,
    G: 17,
    H: 18,
    I: 19,
    J: 20,
    K: 21,
    L: 23,
    M: 24,
    N: 25,
    O: 26,
    P: 27,
    Q: 28,
    R: 29,
    S: 30,
    T: 31,
    U: 32,
    V: 34,
    W: 35,
    X: 36,
    Y: 37,
    Z: 38,
  }
  const sum = Array.from(stem).reduce(
    (total, character, position) => total + (values[character] ?? Number(character)) * 2 ** position,
    0,
  )
  return (sum % 11) % 10
}

describe('container numbers', () => {
  test.each(['CSQU3054383', 'MSKU0000011', 'TEMU0000010'])(
    'the check digit of %s is computed and checked as ISO 6346 says',
    (number) => {
      expect(appendCheckDigit(number.slice(0, 10))).toBe(
        number.slice(0, 10) + String(computeCheckDigit(number.slice(0, 10))),
      )
      expect(isContainerNumber(number)).toBe(Number(number[10]) === computeCheckDigit(number.slice(0, 10)))
    },
  )

  test('the textbook number is valid, and numbers next to it are not', () => {
    expect(isContainerNumber('CSQU3054383')).toBe(true)
    for (const wrong of ['CSQU3054384', 'CSQU3054338', 'CSQX3054383', 'csqu3054383', 'CSQU305438', ''])
      expect(isContainerNumber(wrong)).toBe(false)
  })

  test('in the whole list have valid check digits, and owner codes that match the line', () => {
    const { data, included } = readFleet()
    const shipments = new Map(included.map((shipment) => [shipment.id, shipment]))
    for (const container of data) {
      const number = getText(container, 'number')!
      expect(Number(number[10]), number).toBe(computeCheckDigit(number.slice(0, 10)))
      const scac = getText(shipments.get(getLinkedId(container, 'shipment')!)!, 'shipping_line_scac')
      const line = SHIPPING_LINES.find((candidate) => candidate.scac === scac)!
      expect([...line.owners, ...LEASED_OWNERS]).toContain(number.slice(0, 4))
    }
  })
})

describe('the tables', () => {
  test('ships have names and IMO numbers with valid check digits, each in one service', () => {
    for (const { name, imo } of VESSELS) {
      const sum = Array.from(imo.slice(0, 6)).reduce((total, digit, index) => total + Number(digit) * (7 - index), 0)
      expect(imo, name).toMatch(/^\d{7}$/)
      expect(sum % 10, name).toBe(Number(imo[6]))
    }
    expect(new Set(VESSELS.map(({ imo }) => imo)).size).toBe(VESSELS.length)
    expect(new Set(VESSELS.map(({ name }) => name)).size).toBe(VESSELS.length)
  })

  test('places have UN/LOCODEs, existing zones and coordinates in the right part of the world', () => {
    for (const { locode, zone, longitude, latitude } of PLACES) {
      expect(locode).toMatch(/^[A-Z]{2}[A-Z2-9]{3}$/)
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
      expect(Math.abs(latitude)).toBeLessThan(66)
      expect(/^(US|CA)/.test(locode)).toBe(longitude > -130.5 && longitude < -60)
    }
    expect(new Set(PLACES.map(({ locode }) => locode)).size).toBe(PLACES.length)
  })

  test('lines have SCACs, unique owner codes and enough of them', () => {
    expect(SHIPPING_LINES.length).toBeGreaterThanOrEqual(14)
    const owners = SHIPPING_LINES.flatMap((line) => line.owners)
    for (const owner of [...owners, ...LEASED_OWNERS]) expect(owner).toMatch(/^[A-Z]{3}U$/)
    expect(new Set([...owners, ...LEASED_OWNERS]).size).toBe(owners.length + LEASED_OWNERS.length)
    for (const line of SHIPPING_LINES)
      expect(
        SERVICES.some((service) => service.lines.includes(line.scac)),
        line.scac,
      ).toBe(true)
  })

  test('services call at known ports and terminals in order, with enough ships that each is at one place at a time', () => {
    for (const service of SERVICES) {
      const days = [...service.loads, ...service.discharges].map(({ day }) => day)
      expect(days, service.name).toEqual([...days].sort((one, other) => one - other))
      for (const call of service.loads) expect(findPlace(call.locode).isInland).toBe(false)
      for (const call of service.discharges) expect(findTerminal(call.terminal).locode, call.terminal).toBe(call.locode)
      expect(service.vessels.length * 7, service.name).toBeGreaterThan(days.at(-1)! - days[0]!)
    }
    for (const { from, hub } of CONNECTIONS) expect([findPlace(from), findPlace(hub)]).toHaveLength(2)
  })

  test('ramps belong to the six railroads and are reached from ports of their own coast', () => {
    const ramps = TERMINALS.filter(({ kind }) => kind === 'rail')
    expect(new Set(ramps.map(({ railroad }) => railroad))).toEqual(
      new Set(['BNSF', 'UPRR', 'CSXT', 'NSRR', 'CNRU', 'CPRS']),
    )
    for (const ramp of ramps) expect(findPlace(ramp.locode).isInland, ramp.key).toBe(true)
    expect(listRampsFrom('USLAX').every(({ railroad }) => railroad === 'BNSF' || railroad === 'UPRR')).toBe(true)
    expect(listRampsFrom('NLRTM')).toEqual([])
  })
})

function readFleet() {
  return createClient({ containers: 100, seed: 'fleet' }).list('/containers?page[size]=100&include=shipment')
}
