// The proxies of the system, and the bounds of a restored window.
import { describe, expect, test } from 'vitest'
import { MIN_HEIGHT, MIN_WIDTH, findPlacement } from '../../../src/main/window/bounds.ts'
import { parseProxyList } from '../../../src/main/system/proxy.ts'

describe('the proxies', () =>
  test.each([
    ['DIRECT', [null], []],
    ['PROXY proxy.office:8080', ['http://proxy.office:8080'], []],
    ['PROXY a:1; PROXY b:2; DIRECT', ['http://a:1', 'http://b:2', null], []],
    ['SOCKS5 s:1080; PROXY b:2', ['socks5h://s:1080', 'http://b:2'], []],
    ['SOCKS s:1080;SOCKS4 t:1080', ['socks4a://s:1080', 'socks4a://t:1080'], []],
    ['DIRECT; PROXY b:2', [null, 'http://b:2'], []],
    ['HTTPS secure:443', ['https://secure:443'], []],
    ['PROXY [::1]:8080', ['http://[::1]:8080'], []],
    ['QUIC q:443; PROXY b:2', ['http://b:2'], ['QUIC q:443']],
    ['QUIC q:443', [null], ['QUIC q:443']],
    ['PROXY', [null], ['PROXY']],
    ['', [null], []],
  ])('of %j are %j, and %j is skipped', (answer, proxies, unsupported) =>
    expect(parseProxyList(answer)).toEqual({ proxies, unsupported }),
  ))

describe('the window', () => {
  const leftScreen = { x: 0, y: 0, width: 1920, height: 1040 }
  const rightScreen = { x: 1920, y: 0, width: 1280, height: 700 }
  const saved = { x: 100, y: 50, width: 1200, height: 800, isMaximized: false }

  test('is restored at its saved bounds', () =>
    expect(findPlacement(saved, [leftScreen])).toEqual({ x: 100, y: 50, width: 1200, height: 800 }))

  test('has a size without a position at the first start', () =>
    expect(findPlacement(undefined, [leftScreen])).toEqual({ width: 1440, height: 900 }))

  test.each([
    ['its screen was removed', { ...saved, x: 2000 }],
    ['its title is above the screen', { ...saved, y: -200 }],
    ['its title is below the screen', { ...saved, y: 1030 }],
    ['almost all of it is outside of the screen', { ...saved, x: -1150 }],
    ['its position is unknown', { width: 1200, height: 800, isMaximized: false }],
  ])('is placed by the system if %s', (_why, state) =>
    expect(findPlacement(state, [leftScreen])).toEqual({ width: 1200, height: 800 }),
  )

  test('is not larger than its screen and not smaller than its minimum size', () => {
    expect(findPlacement({ ...saved, x: 1920, y: 0, width: 3000 }, [leftScreen, rightScreen])).toEqual({
      x: 1920,
      y: 0,
      width: 1280,
      height: 700,
    })
    expect(findPlacement({ ...saved, width: 400, height: 300 }, [leftScreen])).toMatchObject({
      width: MIN_WIDTH,
      height: MIN_HEIGHT,
    })
  })

  test('has a size also without a display', () =>
    expect(findPlacement(saved, [])).toEqual({ width: 1200, height: 800 }))
})
