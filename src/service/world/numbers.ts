// Draws numbers of containers, bills of lading, seals and orders in the format of each company, and draws equipment.
import type { Dice } from './chance.ts'
import { appendCheckDigit } from './container-number.ts'
import { LEASED_OWNERS, type ShippingLine } from './data/shipping-lines.ts'

/** The letters without I and O, which are easily misread. */
const LETTERS = Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ')

/** Replaces `#` with a digit and `@` with a letter. */
export function drawByPattern(dice: Dice, pattern: string): string {
  let text = ''
  for (const mark of pattern)
    text += mark === '#' ? String(dice.drawInteger(0, 9)) : mark === '@' ? dice.pick(LETTERS) : mark
  return text
}

const SERIALS_PER_ROUND = 250_000

/**
 * Draws a number that no other container of the list has: the serial number depends on `index`, the position in the
 * list. 148,721 and 250,000 have no common factor, so all positions differ, and neighbours are far apart.
 */
export function drawContainerNumber(dice: Dice, line: ShippingLine, index: number): string {
  const owner = dice.drawBoolean(0.28) ? dice.pick(LEASED_OWNERS) : dice.pick(line.owners)
  const serial = ((index * 148_721 + 9_973) % SERIALS_PER_ROUND) + dice.drawInteger(0, 3) * SERIALS_PER_ROUND
  return appendCheckDigit(owner + String(serial).padStart(6, '0'))
}

export function drawSeal(dice: Dice, line: ShippingLine): string | null {
  const roll = dice.drawUnit()
  if (roll < 0.12) return null
  return drawByPattern(dice, roll < 0.6 ? `${line.scac.slice(0, 2)}@#######` : '#######')
}

export type Equipment = {
  type: string
  lengthFt: number
  height: string
  weightsLb: readonly [low: number, high: number]
}

const EQUIPMENT: readonly (Equipment & { share: number })[] = [
  { share: 52, type: 'dry', lengthFt: 40, height: 'high_cube', weightsLb: [11_000, 44_000] },
  { share: 9, type: 'dry', lengthFt: 40, height: 'standard', weightsLb: [14_000, 44_500] },
  { share: 22, type: 'dry', lengthFt: 20, height: 'standard', weightsLb: [9_000, 46_000] },
  { share: 4, type: 'dry', lengthFt: 45, height: 'high_cube', weightsLb: [12_000, 42_000] },
  { share: 7, type: 'reefer', lengthFt: 40, height: 'high_cube', weightsLb: [28_000, 55_000] },
  { share: 2, type: 'reefer', lengthFt: 20, height: 'standard', weightsLb: [18_000, 44_000] },
  { share: 1, type: 'open top', lengthFt: 40, height: 'standard', weightsLb: [15_000, 48_000] },
  { share: 1, type: 'flat rack', lengthFt: 40, height: 'standard', weightsLb: [20_000, 60_000] },
  { share: 1, type: 'tank', lengthFt: 20, height: 'standard', weightsLb: [30_000, 50_000] },
  { share: 1, type: 'bulk', lengthFt: 20, height: 'standard', weightsLb: [35_000, 50_000] },
  { share: 1, type: 'dry', lengthFt: 10, height: 'standard', weightsLb: [4_000, 20_000] },
]
const TOTAL_SHARE = EQUIPMENT.reduce((sum, kind) => sum + kind.share, 0)

export function drawEquipment(dice: Dice): Equipment {
  let roll = dice.drawUnit() * TOTAL_SHARE
  const kind = EQUIPMENT.find((candidate) => (roll -= candidate.share) < 0)
  return kind ?? dice.pick(EQUIPMENT)
}

/** Returns the upper-case letters and digits of the number. */
export function normalizeNumber(number: string): string {
  return number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
