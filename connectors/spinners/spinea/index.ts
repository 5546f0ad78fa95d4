import { spinForm } from '#connectors/kit/spinning/spin-form.ts';

/** Spinea, known by an e-mail address and a key. */
export const spinea = spinForm({ id: 'spinea', label: 'Spinea', user: 'email', language: 'en' });
