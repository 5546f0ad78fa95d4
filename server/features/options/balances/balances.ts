import { sql } from 'kysely';
import { asConnectorError, NeedsOperator } from '#connectors/kit/errors.ts';
import {
  type BalanceDay,
  type BalanceState,
  balanceDays,
  lowBelow,
  type ServiceBalance,
} from '#domain/contract/balances.ts';
import { topics } from '#domain/contract/live.ts';
import { storableText } from '#domain/rules/storable-text.ts';
import type { App } from '../../../app.ts';
import type { Queryable, Tx } from '../../../db/store.ts';
import type { TaskRoom } from '../../../engine/tasks/task-room.ts';
import type { Note } from '../../../live/commit.ts';
import { maskSecrets } from '../../../outside/mask-secrets.ts';
import { keyOf, loginOf, type SetUpService, setUpServices } from './set-up-logins.ts';

/** A service gives up its answer after so many seconds. */
const longestAskS = 15;

interface Told {
  service: string;
  login: string;
  state: BalanceState;
  amount: number | null;
  unit: ServiceBalance['unit'];
  detail: string;
  asked_at: Date;
  days: BalanceDay[] | null;
}

/** The last word of each service, and what it told over the days. */
async function readTold(db: Queryable): Promise<Map<string, Told>> {
  const { rows } = await sql<Told>`
    with days as (
      select distinct on (service, login, day) service, login, (asked_at at time zone 'UTC')::date as day, amount
      from service_balances where amount is not null and asked_at > now() - make_interval(days => ${balanceDays})
      order by service, login, day, asked_at desc
    )
    select distinct on (b.service, b.login) b.*, (
      select json_agg(json_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'amount', d.amount) order by d.day)
      from days d where d.service = b.service and d.login = b.login) as days
    from service_balances b order by b.service, b.login, b.asked_at desc`.execute(db);
  return new Map(rows.map((row) => [`${row.service} ${row.login}`, row]));
}

/** Every service that is set up, with what it said last. */
export async function listBalances(app: App): Promise<ServiceBalance[]> {
  const services = await setUpServices(app, AbortSignal.timeout(longestAskS * 1_000));
  const told = await readTold(app.store.db);
  const counted = new Map<string, number>();
  return services.map((one) => {
    const { label } = one.service;
    const nth = (counted.get(label) ?? 0) + 1;
    counted.set(label, nth);
    return toBalance(one, nth === 1 ? label : `${label} (login ${nth})`, told.get(keyOf(one)));
  });
}

function toBalance(one: SetUpService, label: string, told: Told | undefined): ServiceBalance {
  const { state = null, amount = null, unit = null, detail = '', asked_at, days } = told ?? {};
  return {
    ...{ key: keyOf(one), family: one.family, label, state, amount, unit, detail },
    askedAt: asked_at?.toISOString() ?? null,
    isLow: state === 'REFUSED' || (amount !== null && amount < lowBelow),
    days: days ?? [],
  };
}

const checkLock = 728_346_140;

/** Has every service asked; while that is under way nothing more is asked for. */
export async function startCheck(tx: Tx, note: Note, tasks: TaskRoom): Promise<void> {
  await sql`select pg_advisory_xact_lock(${checkLock})`.execute(tx);
  if (await isChecking(tx, tasks)) return;
  await tasks.add(tx, note, 'checkBalances', 'Asking services for their balances', {});
  note(topics.balances, { action: 'balancesChanged', isChecking: true });
}

/** True while services are asked. */
export async function isChecking(db: Queryable, tasks: TaskRoom): Promise<boolean> {
  return (await tasks.openPayloads(db, 'checkBalances')).length > 0;
}

/** Asks a service what is left on its login, and keeps what it says. */
export async function askBalance(app: App, one: SetUpService): Promise<void> {
  const { state, amount, unit, detail } = await ask(one);
  await sql`insert into service_balances (service, login, state, amount, unit, detail)
    values (${one.service.id}, ${loginOf(one)}, ${state}, ${amount}, ${unit},
      ${storableText(maskSecrets(detail, one.secrets)).slice(0, 500)})
    on conflict do nothing`.execute(app.store.db);
}

async function ask({ service, job }: SetUpService) {
  try {
    const { balance, detail, cannotTell } = await service.check(job);
    // Services without a question for their login: nothing was found out, and that is no fault.
    const state: BalanceState = cannotTell ? 'FAILED' : 'VALID';
    return { state, amount: balance?.amount ?? null, unit: balance?.unit ?? null, detail };
  } catch (error) {
    const known = asConnectorError(error);
    if (!known) throw error;
    const isRefused = known instanceof NeedsOperator && known.ask === 'credentials';
    return {
      state: isRefused ? ('REFUSED' as const) : ('FAILED' as const),
      amount: null,
      unit: null,
      detail: known.message,
    };
  }
}

/** Forgets what is older than is shown. */
export async function forgetOldBalances(db: Queryable): Promise<void> {
  await sql`delete from service_balances where asked_at < now() - make_interval(days => ${balanceDays + 1})`.execute(
    db,
  );
}

/** Hours after which services are asked by themselves. */
const everyHours = 12;

/** True when nobody was asked for long. */
export async function areBalancesOld(db: Queryable): Promise<boolean> {
  const { rows } = await sql`
    select from service_balances where asked_at > now() - make_interval(hours => ${everyHours}) limit 1`.execute(db);
  return rows.length === 0;
}
