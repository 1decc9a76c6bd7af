// Downloads from behind an office proxy. Node's fetch uses a proxy, and certificates that an office adds to its
// computers, only if the environment requests it; npm may have its proxy from its own configuration.

/** @typedef {import('./electron.mjs').Environment} Environment */

/**
 * The additional environment of a Node program that downloads.
 * @param {Environment} env
 * @returns {Record<string, string>}
 */
export function downloadEnv(env) {
  const { http, https, exempt } = settings(env)
  return {
    NODE_USE_SYSTEM_CA: '1',
    ...(https === null
      ? {}
      : { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: https, https_proxy: https, NO_PROXY: exempt, no_proxy: exempt }),
    ...(http === null ? {} : { HTTP_PROXY: http, http_proxy: http }),
  }
}

/**
 * The address of the proxy for a request to this address; null for none.
 * @param {string} address
 * @param {Environment} env
 * @returns {string | null}
 */
export function proxyFor(address, env) {
  const { http, https, exempt } = settings(env)
  const { protocol, hostname } = new URL(address)
  const isExempt = exempt
    .split(/[\s,]+/)
    .some((entry) => entry === '*' || (entry !== '' && `.${hostname}`.endsWith(`.${entry.replace(/^\*?\./, '')}`)))
  return isExempt ? null : protocol === 'http:' ? http : https
}

/** @param {Environment} env */
function settings(env) {
  const valueOf = (/** @type {string[]} */ ...names) =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '') ?? null
  const http = withScheme(valueOf('http_proxy', 'HTTP_PROXY', 'npm_config_proxy'))
  const https = withScheme(valueOf('https_proxy', 'HTTPS_PROXY', 'npm_config_https_proxy')) ?? http
  return { http, https, exempt: valueOf('no_proxy', 'NO_PROXY', 'npm_config_noproxy') ?? '' }
}

/** curl takes `proxy:3128`, Node does not. @param {string | null} proxy */
function withScheme(proxy) {
  return proxy === null || proxy.includes('://') ? proxy : `http://${proxy}`
}
