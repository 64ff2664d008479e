import { describe, expect, it } from 'vitest'
import { ConfigError } from './config.ts'
import { configWarnings } from './config-warnings.ts'
import { readConfig } from './read-config.ts'

describe('configuration (ruling 3)', () => {
  it('requires nothing: everything runs embedded, with demo data', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      internal: null,
      drainSeconds: 0,
      databaseConnections: 20,
      databaseUrl: null,
      replica: null,
      dataFolder: './data',
      backup: { folder: null, everyMinutes: 60, key: null },
      publicUrl: null,
      smtp: null,
      twilio: null,
      s3: null,
      fuelCardBucket: null,
      fleetStorageBytes: 50e9,
      braintree: null,
      geotab: null,
      recalls: 'sample',
      brandsFolder: null,
      errorReportUrl: null,
      flagService: null,
      partners: [],
      recaptcha: null,
      logLevel: 'info',
      tracing: null,
      trustProxy: null,
      shopSeconds: 12,
      demo: true,
      exposeMailbox: false,
      hasCatalog: true,
    })
  })

  it('lists every invalid variable, one line each', () => {
    const wrong = {
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      PUBLIC_URL: 'wheelbook.example',
      SMTP_URL: 'http://x',
      ERROR_REPORT_URL: 'reports.example',
      LOG_LEVEL: 'loud',
      DEMO: 'perhaps',
    }
    const read = () => readConfig(wrong)
    expect(read).toThrow(ConfigError)
    let lines: string[] = []
    try {
      read()
    } catch (error) {
      lines = (error as Error).message.split('\n')
    }
    expect(lines).toHaveLength(7)
    for (const name of Object.keys(wrong)) expect(lines.join('\n')).toContain(`${name} must be`)
    expect(lines.join('\n')).not.toContain('Invalid input')
  })

  it('names the range of a number that is outside of it', () => {
    for (const [name, value, expected] of [
      ['DATABASE_CONNECTIONS', '1', 'a whole number from 2 to 500'],
      ['DATABASE_CONNECTIONS', '1000', 'a whole number from 2 to 500'],
      ['DATABASE_CONNECTIONS', '2.5', 'a whole number from 2 to 500'],
      ['FLEET_STORAGE_GB', '0', 'a number above 0'],
      ['DRAIN_SECONDS', '99999', 'a number of seconds from 0 to 300'],
      ['BACKUP_EVERY', '1', 'a number of minutes from 5 to 10080'],
      ['BACKUP_EVERY', 'often', 'a number of minutes from 5 to 10080'],
      ['DATABASE_REPLICA_MAX_LAG', '0', 'a number of seconds from 0.1 to 3600'],
      ['DEMO_SHOP_SECONDS', '-1', 'a number of seconds from 0 to 86400'],
    ] as const)
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be ${expected}.`)
  })

  it('rejects a sender without an address and a public address with a path', () => {
    const mail = { SMTP_URL: 'smtp://mail.example' }
    expect(() => readConfig({ ...mail, MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM must be an email address')
    for (const sender of ['a@b.example', 'Wheelbook <a@b.example>'])
      expect(readConfig({ ...mail, MAIL_FROM: `${sender} ` }).smtp?.from).toBe(sender)
    expect(readConfig({ PUBLIC_URL: 'https://fleet.example\r' }).publicUrl).toBe('https://fleet.example')
    for (const address of [
      'https://fleet.example/app',
      'https://fleet.example/?a',
      'https://fleet.example/#a',
    ])
      expect(() => readConfig({ PUBLIC_URL: address })).toThrow('PUBLIC_URL must be')
  })

  it('warns of variables that have no effect', () => {
    const warnings = (variables: Record<string, string>) => configWarnings(readConfig(variables), variables)
    for (const [name, other, value = 'a'] of [
      ['S3_REGION', 'S3_BUCKET'],
      ['S3_ENDPOINT', 'S3_BUCKET'],
      ['FUEL_CARD_S3_REGION', 'FUEL_CARD_S3_BUCKET'],
      ['OFREP_TOKEN', 'OFREP_ENDPOINT'],
      ['BRAINTREE_MERCHANT_ACCOUNT_USD', 'BRAINTREE_MERCHANT_ID'],
      ['BRAINTREE_MERCHANT_ACCOUNT_CAD', 'BRAINTREE_MERCHANT_ID'],
      ['MAIL_FROM', 'SMTP_URL', 'a@b.example'],
      ['METRICS_HOST', 'METRICS_PORT'],
    ] as [string, string, string?][])
      expect(warnings({ [name]: value })).toEqual([`${name} has no effect without ${other}.`])
    expect(warnings({ S3_REGION: 'r', S3_BUCKET: 'b' })).toEqual([])
    // `npm run backup -- --folder` uses it too.
    expect(warnings({ BACKUP_KEY: 'a key of at least thirty-two characters' })).toEqual([])
    expect(warnings({ RECALLS: 'sample', DEMO: 'false' })).toEqual([
      expect.stringMatching(/^RECALLS=sample shows invented recalls/),
    ])
    expect(warnings({ RECALLS: 'sample' })).toEqual([])
  })

  it('reports variables that must be set together', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow(
      'MAIL_FROM must be set when SMTP_URL is.',
    )
    expect(() => readConfig({ S3_BUCKET: 'b' })).toThrow('S3_REGION')
    expect(() => readConfig({ S3_ACCESS_KEY_ID: 'k' })).toThrow('set together')
    expect(() => readConfig({ GEOTAB_USERNAME: 'u' })).toThrow(
      'GEOTAB_USERNAME and GEOTAB_PASSWORD must be set together.',
    )
  })

  it('runs without demo data and mailbox when SMTP or a public URL is set', () => {
    expect(readConfig({ PUBLIC_URL: 'https://fleet.example/' })).toMatchObject({
      demo: false,
      publicUrl: 'https://fleet.example',
    })
    expect(readConfig({ SMTP_URL: 'smtp://m.example', MAIL_FROM: 'a@b.example' })).toMatchObject({
      demo: false,
      recalls: 'off',
    })
    expect(readConfig({ PUBLIC_URL: 'https://fleet.example', DEMO: 'true' }).demo).toBe(true)
  })

  it('accepts a number of proxies or their addresses, and explains in one line what to write otherwise', () => {
    expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
    expect(readConfig({ TRUST_PROXY: '10.0.0.1,10.1.0.0/16' }).trustProxy).toEqual([
      '10.0.0.1',
      '10.1.0.0/16',
    ])
    for (const wrong of ['true', 'yes', '0', '-1', 'proxy.example'])
      expect(() => readConfig({ TRUST_PROXY: wrong })).toThrow(
        /^TRUST_PROXY must be the number of proxies in front \('1'\), or their addresses \('[^\n]+'\)\.$/,
      )
  })

  it('warns in one line when PUBLIC_URL is https and TRUST_PROXY is not set', () => {
    const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'fleet@fleet.example' }
    const warnings = (variables: Record<string, string>) =>
      configWarnings(readConfig({ ...mail, ...variables }), variables)
    expect(warnings({ PUBLIC_URL: 'https://fleet.example' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL is https but TRUST_PROXY is not set: [^\n]+$/),
    ])
    expect(warnings({ PUBLIC_URL: 'https://fleet.example', TRUST_PROXY: '1' })).toEqual([])
    expect(warnings({ PUBLIC_URL: 'https://fleet.example', TRUST_PROXY: 'false' })).toEqual([])
    expect(warnings({ PUBLIC_URL: 'http://fleet.example' })).toEqual([])
    expect(warnings({})).toEqual([])
  })

  it('warns when no user could receive a code', () => {
    const warnings = (variables: Record<string, string>) => configWarnings(readConfig(variables), variables)
    expect(warnings({ PUBLIC_URL: 'http://fleet.example', DEMO: 'false' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL is set but SMTP_URL is not: [^\n]+$/),
    ])
    const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'fleet@fleet.example' }
    expect(warnings({ PUBLIC_URL: 'http://fleet.example', DEMO: 'false', ...mail })).toEqual([])
    expect(warnings({ DEMO: 'false' })).toEqual([])
  })

  it('warns when a demo is reachable from other machines, and when its mailbox is public', () => {
    const warnings = (variables: Record<string, string>) => configWarnings(readConfig(variables), variables)
    for (const reachable of [
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '192.168.1.5' },
      { TRUST_PROXY: '1' },
      {
        PUBLIC_URL: 'http://demo.example',
        DEMO: 'true',
        SMTP_URL: 'smtp://mail.example',
        MAIL_FROM: 'demo@demo.example',
      },
    ] as Record<string, string>[])
      expect(warnings(reachable), JSON.stringify(reachable)).toEqual([
        expect.stringContaining('the password of its accounts is public'),
      ])
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(warnings({ HOST })).toEqual([])
    expect(warnings({ HOST: '0.0.0.0', DEMO: 'false' })).toEqual([])
    expect(warnings({ EXPOSE_DEMO_MAILBOX: 'true' })).toEqual([
      expect.stringMatching(/^EXPOSE_DEMO_MAILBOX is on: [^\n]+$/),
    ])
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
  })
})
