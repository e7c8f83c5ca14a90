// Command redis-matrix compares Redis versions and configurations side by side.
package main

func main() {}
