// The container itself: its number, equipment and weight.
import { toKilograms } from '#words/container-cells.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { LANGUAGE, joinParts, t, translateName, type PlainWord } from './words.ts'

const OWNER_SERIAL_CHECK = /^([A-Z]{4})(\d{6})(\d)$/

/** `MSCU 123456 7`: owner, serial, check digit. Other numbers are shown unchanged. */
export function formatContainerNumber(number: string): string {
  const [, owner, serial, check] = OWNER_SERIAL_CHECK.exec(number) ?? []
  return owner && serial && check ? `${owner} ${serial} ${check}` : number
}

const equipmentTypes: Record<string, PlainWord> = {
  dry: 'equipment.dry',
  reefer: 'equipment.reefer',
  'open top': 'equipment.openTop',
  'flat rack': 'equipment.flatRack',
  bulk: 'equipment.bulk',
  tank: 'equipment.tank',
}

/** `40′ HC dry`; missing parts are left out. */
export function formatEquipment({ type, lengthFt, height }: ContainerRow['equipment']): string {
  return joinParts(
    ' ',
    lengthFt === null ? null : `${lengthFt}′`,
    height === 'high_cube' ? t('equipment.highCube') : null,
    type === null ? null : (translateName(equipmentTypes, type) ?? type),
  )
}

const wholeNumberFormat = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 })

export function formatKilograms(pounds: number): string {
  return t('weight.kg', { n: wholeNumberFormat.format(toKilograms(pounds)) })
}

export function formatPounds(pounds: number): string {
  return t('weight.lb', { n: wholeNumberFormat.format(pounds) })
}
