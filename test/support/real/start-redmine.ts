import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort, freshFolder, run, startServer, stopAll, waitUntil } from './processes.ts';
import type { RealServer } from './start.ts';

/** Debian packages of it. */
export const redminePackages = ['redmine', 'redmine-sqlite', 'ruby-webrick'];

/** A running Redmine. */
export interface RealRedmine extends RealServer {
  /** Changes one of its settings while it runs, as its administration does. */
  set(name: 'text_formatting' | 'rest_api_enabled', value: string): void;
}

/**
 * Starts Redmine (Debian's package) on a copy of its own, with a project that has a wiki and news, and a member of it
 * whose API access key is the password; profiles have a text and a web address (reference/real-servers.md, section 5).
 * Its own server is WEBrick, which Debian leaves out of the bundle: hence RUBYLIB.
 */
export async function startRedmine(): Promise<RealRedmine> {
  const folder = freshFolder('redmine');
  const [app, instance] = [join(folder, 'app'), join(folder, 'app/instances/default')];
  const keep = (path: string) => !/\/(?:instances|Gemfile\.lock|config\/database\.yml)$/.test(path);
  cpSync('/usr/share/redmine', app, { recursive: true, filter: keep });
  for (const name of ['config', 'files', 'log', 'tmp/cache', 'tmp/pids'])
    mkdirSync(join(instance, name), { recursive: true });
  mkdirSync(join(app, 'tmp/pids'), { recursive: true });
  const database = `production:\n  adapter: sqlite3\n  database: ${join(folder, 'redmine.db')}\n  timeout: 20000\n`;
  for (const path of [join(app, 'config'), join(instance, 'config')])
    writeFileSync(join(path, 'database.yml'), database);
  writeFileSync(join(instance, 'config/secret_key.txt'), 'test-only '.repeat(8));
  const webrick = dirname(run('sh', ['-c', "dpkg -L ruby-webrick | grep '/webrick.rb$'"]).trim());
  const env = [`HOME=${folder}`, 'RAILS_ENV=production', 'REDMINE_LANG=en', `RUBYLIB=${webrick}`];
  const asUser = ['--reuid', 'www-data', '--regid', 'www-data', '--init-groups', 'env', '-C', app, ...env, 'ruby'];
  run('chown', ['-R', 'www-data', folder]);
  const port = await freePort();
  const script = join(folder, 'set-up.rb');
  writeFileSync(script, setUp(port));
  const rails = join(app, 'bin/rails');
  const key =
    run('setpriv', [...asUser, rails, 'runner', script])
      .trim()
      .split('\n')
      .at(-1) ?? '';
  const args = [...asUser, rails, 'server', '-u', 'webrick', '-b', '127.0.0.1', '-p', String(port)];
  const server = startServer({ command: 'setpriv', args, log: join(folder, 'server.log') });
  const url = `http://127.0.0.1:${port}/projects/notes`;
  const answers = async () => (await fetch(url)).ok;
  await waitUntil('Redmine', () => answers().catch(() => false), 120_000);
  return {
    ...{ url, username: 'writer', password: key, stop: () => stopAll([server], folder) },
    set(name, value) {
      const store = new DatabaseSync(join(folder, 'redmine.db'), { timeout: 20_000 });
      // It reads its settings anew once one is younger than what it read (app/models/setting.rb, check_cache).
      const now = new Date(Date.now() + 1_000).toISOString().replace('T', ' ').slice(0, 19);
      store.prepare('UPDATE settings SET value = ?, updated_on = ? WHERE name = ?').run(value, now, name);
      store.close();
    },
  };
}

const setUp = (port: number) => `
ActiveRecord::Migration.verbose = false; ActiveRecord::Base.connection.migration_context.migrate; ActiveRecord::Base.descendants.each(&:reset_column_information)
Setting.rest_api_enabled = '1'; Setting.host_name = '127.0.0.1:${port}'; Setting.text_formatting = 'textile'
role = Role.new(name: 'Author', permissions: [:view_wiki_pages, :view_wiki_edits, :edit_wiki_pages, :delete_wiki_pages, :view_news, :manage_news])
role.save!
[Role.anonymous, Role.non_member].each { |one| one.add_permission!(:view_wiki_pages, :view_news) }
user = User.new(firstname: 'Ann', lastname: 'Writer', mail: 'writer@mail.test', language: 'en')
user.login = 'writer'; user.mail_notification = 'none'; user.password = user.password_confirmation = 'writer-pw-1'; user.save!
project = Project.new(name: 'Notes', identifier: 'notes', is_public: true)
project.enabled_module_names = %w(wiki news); project.save!
Member.create!(project: project, principal: user, roles: [role])
UserCustomField.create!(name: 'About me', field_format: 'text', text_formatting: 'full', visible: true, editable: true)
UserCustomField.create!(name: 'Website', field_format: 'link', visible: true, editable: true)
puts user.reload.api_key
`;
