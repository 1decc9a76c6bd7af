// The status as plain text for support. It contains only the fields named here. Of external values it contains only
// kinds that reveal nothing: numbers, codes, instants and our own names.
import type { ErrorCode } from '#contract/errors.ts'
import type { HostState } from '#contract/shell.ts'
import type { EngineStatus } from '#contract/status.ts'
import type { SyncStatus } from '#contract/sync.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'
import { useClipboard } from '../../ui/useClipboard.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useSession } from '../../engine/useSession.ts'
import { useToast } from '../../ui/useToast.ts'

export type DiagnosticsSource = {
  status: EngineStatus
  host: HostState | null
  sync: SyncStatus | null
  userAgent: string
}

/** Writes a text that is not translated, because developers read it next to the code. */
export function writeDiagnostics({ status, host, sync, userAgent }: DiagnosticsSource): string {
  const sections: [string, string[]][] = [
    ['versions', listVersions(status, host, userAgent)],
    ['sync', sync ? listSyncLines(sync) : ['unknown']],
    [
      'ages of open containers (fresh, ageing, stale, never)',
      Object.entries(status.ages).map(
        ([kind, { fresh, ageing, stale, never }]) => `${kind}: ${fresh}, ${ageing}, ${stale}, ${never}`,
      ),
    ],
    ['requests in the last minute', listRequestLines(status)],
    ['traffic since the start', Object.entries(status.traffic).map(([name, count]) => `${name}: ${count}`)],
    [
      'sweeps',
      status.sweeps.map(
        ({ kind, state, rows, total, startedAt, endedAt }) =>
          `${kind}: ${state}, ${rows} of ${total ?? '?'}, ${startedAt} to ${endedAt ?? '?'}`,
      ),
    ],
    [
      'left out',
      status.leftOut.map(
        ({ kind, count, records }) =>
          `${kind}: ${count}, ${records.map(({ place, why }) => `${why} at ${place}`).join(', ')}`,
      ),
    ],
    [
      'failures',
      status.errors.map(
        ({ at, path, failure, count }) =>
          `${at} ${formatCode(failure.code)}${formatNumbers(failure.details)} at ${anonymizePath(path)}, ${count} times`,
      ),
    ],
    ['files', status.files.filter(({ name }) => KNOWN_FILES.test(name)).map(({ name, bytes }) => `${name}: ${bytes}`)],
    ['rows', Object.entries(status.rows).map(([name, count]) => `${name}: ${count}`)],
  ]
  return sections
    .map(([title, lines]) => [`[${title}]`, ...(lines.length > 0 ? lines : ['none'])].join('\n'))
    .join('\n\n')
}

const KNOWN_FILES = /^((state|mirror)\.db(-wal)?|backups)$/
const VERSION = /^\d+(\.\d+)*(-[a-z]+(\.\d+)?)?$/

function listVersions(
  { now, startedAt, serviceUrl, versions: engineVersions }: EngineStatus,
  host: HostState | null,
  userAgent: string,
): string[] {
  const checkVersion = (text: string) => (VERSION.test(text) ? text : '?')
  const browser = /(Electron|Chrom(?:e|ium)|Firefox|Version)\/(\d+(?:\.\d+)*)/.exec(userAgent)
  const system = /Windows NT [\d.]+|Mac OS X [\d_]+|Linux|CrOS/.exec(userAgent)?.[0] ?? '?'
  return [
    `quaywatch: ${host ? checkVersion(host.version) : '?'} (${host?.host ?? '?'}${host?.isSample ? ', sample data' : ''})`,
    `node: ${checkVersion(engineVersions.node)}, sqlite: ${checkVersion(engineVersions.sqlite)}, mirror layout: ${engineVersions.mirrorSchema}, state layout: ${engineVersions.stateSchema}`,
    `system: ${system}, view: ${browser ? `${browser[1] ?? ''} ${browser[2] ?? ''}` : '?'}`,
    `now: ${now}, started: ${startedAt}`,
    // The address may contain the name of the company.
    `service: ${serviceUrl === null ? 'none' : serviceUrl.startsWith('https:') ? 'set' : 'set, on this computer'}`,
  ]
}

function listSyncLines(sync: SyncStatus): string[] {
  return [
    `state: ${sync.state} since ${sync.since}${sync.error ? `, ${formatCode(sync.error.code)}${formatNumbers(sync.error.details)}` : ''}`,
    `incomplete: ${sync.incomplete ? `${sync.incomplete.done} of ${sync.incomplete.total ?? '?'}` : 'no'}`,
    `last answer: ${sync.lastSuccessAt ?? 'never'}, last complete: ${sync.lastCompleteAt ?? 'never'}, next try: ${sync.nextTryAt ?? 'none'}`,
    `clock skew: ${sync.clockSkewS ?? '?'} s, notices: ${sync.notices.map(({ code }) => formatCode(code)).join(' ') || 'none'}`,
  ]
}

function listRequestLines({ requests, lastRefusedAt }: EngineStatus): string[] {
  return [
    ...requests.classes.map((requestClass) => `${requestClass.class}: ${requestClass.lastMinute}`),
    ...requests.buckets.map(
      ({ bucket, lastMinute, allowed, waiting, pausedUntil, othersPerMinute }) =>
        `${bucket}: ${lastMinute} of ${allowed}, ${waiting} waiting${pausedUntil === null ? '' : `, paused until ${pausedUntil}`}${othersPerMinute === null ? '' : `, others about ${othersPerMinute}`}`,
    ),
    `last refused: ${lastRefusedAt ?? 'never'}`,
  ]
}

function formatCode(code: ErrorCode): string {
  return /^[a-z]+(\/[a-z-]+)?$/.test(code) ? code : '?'
}

/** The values of a failure that are always numbers. Texts are left out: they may contain data of the service. */
const NUMERIC_DETAILS = ['status', 'retryAfterS', 'version', 'bytes']

function formatNumbers(details: EngineStatus['errors'][number]['failure']['details']): string {
  return NUMERIC_DETAILS.flatMap((name) =>
    typeof details[name] === 'number' ? [` ${name} ${details[name]}`] : [],
  ).join('')
}

/** Names of collections stay; everything that may be an id or a name is removed. */
const KNOWN_PATH_PARTS = new Set([
  'v2',
  'containers',
  'shipments',
  'tracking_requests',
  'transport_events',
  'shipping_lines',
  'terminals',
  'ports',
  'infer_number',
  'refresh',
  'documents',
  'map_geojson',
])

function anonymizePath(path: string): string {
  return path
    .split('/')
    .map((part) => (part === '' || KNOWN_PATH_PARTS.has(part) ? part : '…'))
    .join('/')
}

/** Copies the status as plain text to the clipboard, so that the user can send it to support. */
export function useDiagnostics(): { copy: () => Promise<void> } {
  const { engine } = useLinks()
  const { host, sync } = useSession()
  const toast = useToast()
  const { copyText } = useClipboard()
  return {
    copy: async () => {
      try {
        const status = await engine.call('status.get', {})
        await copyText(
          writeDiagnostics({ status, host: host.data.value, sync: sync.data.value, userAgent: navigator.userAgent }),
          t('room.copied'),
        )
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
  }
}
