package manifest

import (
	"slices"
	"strings"
)

// Engine is a database, by the name that people know it by.
type Engine string

// The engines. MariaDB speaks MySQL's protocol and takes its drivers. SQLite
// serves beside the others, so that its drivers speak against none of them, and
// only some ecosystems need one: see [Ecosystem.BringsSQLite].
const (
	Postgres  Engine = "PostgreSQL"
	MySQL     Engine = "MySQL"
	MongoDB   Engine = "MongoDB"
	SQLServer Engine = "SQL Server"
	Oracle    Engine = "Oracle"
	SQLite    Engine = "SQLite"
)

// Driver is a dependency that speaks to an engine.
type Driver struct {
	Engine     Engine // "" if it may speak to any
	Dependency Dependency
	File       *File
}

// Drivers are those that the manifests name, in order.
func (s Set) Drivers() []Driver {
	tables := make(map[Ecosystem]map[string]Engine)
	for e, lists := range driverNames() {
		tables[e] = make(map[string]Engine)
		for engine, names := range lists {
			for name := range strings.FieldsSeq(names) {
				tables[e][name] = engine
			}
		}
	}
	var out []Driver
	for i := range s.Files {
		f := &s.Files[i]
		for _, d := range f.Dependencies {
			if engine, ok := tables[f.Ecosystem][f.Ecosystem.stem(d.Name)]; ok {
				out = append(out, Driver{engine, d, f})
			}
		}
	}
	return out
}

// BringsSQLite reports whether programs may use SQLite without a package that
// their manifest names: the standard library or the platform brings it.
func (e Ecosystem) BringsSQLite() bool {
	switch e {
	case Go, Rust, Ruby, DotNet:
		return false
	}
	return true
}

// stem is a package's name without what tells its major version or its parts.
func (e Ecosystem) stem(name string) string {
	if e != Go {
		return name
	}
	parts := strings.Split(name, "/")
	if i := slices.IndexFunc(parts, func(p string) bool { return len(p) > 1 && p[0] == 'v' && strings.Trim(p[1:], "0123456789") == "" }); i > 0 {
		parts = parts[:i]
	}
	return strings.Join(parts, "/")
}

// driverNames are the packages that speak to one engine, by ecosystem. Under
// no engine stand those that speak to whichever one their settings name.
func driverNames() map[Ecosystem]map[Engine]string {
	return map[Ecosystem]map[Engine]string{
		Go: {
			Postgres: "github.com/lib/pq github.com/jackc/pgx github.com/go-pg/pg gorm.io/driver/postgres github.com/uptrace/bun/driver/pgdriver " +
				"github.com/uptrace/bun/dialect/pgdialect github.com/jackc/pgconn github.com/jackc/pgtype",
			MySQL:     "github.com/go-sql-driver/mysql gorm.io/driver/mysql github.com/go-mysql-org/go-mysql github.com/uptrace/bun/dialect/mysqldialect",
			MongoDB:   "go.mongodb.org/mongo-driver github.com/globalsign/mgo gopkg.in/mgo.v2 github.com/qiniu/qmgo",
			SQLServer: "github.com/microsoft/go-mssqldb github.com/denisenkom/go-mssqldb gorm.io/driver/sqlserver",
			Oracle:    "github.com/godror/godror github.com/sijms/go-ora",
			SQLite: "github.com/mattn/go-sqlite3 modernc.org/sqlite gorm.io/driver/sqlite github.com/glebarez/sqlite github.com/glebarez/go-sqlite " +
				"github.com/ncruces/go-sqlite3 zombiezen.com/go/sqlite crawshaw.io/sqlite github.com/uptrace/bun/driver/sqliteshim " +
				"github.com/uptrace/bun/dialect/sqlitedialect github.com/tursodatabase/go-libsql github.com/tursodatabase/libsql-client-go",
			"": "github.com/alexbrainman/odbc github.com/xo/dburl github.com/xo/usql",
		},
		Node: {
			Postgres: "pg postgres pg-promise pg-native pg-pool @neondatabase/serverless @vercel/postgres postgres.js slonik @databases/pg @prisma/adapter-pg " +
				"@electric-sql/pglite @mikro-orm/postgresql @fastify/postgres @supabase/supabase-js",
			MySQL:     "mysql mysql2 mariadb @planetscale/database @databases/mysql @mikro-orm/mysql @mikro-orm/mariadb @fastify/mysql",
			MongoDB:   "mongodb mongoose @nestjs/mongoose @mikro-orm/mongodb @fastify/mongodb @typegoose/typegoose connect-mongo monk",
			SQLServer: "mssql tedious msnodesqlv8 @mikro-orm/mssql",
			Oracle:    "oracledb",
			"":        "prisma @prisma/client odbc @strapi/strapi payload directus",
		},
		Python: {
			Postgres: "psycopg psycopg2 psycopg2-binary psycopg-binary asyncpg aiopg pg8000 py-postgresql psycopg-c psycopg-pool postgresql " +
				"postgresql-asyncpg postgresql-psycopg postgresql-psycopg2 postgresql-psycopgbinary postgresql-psycopg2binary postgres",
			MySQL: "pymysql mysqlclient mysql-connector-python mysql-connector aiomysql asyncmy mysql mysql-python mariadb cymysql " +
				"mariadb-connector mysql-asyncmy mysql-pymysql",
			MongoDB:   "pymongo motor mongoengine beanie odmantic djongo flask-pymongo mongodb umongo django-mongodb-backend",
			SQLServer: "pymssql mssql-django mssql-pymssql mssql",
			Oracle:    "oracledb cx-oracle oracle",
			"":        "pyodbc aioodbc jaydebeapi turbodbc prisma apache-airflow ibis-framework",
		},
		Rust: {
			Postgres:  "postgres tokio-postgres deadpool-postgres bb8-postgres sqlx/postgres diesel/postgres sea-orm/sqlx-postgres diesel-async/postgres cornucopia",
			MySQL:     "mysql mysql_async sqlx/mysql diesel/mysql sea-orm/sqlx-mysql diesel-async/mysql",
			MongoDB:   "mongodb wither",
			SQLServer: "tiberius",
			Oracle:    "oracle sibyl",
			SQLite: "rusqlite libsqlite3-sys sqlite sqlx/sqlite diesel/sqlite sea-orm/sqlx-sqlite libsql turso tokio-rusqlite deadpool-sqlite " +
				"r2d2_sqlite async-sqlite",
			"": "odbc-api sqlx/any",
		},
		Java: {
			Postgres: "org.postgresql:postgresql org.postgresql:r2dbc-postgresql io.r2dbc:r2dbc-postgresql com.impossibl.pgjdbc-ng:pgjdbc-ng " +
				"io.quarkus:quarkus-jdbc-postgresql io.quarkus:quarkus-reactive-pg-client io.vertx:vertx-pg-client",
			MySQL: "com.mysql:mysql-connector-j mysql:mysql-connector-java org.mariadb.jdbc:mariadb-java-client dev.miku:r2dbc-mysql io.asyncer:r2dbc-mysql " +
				"org.mariadb:r2dbc-mariadb io.quarkus:quarkus-jdbc-mysql io.quarkus:quarkus-jdbc-mariadb io.quarkus:quarkus-reactive-mysql-client io.vertx:vertx-mysql-client",
			MongoDB: "org.mongodb:mongodb-driver-sync org.mongodb:mongo-java-driver org.mongodb:mongodb-driver-reactivestreams org.mongodb:mongodb-driver " +
				"org.mongodb:mongodb-driver-kotlin-coroutine org.springframework.boot:spring-boot-starter-data-mongodb " +
				"org.springframework.boot:spring-boot-starter-data-mongodb-reactive org.springframework.data:spring-data-mongodb " +
				"io.quarkus:quarkus-mongodb-client io.quarkus:quarkus-mongodb-panache",
			SQLServer: "com.microsoft.sqlserver:mssql-jdbc io.r2dbc:r2dbc-mssql io.quarkus:quarkus-jdbc-mssql",
			Oracle:    "com.oracle.database.jdbc:ojdbc8 com.oracle.database.jdbc:ojdbc10 com.oracle.database.jdbc:ojdbc11 com.oracle.database.jdbc:ojdbc17 com.oracle.ojdbc:ojdbc8 io.quarkus:quarkus-jdbc-oracle",
		},
		Ruby: {
			Postgres:  "pg activerecord-postgis-adapter em-pg-client jdbc-postgres activerecord-jdbcpostgresql-adapter",
			MySQL:     "mysql2 trilogy ruby-mysql activerecord-trilogy-adapter jdbc-mysql activerecord-jdbcmysql-adapter",
			MongoDB:   "mongo mongoid mongo_mapper",
			SQLServer: "tiny_tds activerecord-sqlserver-adapter",
			Oracle:    "ruby-oci8 activerecord-oracle_enhanced-adapter",
			SQLite:    "sqlite3 extralite extralite-bundle activerecord-jdbcsqlite3-adapter",
		},
		PHP: {
			Postgres:  "ext-pgsql ext-pdo_pgsql amphp/postgres",
			MySQL:     "ext-mysqli ext-pdo_mysql ext-mysqlnd amphp/mysql",
			MongoDB:   "mongodb/mongodb ext-mongodb jenssegers/mongodb mongodb/laravel-mongodb doctrine/mongodb-odm doctrine/mongodb-odm-bundle",
			SQLServer: "ext-sqlsrv ext-pdo_sqlsrv",
			Oracle:    "ext-oci8 ext-pdo_oci",
			// These choose the engine by a setting, and the extension by the image.
			"": "laravel/framework illuminate/database doctrine/dbal doctrine/orm ext-pdo symfony/orm-pack cakephp/cakephp yiisoft/yii2 codeigniter4/framework",
		},
		DotNet: {
			Postgres: "npgsql npgsql.entityframeworkcore.postgresql npgsql.dependencyinjection marten aspire.npgsql aspire.npgsql.entityframeworkcore.postgresql",
			MySQL: "mysql.data mysqlconnector pomelo.entityframeworkcore.mysql mysql.entityframeworkcore mysql.data.entityframeworkcore " +
				"aspire.mysqlconnector",
			MongoDB:   "mongodb.driver mongodb.entityframeworkcore mongodb.driver.core aspire.mongodb.driver",
			SQLServer: "microsoft.data.sqlclient system.data.sqlclient microsoft.entityframeworkcore.sqlserver",
			Oracle:    "oracle.manageddataaccess oracle.manageddataaccess.core oracle.entityframeworkcore",
			SQLite: "microsoft.data.sqlite microsoft.data.sqlite.core microsoft.entityframeworkcore.sqlite microsoft.entityframeworkcore.sqlite.core " +
				"system.data.sqlite system.data.sqlite.core sqlite-net-pcl stub.system.data.sqlite.core.netstandard",
			"": "system.data.odbc",
		},
	}
}
