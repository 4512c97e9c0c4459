// Variables that hold secrets, and those that every environment has.
import { expect, test } from 'bun:test'
import { secretVariables } from './secret-variables.ts'

const SECRET = `GITHUB_TOKEN GH_TOKEN NPM_TOKEN NODE_AUTH_TOKEN CARGO_REGISTRY_TOKEN TWINE_PASSWORD AWS_ACCESS_KEY_ID
  AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_PROFILE AWS_CONTAINER_CREDENTIALS_RELATIVE_URI AZURE_CLIENT_SECRET
  AZURE_CREDENTIALS GOOGLE_APPLICATION_CREDENTIALS GCP_SA_KEY OPENAI_API_KEY SENTRY_DSN SENTRY_AUTH_TOKEN SLACK_WEBHOOK_URL
  DOCKER_PASSWORD CODECOV_TOKEN SSH_PRIVATE_KEY DEPLOY_KEY GPG_PRIVATE_KEY GPG_PASSPHRASE MY_SECRET APP_SECRETS
  ACTIONS_ID_TOKEN_REQUEST_TOKEN ACTIONS_RUNTIME_TOKEN CI_JOB_TOKEN COMPOSER_AUTH DB_PASS PGPASSWORD MYSQL_PWD GH_PAT
  npm_config__auth ci_secret SIGNING_KEY_BASE64`.split(/\s+/)

/** As runners of GitHub, container images and desktops set them. */
const HARMLESS: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin',
  PWD: '/home/runner/work/hello/hello',
  OLDPWD: '/home/runner',
  HOME: '/home/runner',
  CI: 'true',
  GITHUB_SHA: 'ffac537e6cbbf934b08745a378932722df287a53',
  GITHUB_WORKFLOW_SHA: 'ffac537e6cbbf934b08745a378932722df287a53',
  GITHUB_OUTPUT: '/home/runner/work/_temp/_runner_file_commands/set_output_87406d6e-4979-4d42-98e1-3dab1f48b13a',
  GITHUB_SERVER_URL: 'https://github.com',
  RUNNER_TRACKING_ID: 'github_3b9d0e5c-7a3c-4d5f-9f60-0f4e1f7d5a11',
  MEMORY_PRESSURE_WRITE: 'c29tZSAyMDAwMDAgMjAwMDAwMAA=',
  INVOCATION_ID: 'bf6ea8c3a7b1466c8fc0b2a5e01bd0e6',
  AZURE_EXTENSION_DIR: '/opt/az/azcliextensions',
  AWS_REGION: 'eu-west-1',
  AWS_DEFAULT_REGION: 'eu-west-1',
  GPG_KEY: '7169605F62C751356D054A26A821E680E5FA6305',
  SSH_AUTH_SOCK: '/tmp/ssh-XXXX/agent.1234',
  XAUTHORITY: '/run/user/1000/gdm/Xauthority',
  DESKTOP_SESSION: 'ubuntu',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
  GNOME_KEYRING_CONTROL: '/run/user/1000/keyring',
  TERM_SESSION_ID: 'w0t0p0:3F2504E0-4F89-11D3-9A0C-0305E82C3301',
  KITTY_PUBLIC_KEY: '1:abcdef',
  KEYTIMEOUT: '1',
  LS_COLORS: 'rs=0:di=01;34:ln=01;36',
  NODE_AUTH_TOKEN: 'XXXXX-XXXXX-XXXXX-XXXXX',
  FULLSTOP_TRUST: '79d1e87af0848866686475ede690c9b6',
}

test('names that mean a secret, whatever the value', () => {
  expect(SECRET.filter((name) => secretVariables({ [name]: 'x' }).length === 0)).toEqual([])
})

test('what every job and desktop has is no secret', () => {
  expect(secretVariables(HARMLESS)).toEqual([])
})

test('a variable without a value holds nothing; one with a password in an address does', () => {
  expect(secretVariables({ NPM_TOKEN: '', GITHUB_TOKEN: ' ', OTHER: undefined })).toEqual([])
  expect(secretVariables({ DATABASE_URL: 'postgres://ada:hunter2@db/shop', Z_TOKEN: 'x', A: 'x' })).toEqual([
    'DATABASE_URL',
    'Z_TOKEN',
  ])
})
