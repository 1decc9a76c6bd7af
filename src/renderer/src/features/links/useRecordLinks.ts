// Opens a container or shipment in another program with the user's own addresses, and copies links to it. The desktop
// app asks before it opens another program; a browser opens a new tab as for any link.
import { computed, type ComputedRef } from 'vue'
import { fillTemplate, type LinkKey, type LinkPlaceholder } from '#contract/rules/link-templates.ts'
import type { LinkRecord, LinkTemplate } from '#contract/templates.ts'
import { useLinks } from '../../engine/engine.ts'
import { createFindLink, formatLinkPlaces } from './links.ts'
import { t } from '../../words/words.ts'
import { useClipboard } from '../../ui/useClipboard.ts'
import { asAppError, createChangeTrigger, useQuery } from '../../engine/useQuery.ts'
import { useSession } from '../../engine/useSession.ts'
import { useToast } from '../../ui/useToast.ts'
import type { Verb } from '../../ui/useVerbs.ts'

export type LinkedRecord = LinkRecord & {
  /** The number as shown on screen. */ name: string
  /** The number for a link to the record. */ number: string
}

export type RecordLinks = {
  templates: ComputedRef<readonly LinkTemplate[]>
  open: (template: LinkTemplate, record: LinkedRecord) => void
  copyLink: (record: LinkedRecord) => void
  verbsOf: (record: LinkedRecord) => Verb[]
}

export function useRecordLinks(): RecordLinks {
  const { engine, shell } = useLinks()
  const { host } = useSession()
  const toast = useToast()
  const { copyText } = useClipboard()
  const list = useQuery(engine, 'templates.list', () => ({}), createChangeTrigger(['views']))
  const templates = computed(() => list.data.value ?? [])

  async function openUrl(url: string) {
    if (host.data.value?.host === 'electron') await shell.call('link.open', { url })
    else openInBrowser(url)
  }

  /** Opens the first address for which the record has all values. */
  async function openFirst(templates: readonly LinkTemplate[], { name, type, id }: LinkedRecord) {
    try {
      const values = await engine.call('templates.values', { record: { type, id } })
      let missing: LinkPlaceholder[] = []
      for (const { address } of templates) {
        const filledTemplate = fillTemplate(address, values)
        if ('url' in filledTemplate) {
          await openUrl(filledTemplate.url)
          return
        }
        if (missing.length === 0) missing = filledTemplate.missing
      }
      toast.failWith(t('link.missing', { name, what: formatLinkPlaces(missing) }))
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
  }

  /** Opens the record with the address of a key. The key may be pressed before the addresses are loaded. */
  async function openBy(key: LinkKey, record: LinkedRecord) {
    try {
      const loadedTemplates = list.data.value ?? (await engine.call('templates.list', {}))
      const keyTemplates = loadedTemplates.filter(({ openedBy }) => openedBy === key)
      if (keyTemplates.length === 0) toast.failWith(t(`link.noneSet.${key}`))
      else await openFirst(keyTemplates, record)
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
  }

  const openTemplate = (template: LinkTemplate, record: LinkedRecord) => void openFirst([template], record)
  const copyLink = ({ number, name }: LinkedRecord) =>
    void copyText(createFindLink(number), t('link.copied', { number: name }))

  const createRecordVerbs = (record: LinkedRecord) =>
    createLinkVerbs(templates.value, record, {
      openBy: (key) => void openBy(key, record),
      open: (template) => {
        openTemplate(template, record)
      },
      copy: () => {
        copyLink(record)
      },
    })
  return { templates, open: openTemplate, copyLink, verbsOf: createRecordVerbs }
}

type LinkHandlers = { openBy: (key: LinkKey) => void; open: (template: LinkTemplate) => void; copy: () => void }

/** Creates the verbs. A key without an address also has a verb, which explains how to set one. */
function createLinkVerbs(
  templates: readonly LinkTemplate[],
  { name: number }: LinkedRecord,
  handlers: LinkHandlers,
): Verb[] {
  const findFirst = (key: LinkKey | null) =>
    key === null ? undefined : templates.find(({ openedBy }) => openedBy === key)
  const createLabels = (name: string) => ({
    label: t('link.verb', { number, name }),
    inMenu: { record: number, label: t('menuVerb.openIn', { name }) },
  })
  const createKeyVerb = (key: LinkKey): Verb => ({
    id: `open-in-${key}`,
    group: 'container',
    ...createLabels(findFirst(key)?.name ?? t(`link.program.${key}`)),
    keys: key === 'tms' ? 't' : 'o',
    also: t('link.also'),
    run: () => handlers.openBy(key),
  })
  return [
    createKeyVerb('tms'),
    createKeyVerb('web'),
    ...templates
      .filter((template) => template !== findFirst(template.openedBy))
      .map((template): Verb => ({
        id: `open-in ${template.id}`,
        group: 'container',
        ...createLabels(template.name),
        also: t('link.also'),
        run: () => handlers.open(template),
      })),
    {
      id: 'copy-link',
      group: 'container',
      label: t('link.copyVerb', { number }),
      inMenu: { record: number, label: t('menuVerb.copyLink') },
      also: t('link.copyAlso'),
      run: handlers.copy,
    },
  ]
}

/** Opens a web page in a new tab. Another scheme stays on this page, and the browser asks before it opens a program. */
function openInBrowser(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener noreferrer'
  if (/^https?:/i.test(url)) link.target = '_blank'
  link.click()
}
