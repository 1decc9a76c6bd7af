// Writes world-pins.json and answer-pins.json again, after an intended change.
import { writeFileSync } from 'node:fs'
import { createService } from '#service/service.ts'
import { ALL_ROWS } from './all-rows.ts'
import { computeAnswerPins } from './answer-pins.ts'
import { computeWorldPins } from './pinned.ts'

const write = (name: string, pins: Record<string, string>) =>
  writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(pins, null, 2)}\n`)
write('world-pins.json', computeWorldPins(createService))
write('answer-pins.json', await computeAnswerPins(createService, ALL_ROWS))
