import { spinForm } from '#connectors/kit/spinning/spin-form.ts';

/** The Brazilian service that knows its users by a key alone. */
export const brazilianB = spinForm({ id: 'brazilian-b', label: 'Brazilian spinner B', user: null, language: 'pt' });
