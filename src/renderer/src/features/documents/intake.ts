// Files that are being transferred from this window to the host, and those that were refused.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { AppError } from '#contract/errors.ts'

export type RefusedFile = { name: string; error: AppError }

export const useIntakeStore = defineStore('intake', () => {
  const waitingFiles = shallowRef<readonly File[]>([])
  const currentName = ref<string | null>(null)
  /** The number of finished files of the current run, including failed files. */
  const doneCount = ref(0)
  const totalCount = ref(0)
  const refusedFiles = shallowRef<readonly RefusedFile[]>([])
  return {
    currentName,
    doneCount,
    totalCount,
    refusedFiles,
    /** Adds files to the end of the queue. */
    add: (files: readonly File[]) => {
      if (currentName.value === null) {
        doneCount.value = 0
        totalCount.value = 0
      }
      waitingFiles.value = [...waitingFiles.value, ...files]
      totalCount.value += files.length
    },
    /** Removes the first file from the queue and returns it. */
    next: (): File | null => {
      const [file, ...remaining] = waitingFiles.value
      waitingFiles.value = remaining
      currentName.value = file?.name ?? null
      return file ?? null
    },
    fail: (name: string, error: AppError) => {
      refusedFiles.value = [...refusedFiles.value, { name, error }]
    },
    dismiss: () => {
      refusedFiles.value = []
    },
    /** Drops all files, because they were meant for the previous account. */
    forgetAccount: () => {
      waitingFiles.value = []
      refusedFiles.value = []
    },
  }
})
