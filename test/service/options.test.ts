// Every option of the command line has a default, and every wrong one gets a message that says how to correct it.
import { describe, expect, test } from 'vitest'
import { readOptions } from '#service/options.ts'
import { ALL_FEATURES } from '#service/features.ts'
import { NOON } from './client.ts'

describe('the command line', () => {
  test('needs no options', () =>
    expect(readOptions([], NOON)).toEqual({
      port: 0,
      seed: '1',
      containers: 60,
      speed: 1,
      key: 'sample-key',
      startMs: NOON,
      replayDir: null,
      isLimited: true,
      dataDir: null,
      clockRate: 1,
      features: ALL_FEATURES,
      isQuirky: false,
      pageMax: Infinity,
      duplicates: 'reject',
      faultsFile: null,
      smtpPort: null,
      hasSampleMail: false,
      catchUpHours: 0,
    }))

  test('accepts every option', () => {
    const args =
      '--port 4100 --seed harbour --containers 7 --speed 60 --key k-1 --start 2027-03-13T20:00:00Z --replay r --no-limit --data-dir d --clock-rate 50 --without map,rail --quirks --page-max 7 --duplicates accept --faults f.json --smtp-port 2525 --sample-mail --catch-up 12'
    expect(readOptions(args.split(' '), NOON)).toEqual({
      port: 4100,
      seed: 'harbour',
      containers: 7,
      speed: 60,
      key: 'k-1',
      startMs: Date.parse('2027-03-13T20:00:00Z'),
      replayDir: 'r',
      isLimited: false,
      dataDir: 'd',
      clockRate: 50,
      features: new Set(['vessel_positions', 'refresh', 'webhooks', 'documents', 'custom_fields']),
      isQuirky: true,
      pageMax: 7,
      duplicates: 'accept',
      faultsFile: 'f.json',
      smtpPort: 2525,
      hasSampleMail: true,
      catchUpHours: 12,
    })
  })

  test('returns no options for --help', () => expect(readOptions(['--help'], NOON)).toBeNull())

  test.each([
    ['--port=http', /--port must be a whole number from 0 to 65535, not "http"\. Leave it out/],
    ['--port=70000', /from 0 to 65535/],
    ['--without=rockets', /--without knows map, .*not "rockets"/],
    ['--page-max=0', /--page-max must be a whole number from 1 to 100/],
    ['--smtp-port=x', /--smtp-port must be/],
    ['--containers=-1', /--containers must be a whole number/],
    ['--containers=1e9', /The default is 60/],
    ['--speed=0', /--speed must be a number above 0/],
    ['--speed=fast', /not "fast"/],
    ['--clock-rate=', /--clock-rate must be a number/],
    ['--start=tomorrow', /--start must be a date .* such as 2026-11-20T17:00:00Z, not "tomorrow"/],
    ['--start=1950-01-01', /years 2000 to 2099/],
    ['--key=two words', /--key must be/],
    ['--colour=blue', /--colour.*--help/],
    ['extra', /extra.*--help/],
    ['--port', /--port.*--help/],
  ])('rejects %s with a message on one line', (arg, expectedMessage) => {
    expect(() => readOptions([arg], NOON)).toThrow(expectedMessage)
    try {
      readOptions([arg], NOON)
    } catch (error) {
      expect(String(error)).not.toContain('\n')
    }
  })
})
