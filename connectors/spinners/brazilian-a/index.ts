import { spinForm } from '#connectors/kit/spinning/spin-form.ts';

/** The Brazilian service that knows its users by name and key. */
export const brazilianA = spinForm({
  id: 'brazilian-a',
  label: 'Brazilian spinner A',
  user: 'username',
  language: 'pt',
});
