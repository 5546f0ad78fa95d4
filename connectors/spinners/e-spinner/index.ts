import { spinForm } from '#connectors/kit/spinning/spin-form.ts';

/** E-Spinner, known by an e-mail address and a key. */
export const eSpinner = spinForm({ id: 'e-spinner', label: 'E-Spinner', user: 'email', language: 'en' });
