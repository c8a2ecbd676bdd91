module a

require github.com/lib/pq v1.10.9
