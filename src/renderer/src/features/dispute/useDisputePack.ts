// The files of one evidence pack. The CSV is written as soon as the evidence is loaded, because the page shows its
// checksum. All files of one pack are from the same moment, so a new answer starts a new pack.
import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { Evidence } from '#contract/disputes.ts'
import { createSectionsSheet, type Sheet } from '../../ui/print.ts'
import { useWriteTable } from '../lists/write-table.ts'
import { formatIsoOwn } from '../../words/dates.ts'
import { packHead, packSections, packTitle } from './dispute.ts'
import { packCsv, writeChecksums } from './pack-files.ts'
import { t } from '../../words/words.ts'
import { useBlobSave } from '../../ui/useFileSave.ts'
import { usePdfSave, type SavedFile } from '../../ui/usePdfSave.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'

export type DisputePack = {
  /** Null until the checksum is known. */
  sheet: ComputedRef<Sheet | null>
  head: ComputedRef<readonly string[]>
  hasPdf: ComputedRef<boolean>
  saved: Readonly<ShallowRef<readonly SavedFile[]>>
  savePdf: () => Promise<void>
  saveCsv: () => Promise<void>
  saveSums: () => Promise<void>
}

type Csv = SavedFile & { blob: Blob; of: Evidence }

export function useDisputePack(evidence: () => Evidence | null): DisputePack {
  const toast = useToast()
  const writeTable = useWriteTable()
  const saveFile = useBlobSave()
  const { hasPdf, savePdf } = usePdfSave()
  const csv = shallowRef<Csv | null>(null)
  const saved = shallowRef<readonly SavedFile[]>([])
  const nameFile = ({ number, preparedAt }: Evidence) =>
    t('dispute.fileName', { number, date: formatIsoOwn(preparedAt).slice(0, 10) })

  watch(
    evidence,
    async (of) => {
      csv.value = null
      saved.value = []
      if (!of) return
      try {
        const blob = await writeCsv(writeTable, of)
        // A newer answer arrived in the meantime.
        if (evidence() === of) csv.value = { of, blob, name: `${nameFile(of)}.csv`, sha256: await computeSha256(blob) }
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
    { immediate: true },
  )

  const current = computed(() => (csv.value !== null && csv.value.of === evidence() ? csv.value : null))
  const head = computed(() => (current.value ? packHead(current.value.of, current.value) : []))
  const sheet = computed(() => current.value && createPackSheet(current.value.of, head.value))
  const reportSaved = (kind: string, file: SavedFile | null) => {
    if (file) saved.value = [...saved.value.filter(({ name }) => !name.endsWith(kind)), file]
  }
  return {
    sheet,
    head,
    hasPdf,
    saved,
    savePdf: async () => {
      if (sheet.value && current.value)
        reportSaved('.pdf', await savePdf(sheet.value, `${nameFile(current.value.of)}.pdf`))
    },
    saveCsv: async () => {
      const evidence = current.value
      if (!evidence) return
      const name = await saveFile(evidence.blob, evidence.name)
      reportSaved('.csv', name === null ? null : { name, sha256: evidence.sha256 })
    },
    saveSums: async () => {
      if (current.value)
        await saveFile(
          new Blob([writeChecksums(saved.value)], { type: 'text/plain;charset=utf-8' }),
          `${nameFile(current.value.of)} sha256.txt`,
        )
    },
  }
}

function createPackSheet(evidence: Evidence, head: ReturnType<typeof packHead>): Sheet {
  return createSectionsSheet(packTitle(evidence), head, packSections(evidence), 'text')
}

function writeCsv(writeTable: ReturnType<typeof useWriteTable>, evidence: Evidence): Promise<Blob> {
  const { head, rows } = packCsv(evidence)
  return writeTable({ kind: 'csv', head }, [rows], new AbortController().signal)
}

async function computeSha256(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
