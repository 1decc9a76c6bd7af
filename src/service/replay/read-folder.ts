// Reads a folder of recorded answers: its JSON files, sorted by name.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Resource } from '../jsonapi/resource.ts'
import { StartupProblem } from '../startup-problem.ts'
import { resourcesIn } from './recorded.ts'

export function readRecordedFolder(folder: string): Resource[] {
  const names = namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
  const resources = names.flatMap((name) => resourcesIn(documentIn(join(folder, name))))
  if (resources.length > 0) return resources
  throw new StartupProblem(
    `The folder ${folder} holds no JSON file with JSON:API records. Give --replay a folder of recorded answers.`,
  )
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw new StartupProblem(`The folder ${folder} cannot be read. Give --replay a folder of recorded answers.`, {
      cause,
    })
  }
}

function documentIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartupProblem(`${path} is not valid JSON. Mend it or take it out of the folder.`, { cause })
  }
}
