import type { CaptchaField, CaptchaKind } from '#domain/contract/options/captcha.ts';

/** Texts of the tabs Captcha and Google Captcha. */
export const texts = {
  tabs: { image: 'Captcha', google: 'Google Captcha' } satisfies Record<CaptchaKind, string>,
  isOn: {
    image: {
      label: 'Solve captchas automatically',
      hint: 'Pictures with letters that sites show are sent to the service below, which is paid for it. Off: such a step waits for you.',
    },
    google: {
      label: 'Solve Google captchas automatically',
      hint: 'reCAPTCHA and similar widgets are sent to the service below, which is paid for it. Off: such a step waits for you.',
    },
  },
  useBackup: { label: 'Use a backup service', hint: 'It is asked when the primary one fails.' },
  service: 'Service',
  choose: 'Choose a service',
  fields: {
    captchaKey: 'Captcha key',
    username: 'Username',
    password: 'Password',
    address: 'Server address',
    key: 'Key',
  } satisfies Record<CaptchaField, string>,
  mayMoveHint: 'Needed where the settings of this server name none.',
  ocrHint: 'Such as 192.168.0.5:8080.',
  notRecommended: (provider: string) => `${provider} is not recommended for Google captcha`,
  unknown: 'Failed to check balance. Unknown error',
} as const;
