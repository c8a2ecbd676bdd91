module example.com/library

require github.com/go-sql-driver/mysql v1.9.0
