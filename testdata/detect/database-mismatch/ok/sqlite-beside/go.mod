module example.com/loans

go 1.24

require github.com/jackc/pgx/v5 v5.6.0
