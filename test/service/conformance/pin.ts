// Writes world-pins.json anew, after a change of the world that was meant.
import { writeFileSync } from 'node:fs'
import { createService } from '#service/service.ts'
import { pinsOf } from './pinned.ts'

writeFileSync(new URL('world-pins.json', import.meta.url), `${JSON.stringify(pinsOf(createService), null, 2)}\n`)
