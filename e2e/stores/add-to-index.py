# Adds keys to the index of a bucket of Ceph. A listing reads nothing else, and a put takes three requests to Ceph's disk: 200,000 keys
# take 2 seconds like this, and 190 as puts. Its arguments are the path of Ceph's configuration and a key that was put before; the keys to
# add come as JSON on standard input. Each gets a copy of the entry that the gateway wrote for the key that was put, with its own name in
# it. None may begin with an underscore, which the gateway escapes.
import json
import struct
import sys

import rados

# How many keys a request adds.
BATCH = 1000


def shard_of(key, count):
    """Where the gateway looks for a key: rgw_shard_id() in Ceph, with the hash that Linux has for names."""
    value = 0
    for byte in key:
        value = (value + (byte << 4) + (byte >> 4)) * 11 & 0xFFFFFFFF
    return (value ^ (value & 0xFF) << 24) % 7877 % count


def read_entry(index, shard, key):
    with rados.ReadOpCtx() as operation:
        found, _ = index.get_omap_vals_by_keys(operation, (key,))
        index.operate_read_op(operation, shard)
        return dict(found)[key]


def write_entries(index, shard, entries):
    with rados.WriteOpCtx() as operation:
        index.set_omap(operation, tuple(entries), tuple(entries.values()))
        index.operate_write_op(operation, shard)


def rename_entry(entry, key):
    """Two versions, the length of the rest, the length of the name, the name, the rest."""
    versions, _, name_length = struct.unpack_from("<2sII", entry)
    rest = entry[10 + name_length :]
    return struct.pack("<2sII", versions, 4 + len(key) + len(rest), len(key)) + key + rest


def main(configuration, put):
    with rados.Rados(conffile=configuration, name="client.admin") as cluster:
        with cluster.open_ioctx("default.rgw.buckets.index") as index:
            # The shards of the only bucket: .dir.<bucket>.<number>
            shards = sorted((shard.key for shard in index.list_objects()), key=lambda name: int(name.split(".")[-1]))
            pattern = read_entry(index, shards[shard_of(put.encode(), len(shards))], put)
            batches = [{} for _ in shards]
            for key in json.load(sys.stdin):
                number = shard_of(key.encode(), len(shards))
                batches[number][key] = rename_entry(pattern, key.encode())
                if len(batches[number]) == BATCH:
                    write_entries(index, shards[number], batches[number])
                    batches[number] = {}
            for shard, batch in zip(shards, batches):
                write_entries(index, shard, batch)


main(*sys.argv[1:])
