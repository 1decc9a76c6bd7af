// Handlers for the user's addresses of other programs.
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import { MOST_TEMPLATES, problemOfTemplate } from '#contract/rules/link-places.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import {
  arrangeTemplates,
  containerValues,
  deleteTemplate,
  loadTemplates,
  saveTemplate,
  shipmentValues,
} from './store.ts'

type Names = Extract<keyof Handlers<EngineContract>, `templates.${string}`>

export function templateHandlers({
  db,
  write,
  now,
}: {
  db: ReadableDb
  write: Write
  now: () => string
}): Pick<Handlers<EngineContract>, Names> {
  const change = (work: (db: WritableDb) => void) => {
    write((w, announce) => {
      work(w)
      announce('views')
    })
  }
  return {
    'templates.list': () => loadTemplates(db),
    'templates.values': ({ record: { type, id } }) => {
      const values = type === 'container' ? containerValues(db, id) : shipmentValues(db, id)
      if (!values) throw new AppError(type === 'container' ? 'containers/unknown' : 'shipments/unknown')
      return values
    },
    'templates.save': (template) => {
      const problem = problemOfTemplate(template.address)
      if (problem) throw new AppError(problem.code, problem.details)
      change((w) => {
        const known = loadTemplates(w)
        if (known.length >= MOST_TEMPLATES && !known.some(({ id }) => id === template.id))
          throw new AppError('links/too-many', { most: MOST_TEMPLATES })
        saveTemplate(w, template, now())
      })
    },
    'templates.arrange': ({ ids }) => {
      change((w) => {
        arrangeTemplates(w, ids, now())
      })
    },
    'templates.remove': ({ id }) => {
      change((w) => {
        deleteTemplate(w, id)
      })
    },
  }
}
