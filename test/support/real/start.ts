import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PhpOptions, startMariaDb, startPhp } from './php-stack.ts';
import { freePort, freshFolder, run, type Server, startServer, stopAll, waitUntil } from './processes.ts';

/** A real site with a login for the connector. */
export interface RealSite {
  url: string;
  username: string;
  /** What the connector's password field takes: application password, wiki password, API secret. */
  password: string;
}

/** Real sites that run until stopped. */
export interface RealServer extends RealSite {
  stop(): Promise<void>;
}

/** WordPress blogs; the first one's fields stand at the top. */
export interface RealWordPress extends RealServer {
  blogs: (RealSite & { author: RealSite })[];
}

/** Starts `count` WordPress blogs (Debian's package) on nginx, php-fpm and MariaDB; every second one has plain permalinks. */
export async function startWordPress(
  count = 1,
  { sendmail, theme = '' }: Pick<PhpOptions, 'sendmail'> & { theme?: string } = {},
): Promise<RealWordPress> {
  const folder = freshFolder('wordpress');
  const database = await startMariaDb(folder, await freePort());
  database.execute(
    `CREATE DATABASE wp; CREATE USER wp@127.0.0.1 IDENTIFIED BY 'wp-secret'; GRANT ALL ON wp.* TO wp@127.0.0.1`,
  );
  const ports: number[] = [];
  for (let at = 0; at < count; at += 1) ports.push(await freePort());
  for (const port of ports) writeFileSync(configFile(port), wordPressConfig(port, database.port));
  const locations = `location /wp-content/ { alias /var/lib/wordpress/wp-content/; }
    location / { try_files $uri $uri/ /index.php?$args; }`;
  const sites = ports.map((port) => ({
    port,
    documentRoot: '/usr/share/wordpress',
    locations,
    params: `fastcgi_param WORDPRESS_CONFIG lw-${port};`,
  }));
  const servers = [...(await startPhp(folder, sites, sendmail ? { sendmail } : {})), database];
  writeFileSync(join(folder, 'set-up.php'), wordPressSetUp);
  const blogs: RealWordPress['blogs'] = [];
  for (const [at, port] of ports.entries())
    blogs.push(await installBlog({ port, folder, permalinks: at % 2 === 1 ? '' : '/%postname%/', theme }));
  const stop = async () => {
    await stopAll(servers, folder);
    for (const port of ports) rmSync(configFile(port), { force: true });
  };
  return { ...(blogs[0] as RealSite), blogs, stop };
}

function configFile(port: number): string {
  return `/etc/wordpress/config-lw-${port}.php`;
}

function wordPressConfig(port: number, databasePort: number): string {
  const url = `http://127.0.0.1:${port}`;
  return `<?php
define('DB_NAME','wp'); define('DB_USER','wp'); define('DB_PASSWORD','wp-secret'); define('DB_HOST','127.0.0.1:${databasePort}');
define('DB_CHARSET','utf8mb4'); $table_prefix = 'b${port}_'; define('WP_HOME','${url}'); define('WP_SITEURL','${url}');
define('WP_ENVIRONMENT_TYPE','local'); define('WP_HTTP_BLOCK_EXTERNAL',true); define('DISABLE_WP_CRON',true);
foreach (['AUTH_KEY','SECURE_AUTH_KEY','LOGGED_IN_KEY','NONCE_KEY','AUTH_SALT','SECURE_AUTH_SALT','LOGGED_IN_SALT','NONCE_SALT'] as $k)
  define($k, hash('sha256','test-only '.$k));
`;
}

/** Permalinks, no avatars from outside, an author, and an application password for each of the two users. */
const wordPressSetUp = `<?php
$_SERVER=['HTTP_HOST'=>$argv[1],'SERVER_NAME'=>'127.0.0.1','REQUEST_METHOD'=>'GET','REQUEST_URI'=>'/','REMOTE_ADDR'=>'127.0.0.1',
  'WORDPRESS_CONFIG'=>$argv[2]]+$_SERVER;
require '/usr/share/wordpress/wp-load.php'; global $wp_rewrite;
$wp_rewrite->set_permalink_structure($argv[3]); flush_rewrite_rules(false); update_option('show_avatars',0);
if ($argv[4]) switch_theme($argv[4]); update_option('users_can_register',1); update_option('default_role','author');
wp_insert_user(['user_login'=>'author','user_pass'=>'author-pw','user_email'=>'author@mail.test','role'=>'author']);
$out=[]; foreach (['admin','author'] as $login)
  $out[$login]=WP_Application_Passwords::create_new_application_password(get_user_by('login',$login)->ID,['name'=>'linkwright'])[0];
echo json_encode($out);
`;

interface BlogWish {
  port: number;
  folder: string;
  permalinks: string;
  /** '' for the usual one. */
  theme: string;
}

async function installBlog({ port, folder, permalinks, theme }: BlogWish): Promise<RealWordPress['blogs'][number]> {
  const url = `http://127.0.0.1:${port}`;
  const form = {
    weblog_title: 'Real Blog',
    user_name: 'admin',
    admin_password: 'admin-pw',
    admin_password2: 'admin-pw',
  };
  const body = new URLSearchParams({ ...form, pw_weak: '1', admin_email: 'user1@mail.test', blog_public: '1' });
  const answer = await fetch(`${url}/wp-admin/install.php?step=2`, { method: 'POST', body });
  const page = await answer.text();
  if (!page.includes('<h1>Success')) throw new Error(`WordPress was not installed: ${page.slice(0, 300)}`);
  const printed = run('php', [join(folder, 'set-up.php'), `127.0.0.1:${port}`, `lw-${port}`, permalinks, theme]);
  const passwords = JSON.parse(printed.slice(printed.lastIndexOf('{'))) as { admin: string; author: string };
  const author = { url, username: 'author', password: passwords.author };
  return { url, username: 'admin', password: passwords.admin, author };
}

/** A wiki; `botPassword` logs in by action=login, the plain password by clientlogin. */
export interface RealMediaWiki extends RealServer {
  bot: RealSite;
}

/** Starts MediaWiki (Debian's package) on SQLite with one writer. `extra` is added to LocalSettings.php. */
export async function startMediaWiki(extra = ''): Promise<RealMediaWiki> {
  const folder = freshFolder('mediawiki');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = installWiki(folder, url, extra);
  const bot = addWikiUsers(settings);
  run('chown', ['-R', 'www-data', join(folder, 'wiki')]);
  const site = {
    port,
    documentRoot: '/usr/share/mediawiki',
    locations: `location /images/ { alias ${folder}/wiki/images/; }
    location / { try_files $uri $uri/ /index.php?title=$uri&$args; }`,
    params: `fastcgi_param MW_CONFIG_FILE ${settings};`,
  };
  const servers = await startPhp(folder, [site]);
  const stop = () => stopAll(servers, folder);
  return { url, username: 'Writer1', password: 'Writer-pw-123', bot: { url, ...bot }, stop };
}

const wikiScripts = '/usr/share/mediawiki/maintenance';

/** Runs the installer and gives back the settings file. */
function installWiki(folder: string, url: string, extra: string): string {
  for (const name of ['wiki', 'wiki/data', 'wiki/images']) mkdirSync(join(folder, name));
  const store = `--dbtype sqlite --dbname wiki --dbpath ${folder}/wiki/data`;
  const options = `${store} --server ${url} --confpath ${folder}/wiki --pass admin-Pw-long1 --lang en TestWiki Admin`;
  run('php', [`${wikiScripts}/install.php`, '--scriptpath', '', ...options.split(' ')]);
  const settings = join(folder, 'wiki', 'LocalSettings.php');
  const limits =
    '$wgRateLimits = []; $wgAccountCreationThrottle = []; $wgPasswordAttemptThrottle = []; $wgJobRunRate = 0;';
  const uploads = `$wgUploadDirectory = '${folder}/wiki/images'; $wgUploadPath = '/images';`;
  writeFileSync(
    settings,
    `${readFileSync(settings, 'utf8')}\n${limits} ${uploads} $wgMainCacheType = CACHE_ACCEL; ${extra}\n`,
  );
  return settings;
}

function addWikiUsers(settings: string): { username: string; password: string } {
  const env = { MW_CONFIG_FILE: settings };
  run('php', [`${wikiScripts}/createAndPromote.php`, 'Writer1', 'Writer-pw-123'], env);
  const options = '--appid tool --grants basic,editpage,createeditmovepage Writer1'.split(' ');
  const printed = run('php', [`${wikiScripts}/createBotPassword.php`, ...options], env);
  const [username = '', password = ''] = /username:'([^']+)' and password:'([^']+)'/.exec(printed)?.slice(1) ?? [];
  return { username, password };
}

/** Starts Shaarli (Debian's package, copied because its data folder is written into its code). */
export async function startShaarli(): Promise<RealServer> {
  const folder = freshFolder('shaarli');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const app = join(folder, 'app');
  cpSync('/usr/share/shaarli', app, { recursive: true, dereference: false, verbatimSymlinks: true });
  for (const name of ['data', 'cache']) mkdirSync(join(folder, name));
  rmSync(join(app, 'cache'), { force: true });
  run('bash', [
    '-c',
    `grep -rlE '/usr/share/shaarli|/var/(lib/shaarli/data|cache/shaarli)' ${app} --include=*.php | xargs sed -i -e 's#/usr/share/shaarli#${app}#g' -e 's#/var/lib/shaarli/data#${folder}/data#g' -e 's#/var/cache/shaarli#${folder}/cache#g'`,
  ]);
  run('chown', ['-R', 'www-data', folder]);
  const locations = `location / { try_files $uri /index.php$is_args$args; }`;
  const servers = await startPhp(folder, [{ port, documentRoot: app, locations }]);
  const form = {
    setlogin: 'admin',
    setpassword: 'admin-pw',
    continent: 'UTC',
    city: 'UTC',
    title: 'Links',
    enableApi: 'on',
  };
  await fetch(`${url}/install`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const secret = /"secret": "([^"]+)/.exec(readFileSync(join(folder, 'data/config.json.php'), 'utf8'))?.[1];
  if (secret === undefined) throw new Error('Shaarli was not installed');
  return { url, username: 'admin', password: secret, stop: () => stopAll(servers, folder) };
}

/** A running PostgreSQL. */
export interface RealPostgres extends Server {
  databaseUrl: string;
}

/** Starts Debian's PostgreSQL as user postgres on a fresh folder, trust on loopback, with an empty database. */
export async function startPostgres(): Promise<RealPostgres> {
  const folder = freshFolder('postgres');
  const port = await freePort();
  const data = join(folder, 'data');
  mkdirSync(data);
  run('chown', ['-R', 'postgres', folder]);
  const bin = run('bash', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1']).trim();
  run('runuser', [
    '-u',
    'postgres',
    '--',
    `${bin}/initdb`,
    '-D',
    data,
    '-U',
    'linkwright',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const server = startServer({ command: `${bin}/postgres`, args, log: join(folder, 'log'), user: 'postgres' });
  const client = ['-h', '127.0.0.1', '-p', String(port), '-U', 'linkwright'];
  await waitUntil('PostgreSQL', () => {
    try {
      run(`${bin}/pg_isready`, client);
      return true;
    } catch {
      return false;
    }
  });
  run(`${bin}/createdb`, [...client, 'linkwright']);
  return { databaseUrl: `postgres://linkwright@127.0.0.1:${port}/linkwright`, stop: () => stopAll([server], folder) };
}
