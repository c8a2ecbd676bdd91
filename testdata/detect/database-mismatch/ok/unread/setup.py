setup()
