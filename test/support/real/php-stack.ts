import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type Server, startServer, waitUntil } from './processes.ts';

/** One web site served by PHP. */
export interface PhpSite {
  port: number;
  documentRoot: string;
  /** Location blocks of nginx before the one for PHP. */
  locations: string;
  /** Further fastcgi_param lines. */
  params?: string;
}

/** What php is started with. */
export interface PhpOptions {
  nWorkers?: number;
  /** Command that takes mails; missing: they go nowhere. */
  sendmail?: string;
}

/** Starts php-fpm and nginx for some sites in a folder; both run as www-data and are our children. */
export async function startPhp(folder: string, sites: PhpSite[], of: PhpOptions = {}): Promise<Server[]> {
  writeFileSync(join(folder, 'php-fpm.conf'), fpmConfig(folder, of));
  writeFileSync(join(folder, 'fcgi.conf'), fastcgiConfig(folder));
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder, sites));
  const php = startServer({
    command: phpFpm(),
    args: ['-F', '-y', join(folder, 'php-fpm.conf')],
    log: join(folder, 'php-fpm.log'),
  });
  const nginx = startServer({
    command: 'nginx',
    args: ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'],
    log: join(folder, 'nginx.log'),
  });
  await Promise.all(
    sites.map((site) => waitUntil(`nginx on port ${site.port}`, () => answers(`http://127.0.0.1:${site.port}/`))),
  );
  return [nginx, php];
}

/** True when something answers there, whatever the status but 502 (php-fpm not ready). */
async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status !== 502;
  } catch {
    return false;
  }
}

function phpFpm(): string {
  const name = readdirSync('/usr/sbin').find((file) => /^php-fpm\d/.test(file));
  if (name === undefined) throw new Error('php-fpm is not installed');
  return `/usr/sbin/${name}`;
}

function fpmConfig(folder: string, { nWorkers = 8, sendmail = '/bin/true' }: PhpOptions): string {
  return `[global]
error_log=${folder}/php-fpm-error.log
[www]
user=www-data
group=www-data
listen=${folder}/php-fpm.sock
listen.owner=www-data
listen.backlog=512
pm=static
pm.max_children=${nWorkers}
php_admin_value[sendmail_path]=${sendmail}
php_admin_value[upload_max_filesize]=64M
php_admin_value[post_max_size]=64M
`;
}

/** HTTP_HOST with the port: Debian's own file drops it and WordPress then redirects pages to themselves. */
function fastcgiConfig(folder: string): string {
  return `include /etc/nginx/fastcgi_params;
fastcgi_param HTTP_HOST $http_host;
fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
fastcgi_pass unix:${folder}/php-fpm.sock;
fastcgi_buffer_size 128k; fastcgi_buffers 8 128k;
`;
}

function nginxConfig(folder: string, sites: PhpSite[]): string {
  const servers = sites.map(
    (site) => `server { listen 127.0.0.1:${site.port} backlog=512; root ${site.documentRoot}; index index.php;
${site.locations}
    location ~ \\.php$ { include ${folder}/fcgi.conf; ${site.params ?? ''} } }`,
  );
  return `user www-data; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx-error.log;
events { worker_connections 1024; }
http { include /etc/nginx/mime.types; access_log off; client_max_body_size 64m; keepalive_requests 100000;
  client_body_temp_path ${folder}/body; fastcgi_temp_path ${folder}/fastcgi; proxy_temp_path ${folder}/proxy;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${servers.join('\n')}
}
`;
}

/** A running MariaDB. */
export interface Database extends Server {
  port: number;
  execute(sql: string): void;
}

/** Starts a MariaDB with an empty data folder; durability is relaxed, as in the reference. */
export async function startMariaDb(folder: string, port: number): Promise<Database> {
  const data = join(folder, 'mysql');
  mkdirSync(data);
  run('chown', ['mysql', data]);
  const config = join(folder, 'my.cnf');
  const socket = join(data, 's.sock');
  writeFileSync(
    config,
    `[mysqld]\nuser=mysql\ndatadir=${data}/data\nsocket=${socket}\npid-file=${data}/pid\nlog-error=${data}/err.log\nport=${port}
bind-address=127.0.0.1\nskip-name-resolve\ninnodb_flush_log_at_trx_commit=2\n`,
  );
  run('mariadb-install-db', [
    `--defaults-file=${config}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const server = startServer({
    command: 'mariadbd',
    args: [`--defaults-file=${config}`],
    log: join(folder, 'mysql.log'),
  });
  const execute = (sql: string) => void run('mariadb', ['-S', socket, '-uroot', '-e', sql]);
  await waitUntil('MariaDB', () => {
    try {
      execute('SELECT 1');
      return true;
    } catch {
      return false;
    }
  });
  return { port, execute, stop: server.stop };
}
