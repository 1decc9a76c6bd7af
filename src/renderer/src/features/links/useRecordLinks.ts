// Opens a container or shipment in another program with the user's own addresses, and copies links to it. The desktop
// app asks before it opens another program; a browser opens a new tab as for any link.
import { computed, type ComputedRef } from 'vue'
import { filledTemplate, type LinkKey, type LinkPlace } from '#contract/rules/link-places.ts'
import type { LinkRecord, LinkTemplate } from '#contract/templates.ts'
import { useLinks } from '../../engine/engine.ts'
import { linkTo, formatLinkPlaces } from './links.ts'
import { t } from '../../words/words.ts'
import { useClipboard } from '../../ui/useClipboard.ts'
import { asAppError, changesOf, useQuery } from '../../engine/useQuery.ts'
import { useSession } from '../../engine/useSession.ts'
import { useToast } from '../../ui/useToast.ts'
import type { Verb } from '../../ui/useVerbs.ts'

export type Linked = LinkRecord & {
  /** As shown on screen. */ name: string
  /** The number in a link to it. */ number: string
}

export type RecordLinks = {
  templates: ComputedRef<readonly LinkTemplate[]>
  open: (template: LinkTemplate, record: Linked) => void
  copyLink: (record: Linked) => void
  verbsOf: (record: Linked) => Verb[]
}

export function useRecordLinks(): RecordLinks {
  const { engine, shell } = useLinks()
  const { host } = useSession()
  const toast = useToast()
  const { copyText } = useClipboard()
  const list = useQuery(engine, 'templates.list', () => ({}), changesOf(['views']))
  const templates = computed(() => list.data.value ?? [])

  async function go(url: string) {
    if (host.data.value?.host === 'electron') await shell.call('link.open', { url })
    else openBeside(url)
  }

  /** Opens the first address for which the record has all values. */
  async function openFirst(these: readonly LinkTemplate[], { name, type, id }: Linked) {
    try {
      const values = await engine.call('templates.values', { record: { type, id } })
      let missing: LinkPlace[] = []
      for (const { address } of these) {
        const filled = filledTemplate(address, values)
        if ('url' in filled) {
          await go(filled.url)
          return
        }
        if (missing.length === 0) missing = filled.missing
      }
      toast.failWith(t('link.missing', { name, what: formatLinkPlaces(missing) }))
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
  }

  /** The user may press the key of a panel that has just opened, before the addresses are loaded. */
  async function openBy(key: LinkKey, record: Linked) {
    try {
      const all = list.data.value ?? (await engine.call('templates.list', {}))
      const these = all.filter(({ openedBy }) => openedBy === key)
      if (these.length === 0) toast.failWith(t(`link.noneSet.${key}`))
      else await openFirst(these, record)
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
  }

  const open = (template: LinkTemplate, record: Linked) => void openFirst([template], record)
  const copyLink = ({ number, name }: Linked) => void copyText(linkTo(number), t('link.copied', { number: name }))

  const verbsOf = (record: Linked) =>
    linkVerbs(templates.value, record, {
      openBy: (key) => void openBy(key, record),
      open: (template) => {
        open(template, record)
      },
      copy: () => {
        copyLink(record)
      },
    })
  return { templates, open, copyLink, verbsOf }
}

type Acts = { openBy: (key: LinkKey) => void; open: (template: LinkTemplate) => void; copy: () => void }

/** A key without an address also has a verb, which explains how to set one. */
function linkVerbs(templates: readonly LinkTemplate[], { name: number }: Linked, acts: Acts): Verb[] {
  const firstOf = (key: LinkKey | null) =>
    key === null ? undefined : templates.find(({ openedBy }) => openedBy === key)
  const verbOfKey = (key: LinkKey): Verb => ({
    id: `open-in-${key}`,
    group: 'container',
    label: t('link.verb', { number, name: firstOf(key)?.name ?? t(`link.program.${key}`) }),
    keys: key === 'tms' ? 't' : 'o',
    also: t('link.also'),
    run: () => acts.openBy(key),
  })
  return [
    verbOfKey('tms'),
    verbOfKey('web'),
    ...templates
      .filter((template) => template !== firstOf(template.openedBy))
      .map((template): Verb => ({
        id: `open-in ${template.id}`,
        group: 'container',
        label: t('link.verb', { number, name: template.name }),
        also: t('link.also'),
        run: () => acts.open(template),
      })),
    {
      id: 'copy-link',
      group: 'container',
      label: t('link.copyVerb', { number }),
      also: t('link.copyAlso'),
      run: acts.copy,
    },
  ]
}

/** The scheme of another program does not leave the page; the browser asks the user itself. */
function openBeside(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener noreferrer'
  if (/^https?:/i.test(url)) link.target = '_blank'
  link.click()
}
