module example.com/library

go 1.25

require (
	github.com/jackc/pgx/v5 v5.7.0
	golang.org/x/text v0.21.0 // indirect
)
