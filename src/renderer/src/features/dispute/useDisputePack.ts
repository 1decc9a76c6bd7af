// The files of one evidence pack. The CSV is written as soon as the evidence is loaded, because the page shows its
// checksum. All files of one pack are from the same moment, so a new answer starts a new pack.
import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { Evidence } from '#contract/disputes.ts'
import { createSectionsSheet, type Sheet } from '../../ui/print.ts'
import { useWriteTable } from '../lists/write-table.ts'
import { formatIsoOwn } from '../../words/dates.ts'
import { listHeadLines, createPackSections, formatPackTitle } from './dispute.ts'
import { createPackCsv, writeChecksums } from './pack-files.ts'
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

type CsvFile = SavedFile & { blob: Blob; evidence: Evidence }

export function useDisputePack(evidence: () => Evidence | null): DisputePack {
  const toast = useToast()
  const writeTable = useWriteTable()
  const saveFile = useBlobSave()
  const { hasPdf, savePdf } = usePdfSave()
  const csv = shallowRef<CsvFile | null>(null)
  const saved = shallowRef<readonly SavedFile[]>([])
  const formatFileName = ({ number, preparedAt }: Evidence) =>
    t('dispute.fileName', { number, date: formatIsoOwn(preparedAt).slice(0, 10) })

  watch(
    evidence,
    async (newEvidence) => {
      csv.value = null
      saved.value = []
      if (!newEvidence) return
      try {
        const blob = await writeCsv(writeTable, newEvidence)
        // If a newer answer arrived in the meantime, this file is not used.
        if (evidence() !== newEvidence) return
        const name = `${formatFileName(newEvidence)}.csv`
        csv.value = { evidence: newEvidence, blob, name, sha256: await computeSha256(blob) }
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
    { immediate: true },
  )

  const currentCsv = computed(() => (csv.value !== null && csv.value.evidence === evidence() ? csv.value : null))
  const head = computed(() => (currentCsv.value ? listHeadLines(currentCsv.value.evidence, currentCsv.value) : []))
  const sheet = computed(() => currentCsv.value && createPackSheet(currentCsv.value.evidence, head.value))
  /** The latest file of each kind is listed. `file` is null if the user cancelled. */
  const addSaved = (extension: string, file: SavedFile | null) => {
    if (file) saved.value = [...saved.value.filter(({ name }) => !name.endsWith(extension)), file]
  }
  return {
    sheet,
    head,
    hasPdf,
    saved,
    savePdf: async () => {
      if (sheet.value && currentCsv.value)
        addSaved('.pdf', await savePdf(sheet.value, `${formatFileName(currentCsv.value.evidence)}.pdf`))
    },
    saveCsv: async () => {
      const csvFile = currentCsv.value
      if (!csvFile) return
      const name = await saveFile(csvFile.blob, csvFile.name)
      addSaved('.csv', name === null ? null : { name, sha256: csvFile.sha256 })
    },
    saveSums: async () => {
      if (currentCsv.value)
        await saveFile(
          new Blob([writeChecksums(saved.value)], { type: 'text/plain;charset=utf-8' }),
          `${formatFileName(currentCsv.value.evidence)} sha256.txt`,
        )
    },
  }
}

function createPackSheet(evidence: Evidence, head: ReturnType<typeof listHeadLines>): Sheet {
  return createSectionsSheet(formatPackTitle(evidence), head, createPackSections(evidence), 'text')
}

function writeCsv(writeTable: ReturnType<typeof useWriteTable>, evidence: Evidence): Promise<Blob> {
  const { head, rows } = createPackCsv(evidence)
  return writeTable({ kind: 'csv', head }, [rows], new AbortController().signal)
}

async function computeSha256(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
