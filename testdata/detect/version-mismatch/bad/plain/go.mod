module a

go 1.25.0
