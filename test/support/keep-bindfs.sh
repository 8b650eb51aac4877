# keep-bindfs.sh <source> <point>: mounts one folder at another with bindfs, prints the id of the process that serves the mount, and
# unmounts when its input ends. So the mount does not outlive a killed process, and no cleanup walks into a sleeping mount.
bindfs -f -o attr_timeout=0,entry_timeout=0,negative_timeout=0 "$1" "$2" &
tries=0
until mountpoint -q "$2" || [ $tries -eq 200 ] || ! kill -0 $!; do
  tries=$((tries + 1))
  sleep 0.02
done
if mountpoint -q "$2"; then
  echo $!
  cat >/dev/null
  kill -CONT $!
  umount "$2" || fusermount -uz "$2" || umount -l "$2"
fi
kill -KILL $!
wait
